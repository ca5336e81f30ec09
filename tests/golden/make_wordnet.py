"""Writes wordnet.tsv: what WordNet's own library and NLTK make of some words. Takes a few seconds.

Run from the project root, after ``apt-get install wordnet-base wordnet-dev gcc``::

    .venv/bin/python tests/golden/make_wordnet.py

Rows that begin with ``wordnet`` or ``nltk`` have a word and its base forms as noun, verb, adjective and adverb: the
word itself if it is a lemma, then what ``morphstr`` gives until it gives no more, or what ``_morphy`` gives, lemmas
only. Rows that begin with ``path`` have two words and NLTK's best path similarity of two nouns or two verbs among
their synsets.
"""

from __future__ import annotations

import importlib.metadata
import io
import subprocess
import tempfile
import warnings
from pathlib import Path

OUTPUT = Path(__file__).parent / "wordnet.tsv"
DICTIONARY = "/usr/share/wordnet"

PROGRAM = r"""
#include <stdio.h>
#include <string.h>
#include <wn.h>

int main(void) {
    char line[1024], word[1024], *form;
    if (wninit()) return 1;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        printf("%s", line);
        for (int part = 1; part <= 4; part++) {
            printf("\t");
            if (index_lookup(line, part)) printf("%s ", line);
            strcpy(word, line);
            for (form = morphstr(word, part); form; form = morphstr(NULL, part))
                if (index_lookup(form, part)) printf("%s ", form);
        }
        printf("\n");
    }
    return 0;
}
"""

WORDS = """
geese axes saw better happier ran glasses boxes men leaves data is was has running quickly unknownword the a an i as
us am are be been being were had having does did done goes went gone best worse worst less least more most further
farther furthest elder eldest good well bad ill far little much many women children oxen mice lice feet teeth dice
pence indices appendices matrices vertices axis ax axe bases basis base crises analyses theses hypotheses phenomena
criteria media bacteria strata memoranda agenda stimuli alumni alumnae cacti fungi foci radii syllabi larvae vertebrae
antennae formulae lives wives knives wolves halves calves shelves thieves loaves scarves hooves dwarves roofs proofs
beliefs potatoes tomatoes heroes pianos photos zeroes buses quizzes gases lenses churches brushes foxes waltzes ladies
monkeys cities flies skies spies news physics mathematics series species sheep deer fish fishes scissors trousers
pants clothes glass class mass masses grass boss pass loss process processes princess princesses actress dress address
business gas bus yes his hers its this bias lens ass ms ps ad cd fireman firemen policemen gunmen humans germans
romans omen specimen specimens spoonful spoonfuls spoonsful cupsful boxesful handful handfuls houseful mouthfuls
beautiful acer offer after upper wider widest nicer nicest bigger biggest larger largest hotter sadder funnier
funniest earlier earliest easier later latest older oldest younger faster fastest harder hardest deeper lower lowest
higher highest clever cleverer simpler simplest freer truest finer bluer redder feed fee seed weed bed red shed need
bleed ring sing thing king bring string wing going doing saying lying dying tying taking making coming giving using
writing written wrote stopped stopping planned travelled traveled travelling travels controlled preferred referred
occurring begun began beginning swum swam sang sung rang rung rose risen arose fell fallen felt left lay laid lain lie
lied lies found founded ground wound wounded bound bore born borne broke broken spoke spoken chose chosen froze frozen
stole stolen swore tore torn wore worn thought bought brought caught taught fought sought sold told held kept slept
wept meant dealt built sent spent lent bent lost shot cut cuts cutting put puts putting hit hitting let sets setting
panicked panicking picnicked mimicking trafficked singed singeing dyed dyeing tied ties tries tried trying dries dried
studies studied carries carried caddies caddied appalled appalling focused focussed focusses biased canceled cancelled
quarrelled axed axing hoping hopping hoped hopped rating ratting planed staring starring taped tapped caring barred
bared e-mails e-mail email emails ping-pong mothers-in-law mother-in-law men-of-war passers-by runners-up
attorneys-general merry-go-rounds vice-chairman vice-chairmen double-checked double-checking tip-offs tip-off x-rays
x-rayed co-operated cooperated re-elected well-being part-time twenty-one hand-picked tape-recorded battle-axes
up-to-date o'clock don't dog's u.s. u.s.a. usa e.g. a.m. 1990s 24/7 50s 's 'hood dr. mr. no. -- - . 1 10 100 aurar
involucra diastemata sudatoria vagi comics calcanei djinn guilders taxis taxes testes popes bing mors anus apparatus
forceps genus irs gps argali dowier dowiest hardly fast hard straight deeply rapidly happily slowly soon sooner
soonest often oftener well-off naive cafes resumes facades deja
"""

PAIRS = """
dog cat; dogs wolf; car automobile; car bicycle; geese duck; run walk; ran sprint; eat drink; see hear; saw watched;
tree oak; house building; king queen; man woman; water fire; computer machine; money bank; book paper; city town;
paris london; einstein newton; france country; love hate; buy sell; think believe; say speak; go come; give take;
doctor nurse; hospital school; sun moon; river lake; apple orange; chair table; red blue; hand foot; war peace;
music song; minister president; breathe exhale
"""


def ask_wordnet(words: list[str]) -> list[str]:
    """The rows of WordNet's own library."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "morph.c"), Path(folder, "morph")
        source.write_text(PROGRAM)
        subprocess.run(["gcc", "-o", program, source, "-lwordnet"], check=True)
        output = subprocess.run(
            [program], input="\n".join(words) + "\n", capture_output=True, text=True, check=True
        ).stdout
    cells = (line.split("\t") for line in output.splitlines())
    return ["\t".join(["wordnet", row[0], *(unique(forms.split()) for forms in row[1:])]) for row in cells]


def unique(forms: list[str]) -> str:
    """Forms with blanks between them, each once."""
    return " ".join(dict.fromkeys(forms))


def open_nltk():
    """NLTK's reader over Debian's files, which lack a list of the lexicographers' files and a mapping to itself."""
    import nltk.data
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    class Reader(WordNetCorpusReader):
        def open(self, file):
            if file == "lexnames":
                return io.StringIO("".join(f"{number}\tfile{number}\t1\n" for number in range(45)))
            return super().open(file)

        def map_wn(self, version="wordnet"):
            return None

    nltk.data.path.append(DICTIONARY)  # NLTK opens files only below the folders listed there
    warnings.simplefilter("ignore")
    return Reader(DICTIONARY, None)


def compare(reader, one: str, other: str) -> float:
    """The best path similarity of two nouns or two verbs."""
    pairs = [(a, b) for part in "nv" for a in reader.synsets(one, part) for b in reader.synsets(other, part)]
    return max((a.path_similarity(b) or 0 for a, b in pairs), default=0)


def main() -> None:
    """Writes the table."""
    words = list(dict.fromkeys(WORDS.split()))
    reader = open_nltk()
    lines = [f"# WordNet 3.0 (libwordnet), NLTK {importlib.metadata.version('nltk')}: tests/golden/make_wordnet.py"]
    lines += ask_wordnet(words)
    lines += ["\t".join(["nltk", word, *(unique(reader._morphy(word, part)) for part in "nvar")]) for word in words]
    for pair in PAIRS.split(";"):
        one, other = pair.split()
        lines.append(f"path\t{one}\t{other}\t{compare(reader, one, other)!r}")
    OUTPUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
