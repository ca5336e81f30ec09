"""Which language a text is evidently in, as far as its script and its most frequent words tell it.

A metric for one language gives figures for any other, and they mean nothing; one that splits at spaces finds hardly a
word in Japanese. Both are worth a warning. This is not a general identifier of languages: it answers only where the
evidence is clear, needs no model, and takes no time to load. ``docs/how-to/languages.md`` has what it finds and misses.

- The script: at least 5 letters, and 60 % of all, are of another script than the expected language is written in.
- The words, where the script is Latin: of at least 40 words, fewer than 1 in 8 are frequent words of the expected
  language, and those of another are at least 1 in 12, twice as many, and 4 different ones.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from tertium.languages import Languages, name_language, to_two_letters

MOST_CHARACTERS = 50_000
MOST_SEGMENTS = 1_000
FEWEST_LETTERS = 5
FEWEST_WORDS = 40
FEWEST_DISTINCT = 4
SCRIPT_SHARE = 0.6
OWN_WORDS = 1 / 8
OTHER_WORDS = 1 / 12
WORD_RATIO = 2.0
# Words of languages that are written without spaces, but were split before, are shorter than this on average.
_LONG_RUN = 8

# The letters of a script, and the languages that are written in it; the first is named where there is one.
_SCRIPTS: Mapping[str, tuple[str, str]] = {
    "Kana": ("\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9d", "ja"),
    "Han": ("\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff", "zh ja yue wuu nan hak lzh"),
    "Hangul": ("\u1100-\u11ff\u3130-\u318f\uac00-\ud7af", "ko"),
    "Thai": ("\u0e01-\u0e4e", "th"),
    "Lao": ("\u0e81-\u0ede", "lo"),
    "Khmer": ("\u1780-\u17d3", "km"),
    "Myanmar": ("\u1000-\u109f\uaa60-\uaa7f", "my shn"),
    "Tibetan": ("\u0f40-\u0fbc", "bo dz"),
    "Cyrillic": (
        "\u0400-\u052f",
        "ru uk bg be sr mk kk ky tg mn tt ba cv ce os sah tyv udm av ab kv mdf myv cu sh bs cnr az uz tk ro crh ku rom",
    ),
    "Greek": ("\u0370-\u03ff\u1f00-\u1fff", "el grc"),
    "Armenian": ("\u0530-\u058f", "hy"),
    "Georgian": ("\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2f", "ka"),
    "Hebrew": ("\u0590-\u05ff", "he yi lad"),
    "Arabic": (
        "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff",
        "ar fa ur ps ug sd ckb prs azb acm acq aeb ajp apc ars ary arz ks ku pa ms tt uz kk ky az tr ha so bjn min ace",
    ),
    "Devanagari": ("\u0900-\u097f", "hi mr ne sa bho mai mag awa hne doi gom brx ks sd sat"),
    "Bengali": ("\u0980-\u09ff", "bn as mni"),
    "Gurmukhi": ("\u0a00-\u0a7f", "pa"),
    "Gujarati": ("\u0a80-\u0aff", "gu"),
    "Oriya": ("\u0b00-\u0b7f", "or"),
    "Tamil": ("\u0b80-\u0bff", "ta"),
    "Telugu": ("\u0c00-\u0c7f", "te"),
    "Kannada": ("\u0c80-\u0cff", "kn"),
    "Malayalam": ("\u0d00-\u0d7f", "ml"),
    "Sinhala": ("\u0d80-\u0dff", "si"),
    "Ethiopic": ("\u1200-\u139f", "am ti"),
}
_UNSPACED = ("Kana", "Han", "Thai", "Lao", "Khmer", "Myanmar", "Tibetan")
_WORD = re.compile(r"[^\W\d_]+")

# The most frequent words of languages in Latin script.
_WORDS = {
    code: frozenset(words.split())
    for code, words in {
        "af": "die van en in is het dat nie om te 'n vir wat met op aan sy hy deur ook",
        "ca": "de la i que el en a els les per un una del amb és va al no es dels",
        "cs": "a v se na je že z to s do o by ale jako k za jsem od po které",
        "da": "og i at det er en til på de for af som den med ikke et der har var kan",
        "de": "der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch in es an werden",
        "en": "the of and to in a is that for it was with on as are be this at by from not have he his you i s",
        "es": "de la que el en y los del se las por un para con una su al es lo no",
        "et": "ja on ei et see oli ka mis kui aga ta selle ning või seda tema mida oma",
        "eu": "eta da ez bat dira du zuen ere izan egin baina dute zen hau",
        "fi": "ja on ei että se oli hän mutta ovat kun myös tai joka hänen mukaan ollut kuin jo",
        "fr": "de la le les et des en un une du est que dans pour qui sur pas par au plus il à l d",
        "ga": "an na ar agus sa go i le is ag do bhí de a atá ní ina",
        "gl": "de a e que o do da en un para non unha os as por con se no na ao",
        "hr": "i je u na se da za su od s ne koji što nije te iz o a će kako",
        "hu": "a az és hogy nem egy is volt van meg ez de csak ki mint el már vagy",
        "id": "dan yang di dengan untuk dari ini itu pada tidak dalam ke akan adalah oleh juga",
        "is": "og að í er sem á ekki var það til við um með en hann fyrir af",
        "it": "di e che il la in un per è non una del sono con si della i le da l al ha",
        "lt": "ir kad yra su į iš bet kaip tai buvo o jis dėl nuo ar už apie po",
        "lv": "un ir par no ar ka uz kas bet tā lai arī viņš to kā nav pēc gan",
        "ms": "dan yang di dengan untuk dari ini itu pada tidak dalam ke akan adalah oleh juga",
        "mt": "li u ta ma fil il tal l ghal dan kien f minn din biex",
        "nb": "og i det er på til av for som en at med ikke har de den et om var fra",
        "nl": "de het een van en in is dat op te voor met zijn die niet aan er om ook als",
        "pl": "i w na z się nie do to że jest o jak po za ale co od przez dla tym",
        "pt": "de a o que e do da em um para com não uma os no se na por mais as",
        "ro": "de și în a la cu pe care din nu este un o să pentru că mai au al fi",
        "sk": "a v sa na je že z to s do o ale ako by po za aj ktoré pre nie",
        "sl": "in je v na se da za so ki ne z pa bi ni po tudi s kot iz",
        "sq": "të e në dhe për një me nga që i se më është ka do nuk u",
        "sv": "och i att det som en på är av för med den till ett om inte de har var",
        "sw": "na ya wa kwa ni katika za la kuwa hii hiyo huo lakini pia cha",
        "tl": "ng sa ang na mga ay at si ni hindi para ito siya kay",
        "tr": "ve bir bu da de için ile olarak çok daha olan gibi ne kadar o en sonra",
        "vi": "và của là có không được cho một người trong các với đã những này để",
    }.items()
}
# Languages that share their frequent words with one of the table.
_ALIKE = {"no": "nb", "nn": "nb", "bs": "hr", "sr": "hr", "sh": "hr", "cnr": "hr", "an": "es", "ast": "es", "oc": "ca"}


@dataclass(frozen=True)
class EvidentLanguage:
    """What a text evidently is.

    Attributes:
        code: The language to name; empty if the script is that of several.
        name: What to call it: ``Japanese``, or ``text in Cyrillic script``.
    """

    code: str
    name: str


def find_other_language(texts: Iterable[str | None], expected: Languages) -> EvidentLanguage | None:
    """Return what a text evidently is, if it is in none of the expected languages; None without clear evidence.

    >>> find_other_language(["これは日本語の文章です。", "とても長い文章ではありません。"], frozenset({"en"})).name
    'Japanese'
    >>> find_other_language(["Short."], frozenset({"de"}))

    Args:
        texts: Segments; the first 1,000 are looked at.
        expected: Two-letter codes of the languages that it may be in.
    """
    sample = _take(texts)
    script, share = _find_script(sample)
    if script:
        languages = _SCRIPTS[script][1].split()
        if share < SCRIPT_SHARE or set(languages) & expected:
            return None
        return _describe_script(script, sample)
    return _find_by_words(sample, expected)


def find_unspaced_language(texts: Iterable[str | None]) -> EvidentLanguage | None:
    """Return the language of a text in a script without spaces between words; None if it is another, or was split.

    >>> find_unspaced_language(["我们今天去北京看朋友，他们住在城里面很久了。"]).name
    'Chinese'
    >>> find_unspaced_language(["我们 今天 去 北京 看 朋友 ， 他们 住 在 城 里面 很 久 了 。"])
    """
    sample = _take(texts)
    if sample.isascii():
        return None
    script, share = _find_script(sample)
    if script not in _UNSPACED or share < SCRIPT_SHARE:
        return None
    unspaced = "".join(_SCRIPTS[name][0] for name in _UNSPACED)
    runs = re.findall(f"[{unspaced}]+", sample)
    # Commas divide text as well, and punctuation is in no script: the mean would be too low.
    letters = sum(map(len, runs))
    within_long = sum(len(run) for run in runs if len(run) >= _LONG_RUN)
    # Short sentences have no long runs; but where no two words have a space between them, nothing was split.
    is_whole = within_long * 2 >= letters or re.search(f"[{unspaced}] +[{unspaced}]", sample) is None
    return _describe_script(script, sample) if is_whole else None


def _take(texts: Iterable[str | None]) -> str:
    wanted, taken = MOST_CHARACTERS, []
    for text in islice(texts, MOST_SEGMENTS):
        if text:
            taken.append(text[:wanted])
            wanted -= len(text)
        if wanted <= 0:
            break
    return "\n".join(taken)


def _find_script(sample: str) -> tuple[str, float]:
    """Return the most frequent script apart from Latin, and its share of all letters; none if Latin has more."""
    if sample.isascii():
        return "", 0.0
    foreign = "".join(character for character in sample if character > "\u036f")
    counts = Counter({name: len(_find_letters(name, foreign)) for name in _SCRIPTS})
    counts["Han"] += counts.pop("Kana")  # Japanese is written in both
    script, count = counts.most_common(1)[0]
    latin = sum(character.isalpha() for character in sample if character <= "\u036f")
    total = latin + counts.total()
    return (script, count / total) if count > latin and count >= FEWEST_LETTERS else ("", 0.0)


def _find_letters(script: str, text: str) -> list[str]:
    # Compiled where a text has other letters than Latin ones, which most have not.
    return re.findall(f"[{_SCRIPTS[script][0]}]", text)


def _describe_script(script: str, sample: str) -> EvidentLanguage:
    languages = _SCRIPTS[script][1].split()
    if script == "Han":
        # Japanese without a single kana is rare, and Chinese with many as well.
        code = "ja" if len(_find_letters("Kana", sample)) * 20 > len(sample) else "zh"
        return EvidentLanguage(code, name_language(code))
    if len(languages) == 1 or script in _UNSPACED:
        return EvidentLanguage(languages[0], name_language(languages[0]))
    return EvidentLanguage("", f"text in {script} script")


def _find_by_words(sample: str, expected: Languages) -> EvidentLanguage | None:
    wanted = {_ALIKE.get(code, code) for code in map(to_two_letters, expected)}
    words = Counter(_WORD.findall(sample.lower()))
    if words.total() < FEWEST_WORDS or not wanted <= _WORDS.keys():
        return None
    shares = {code: sum(words[word] for word in listed) / words.total() for code, listed in _WORDS.items()}
    best = max(shares, key=shares.__getitem__)
    own = max((shares[code] for code in wanted), default=0.0)
    if (
        sum(word in words for word in _WORDS[best]) < FEWEST_DISTINCT
        or shares[best] < OTHER_WORDS
        or own >= OWN_WORDS
        or shares[best] < WORD_RATIO * own
    ):
        return None
    return EvidentLanguage(best, name_language(best))
