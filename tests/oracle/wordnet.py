"""WordNet the slow and obvious way, straight from its dictionary files: the oracle for the packed file and its reader.

Synsets are pairs of part of speech ("n", "v", "a", "r") and offset in the data file.
"""

import re
from pathlib import Path

FOLDER = Path("/usr/share/wordnet")
FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
RULES = {
    "n": "s> ses>s xes>x zes>z ches>ch shes>sh men>man ies>y",
    "v": "s> ies>y es>e es> ed>e ed> ing>e ing>",
    "a": "er> est> er>e est>e",
    "r": "",
}
ROOT = ("v", "root")


class WordNet:
    """Everything in dictionaries."""

    def __init__(self, folder=FOLDER):
        self.senses, self.hypernyms, self.members, self.exceptions = {}, {}, {}, {}
        for part, name in FILES.items():
            for line in (folder / f"index.{name}").read_text().split("\n"):
                if line.strip() and line[0] != " ":
                    lemma, _, *fields = line.split()
                    self.senses[lemma, part] = [(part, int(offset)) for offset in fields[-int(fields[0]) :]]
            for line in (folder / f"data.{name}").read_text().split("\n"):
                if line.strip() and line[0] != " ":
                    words = re.match(r"\d+ \d+ . ([0-9a-f]+) ((?:\S+ \w )+)\d{3} ", line)
                    synset = (part, int(line[:8]))
                    self.members[synset] = words[2].split()[::2]
                    above = re.findall(r" @i? (\d{8}) ([nv]) 0000", line.split(" | ")[0])
                    self.hypernyms[synset] = [(pos, int(offset)) for offset, pos in above]
            for line in (folder / f"{name}.exc").read_text().splitlines():
                form, *bases = line.split()
                self.exceptions.setdefault((form, part), []).extend(bases)

    def is_defined(self, form, part):
        """Also in another spelling, as WordNet's function of that name has it."""
        spellings = [re.sub("[-_]", joint, form) for joint in ("-", "_", "")]
        return any((word, part) in self.senses for word in [form, *spellings, form.replace(".", "")])

    def morph_word(self, word, part):
        """The base form by exception or by the first rule that finds one."""
        if (word, part) in self.exceptions:
            return self.exceptions[word, part][0]
        end = "ful" if part == "n" and word.endswith("ful") and word != "ful" else ""
        if part == "n" and not end and (word.endswith("ss") or len(word) <= 2):
            return None
        stem = word.removesuffix(end)
        for ending, replacement in (rule.split(">") for rule in RULES[part].split()):
            form = stem.removesuffix(ending) + replacement
            if stem.endswith(ending) and stem != ending and self.is_defined(form, part):
                return form + end
        return None

    def morph(self, word, part):
        """Base forms other than the word."""
        bases = self.exceptions.get((word, part), [word])
        if bases[0] != word:
            return bases
        whole = None if part == "v" else self.morph_word(word, part)
        if whole not in (None, word):
            return [whole]
        pieces = re.split("([-_])", word, maxsplit=len(re.findall("[-_]+", word)))
        compound = "".join(self.morph_word(piece, part) or piece for piece in pieces)
        return [compound] if compound != word else []

    def base_forms(self, word, part):
        """The lemmas among the word and its base forms."""
        forms = dict.fromkeys([word, *self.morph(word, part)])
        return [form for form in forms if (form, part) in self.senses]

    def synsets(self, word):
        """All synsets of all base forms."""
        return {synset for part in FILES for base in self.base_forms(word, part) for synset in self.senses[base, part]}

    def ancestors(self, word, limit):
        """The fewest steps from a synset of the word to each synset above it; verbs end in a root."""
        found = {}
        level = self.synsets(word)
        for distance in range(limit + 1):
            found |= {synset: distance for synset in level if synset not in found}
            tops = [synset for synset in level if synset[0] == "v" and self.hypernyms.get(synset) == []]
            level = {above for synset in level for above in self.hypernyms.get(synset, [])}
            level |= {ROOT} if tops else set()
        return found
