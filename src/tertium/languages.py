"""Languages: two-letter codes (ISO 639-1), three-letter codes (ISO 639-2 and 639-3) and English names.

``read_languages`` reads what people write for a language, the same for all commands and functions: a tag of BCP 47
(``de``, ``pt-BR``, ``zh-Hans``; ``zh_CN``), another code (``ger``, ``deu``), an English name (``german``), or a pair as
sacrebleu writes it (``en-de``), of which the second is the language of the translations. Anything else is refused.
Languages without a two-letter code are known if test sets of machine translation have them. ISO 639-3 has thousands
more, among them what people write by mistake: ``jap`` is Jaruára.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tertium.errors import SpecError

_TABLE = """
aa aar afar         ab abk abkhazian    ae ave avestan      af afr afrikaans    ak aka akan         am amh amharic
an arg aragonese    ar ara arabic       as asm assamese     av ava avaric       ay aym aymara       az aze azerbaijani
ba bak bashkir      be bel belarusian   bg bul bulgarian    bi bis bislama      bm bam bambara      bn ben bengali
bo bod tibetan      br bre breton       bs bos bosnian      ca cat catalan      ce che chechen      ch cha chamorro
co cos corsican     cr cre cree         cs ces czech        cu chu church_slavonic                  cv chv chuvash
cy cym welsh        da dan danish       de deu german       dv div divehi       dz dzo dzongkha     ee ewe ewe
el ell greek        en eng english      eo epo esperanto    es spa spanish      et est estonian     eu eus basque
fa fas persian      ff ful fulah        fi fin finnish      fj fij fijian       fo fao faroese      fr fra french
fy fry western_frisian                  ga gle irish        gd gla scottish_gaelic                  gl glg galician
gn grn guarani      gu guj gujarati     gv glv manx         ha hau hausa        he heb hebrew       hi hin hindi
ho hmo hiri_motu    hr hrv croatian     ht hat haitian_creole                   hu hun hungarian    hy hye armenian
hz her herero       ia ina interlingua  id ind indonesian   ie ile interlingue  ig ibo igbo         ii iii sichuan_yi
ik ipk inupiaq      io ido ido          is isl icelandic    it ita italian      iu iku inuktitut    ja jpn japanese
jv jav javanese     ka kat georgian     kg kon kongo        ki kik kikuyu       kj kua kuanyama     kk kaz kazakh
kl kal greenlandic  km khm khmer        kn kan kannada      ko kor korean       kr kau kanuri       ks kas kashmiri
ku kur kurdish      kv kom komi         kw cor cornish      ky kir kyrgyz       la lat latin        lb ltz luxembourgish
lg lug ganda        li lim limburgish   ln lin lingala      lo lao lao          lt lit lithuanian   lu lub luba-katanga
lv lav latvian      mg mlg malagasy     mh mah marshallese  mi mri maori        mk mkd macedonian   ml mal malayalam
mn mon mongolian    mr mar marathi      ms msa malay        mt mlt maltese      my mya burmese      na nau nauru
nb nob bokmål       nd nde north_ndebele                    ne nep nepali       ng ndo ndonga       nl nld dutch
nn nno nynorsk      no nor norwegian    nr nbl south_ndebele                    nv nav navajo       ny nya chichewa
oc oci occitan      oj oji ojibwa       om orm oromo        or ori oriya        os oss ossetian     pa pan punjabi
pi pli pali         pl pol polish       ps pus pashto       pt por portuguese   qu que quechua      rm roh romansh
rn run rundi        ro ron romanian     ru rus russian      rw kin kinyarwanda  sa san sanskrit     sc srd sardinian
sd snd sindhi       se sme northern_sami                    sg sag sango        sh hbs serbo-croatian
si sin sinhala      sk slk slovak       sl slv slovenian    sm smo samoan       sn sna shona        so som somali
sq sqi albanian     sr srp serbian      ss ssw swati        st sot sesotho      su sun sundanese    sv swe swedish
sw swa swahili      ta tam tamil        te tel telugu       tg tgk tajik        th tha thai         ti tir tigrinya
tk tuk turkmen      tl tgl tagalog      tn tsn tswana       to ton tongan       tr tur turkish      ts tso tsonga
tt tat tatar        tw twi twi          ty tah tahitian     ug uig uyghur       uk ukr ukrainian    ur urd urdu
uz uzb uzbek        ve ven venda        vi vie vietnamese   vo vol volapük      wa wln walloon      wo wol wolof
xh xho xhosa        yi yid yiddish      yo yor yoruba       za zha zhuang       zh zho chinese      zu zul zulu
"""
# Languages without a two-letter code that test sets of machine translation have: FLORES-200, WMT and others.
_THREE_LETTERS_ONLY = """
ace acehnese            acm mesopotamian_arabic acq ta'izzi-adeni_arabic                        aeb tunisian_arabic
ajp south_levantine_arabic                      ang old_english         apc north_levantine_arabic
ars najdi_arabic        ary moroccan_arabic     arz egyptian_arabic     ast asturian            awa awadhi
azb south_azerbaijani   ban balinese            bar bavarian            bem bemba               bho bhojpuri
bjn banjar              brx bodo                bug buginese            ceb cebuano             chr cherokee
cjk chokwe              ckb central_kurdish     cnr montenegrin         crh crimean_tatar       csb kashubian
dik southwestern_dinka  doi dogri               dsb lower_sorbian       dyu dyula               fon fon
frp arpitan             fur friulian            gom goan_konkani        grc ancient_greek       gsw swiss_german
hak hakka_chinese       haw hawaiian            hmn hmong               hne chhattisgarhi       hsb upper_sorbian
ilo ilocano             jam jamaican_creole     kab kabyle              kac kachin              kam kamba
kbp kabiyè              kea kabuverdianu        kmb kimbundu            lad ladino              lij ligurian
lmo lombard             ltg latgalian           lua luba-lulua          luo luo                 lus mizo
lzh literary_chinese    mag magahi              mai maithili            mas maasai              mdf moksha
min minangkabau         mni manipuri            mos mossi               myv erzya               nan min_nan_chinese
nap neapolitan          nds low_german          nso northern_sotho      nus nuer                pag pangasinan
pap papiamento          pcm nigerian_pidgin     pms piedmontese         prs dari                rom romany
rup aromanian           sah yakut               sat santali             scn sicilian            sco scots
shn shan                sma southern_sami       smj lule_sami           smn inari_sami          sms skolt_sami
syr syriac              szl silesian            taq tamasheq            tet tetum               tpi tok_pisin
tum tumbuka             tyv tuvan               tzm central_atlas_tamazight                     udm udmurt
umb umbundu             vec venetian            war waray               wuu wu_chinese          yue cantonese
"""
# Other codes of languages of the table: the bibliographic ones of ISO 639-2, withdrawn ones, and those that ISO 639-3
# has for the one member of a group that test sets mean.
_OTHER_CODES = """
alb=sq arm=hy baq=eu bur=my chi=zh cze=cs dut=nl fre=fr geo=ka ger=de gre=el ice=is mac=mk mao=mi may=ms per=fa rum=ro
slo=sk tib=bo wel=cy in=id iw=he ji=yi jw=jv mo=ro als=sq arb=ar ayr=ay azj=az cmn=zh ekk=et fil=tl fuv=ff gaz=om khk=mn
kmr=ku knc=kr lvs=lv npi=ne ory=or pbt=ps pes=fa plt=mg quy=qu swh=sw uzn=uz ydd=yi zsm=ms
"""
# Other English names, and names of a language in one script or country.
_OTHER_NAMES = {
    "bangla": "bn",
    "brazilian portuguese": "pt-BR",
    "castilian": "es",
    "european portuguese": "pt-PT",
    "farsi": "fa",
    "filipino": "tl",
    "flemish": "nl",
    "kalaallisut": "kl",
    "mandarin": "zh",
    "mandarin chinese": "zh",
    "modern greek": "el",
    "myanmar": "my",
    "norwegian bokmål": "nb",
    "norwegian bokmal": "nb",
    "bokmal": "nb",
    "norwegian nynorsk": "nn",
    "odia": "or",
    "simplified chinese": "zh-Hans",
    "sinhalese": "si",
    "slovene": "sl",
    "sorani": "ckb",
    "traditional chinese": "zh-Hant",
    "uighur": "ug",
    "valencian": "ca-valencia",
}
# Countries of ISO 3166-1. Some have the code of a language too: CA is Canada, and ca is Catalan.
_REGIONS = """
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
VN VU WF WS YE YT ZA ZM ZW
"""
# What people write for a language is sometimes the code of its country.
_COUNTRIES_OF = {
    "cn": "zh", "cz": "cs", "dk": "da", "gr": "el", "ir": "fa", "jp": "ja", "ua": "uk", "vn": "vi",
}  # fmt: skip
# In lower case these mean the country, not Breton and Twi.
_COUNTRY_MEANT = frozenset(("pt-br", "zh-tw"))
# In lower case these could be a language of a country, or a language pair.
_COULD_BE_BOTH = """
ar-ae ar-kw ar-sa de-be de-ch de-li de-lu el-cy en-ca en-gd en-ie en-sg en-za es-ar es-co es-cr es-sv es-ve fa-af fr-be
fr-ca fr-ch fr-lu hy-am it-ch ko-kr ms-bn ms-my ms-sg nl-be nl-sr ta-sg zh-mo zh-sg
"""
# What a resource for the first serves too.
_PARTS = {"no": frozenset(("nb", "nn"))}


Languages = frozenset[str]
"""Two-letter codes of the languages that something is for; where it may also be for any, ``None`` says so."""


class Language(NamedTuple):
    """The codes and the name of a language.

    Attributes:
        two_letters: Its code in ISO 639-1, such as ``es``.
        three_letters: Its code in ISO 639-3, such as ``spa``.
        name: Its English name, in lower case.
    """

    two_letters: str
    three_letters: str
    name: str


_CELLS = iter(_TABLE.split())
LANGUAGES = {
    two: Language(two, three, name.replace("_", " ")) for two, three, name in zip(_CELLS, _CELLS, _CELLS, strict=True)
}
"""The languages, by their two-letter codes."""

_OTHERS = iter(_THREE_LETTERS_ONLY.split())
_NAMES = {code: language.name for code, language in LANGUAGES.items()} | {
    code: name.replace("_", " ") for code, name in zip(_OTHERS, _OTHERS, strict=True)
}
_TWO_LETTERS = {language.three_letters: two for two, language in LANGUAGES.items()}
_TWO_LETTERS |= {pair[:-3]: pair[-2:] for pair in _OTHER_CODES.split()}


class LanguagePair(NamedTuple):
    """The languages of a test set, as tags of BCP 47 such as ``de``, ``pt-BR`` and ``zh-Hans``.

    Attributes:
        target: The language of the translations; empty if it is not known.
        source: The language that they were translated from; empty if it is not known.
    """

    target: str = ""
    source: str = ""


def read_languages(language: str | None, source_language: str | None = None) -> LanguagePair:
    """Return the languages that somebody gave, by one or two arguments or options.

    >>> read_languages("german"), read_languages("en-de")
    (LanguagePair(target='de', source=''), LanguagePair(target='de', source='en'))
    >>> [read_languages(text).target for text in ("ger", "DEU", "pt_BR", "zh-Hans", "eng_Latn-zho_Hant", "en-de_AT")]
    ['de', 'de', 'pt-BR', 'zh-Hans', 'zh-Hant', 'de-AT']

    Args:
        language: The language of the translations, or a language pair; empty or None if it is not known.
        source_language: The source language.

    Raises:
        SpecError: There is no such language, it is not clear which is meant, or the source language is given twice.
    """
    target, source = _read(language or "")
    other, pair = _read(source_language or "")
    if pair:
        raise SpecError(f"{source_language!r} is a language pair", remedy=f"Give the source language alone: {pair}")
    if other and source and to_two_letters(other) != to_two_letters(source):
        raise SpecError(
            f"the source language is {source} in {language!r}, and {other} beside it", remedy="Give one of the two"
        )
    return LanguagePair(target, other or source)


def _read(text: str) -> LanguagePair:
    """Return the languages that a text means; the source only if it is a pair."""
    written = " ".join(text.split())
    if not written:
        return LanguagePair()
    by_name = _find_name(written)
    if by_name:
        return LanguagePair(by_name)
    parts = re.split("[-_]", written)
    _refuse_unclear(text, parts)
    tags: list[str] = []
    while parts and len(tags) < 2:
        if not (language := _find_code(parts[0])):
            raise _unknown(text, parts[0])
        rest = parts[1:]
        tag = [language]
        while rest and (subtag := _find_subtag(rest[0], len(tag) == 1, parts)):
            tag.append(subtag)
            rest = rest[1:]
        tags.append("-".join(tag))
        parts = rest
    if parts:
        raise SpecError(f"{text!r} is more than two languages", remedy="Give one, or a pair such as en-de")
    return LanguagePair(tags[-1], tags[0] if tags[0] != tags[-1] else "")


def is_language(code: str) -> bool:
    """Whether a code is of a language that is known here.

    >>> is_language("deu"), is_language("pt-BR"), is_language("mine")
    (True, True, False)
    """
    return to_two_letters(code) in _NAMES


def _find_code(text: str) -> str:
    code = text.lower()
    code = _TWO_LETTERS.get(code, code)
    return code if code in _NAMES else ""


def _find_name(text: str) -> str:
    name = re.sub("[-_ ]+", " ", text.lower())
    if name in _OTHER_NAMES:
        return _OTHER_NAMES[name]
    return next((code for code, known in _NAMES.items() if known.replace("-", " ") == name), "")


def _find_subtag(text: str, is_first: bool, before: list[str]) -> str:
    """Return a script, country or variant as BCP 47 writes it; empty if it is none, or rather the next language."""
    if len(text) == 4 and text.isalpha():
        return text.title()
    if re.fullmatch("[A-Za-z]{5,8}|[0-9][A-Za-z0-9]{3}|[A-Za-z0-9]*[0-9][A-Za-z0-9]*", text) and 3 <= len(text) <= 8:
        return text.lower()
    if len(text) != 2 or text.upper() not in _REGIONS.split():
        return ""
    together = f"{before[0]}-{text}".lower() if is_first else ""
    is_country = (
        text.isupper()
        or not _find_code(text)
        or together in _COUNTRY_MEANT
        or before[0].lower() == text.lower()  # de-de
    )
    return text.upper() if is_country else ""


def _refuse_unclear(text: str, parts: list[str]) -> None:
    """Refuse what could be a pair or a language of a country, such as ``fr-ca`` and ``EN-DE``."""
    if len(parts) != 2 or not all(map(_find_code, parts)):
        return
    first, second = _find_code(parts[0]), _find_code(parts[1])
    together = "-".join(parts).lower()
    all_upper = text.isupper() and parts[1] in _REGIONS.split() and first != second
    if together in _COUNTRY_MEANT or not (all_upper or (text.islower() and together in _COULD_BE_BOTH.split())):
        return
    country = parts[1].upper()
    raise SpecError(
        f"{text!r} can be {name_language(first)} as written in {country}, or from {name_language(first)} into "
        f"{name_language(second)}",
        remedy=f"Give {first}-{country} for the first, {second} for the second",
    )


def _unknown(text: str, part: str) -> SpecError:
    from difflib import get_close_matches

    known = {name: code for code, name in _NAMES.items()} | _OTHER_NAMES | {code: code for code in _NAMES}
    known |= {code: _TWO_LETTERS[code] for code in _TWO_LETTERS}
    # A code is rather like a code, and a name like a name.
    same = [each for each in known if (len(each) <= 3) == (len(part) <= 3)]
    close = get_close_matches(part.lower()[:40], same, n=1, cutoff=0.5 if len(part) <= 3 else 0.7)
    code = _COUNTRIES_OF.get(part.lower()) or (known[close[0]] if close else "")
    guess = f"Did you mean {code} ({name_language(code)})? " if code else ""
    within = "" if part == text else f" in {text!r}"
    return SpecError(
        f"there is no language {part!r}{within}",
        remedy=f"{guess}Give a code such as de, pt-BR or zh-Hans, an English name, or a pair such as en-de",
    )


def to_two_letters(code: str) -> str:
    """Return the two-letter code of a language. Case, region and variant are dropped; an unknown code stays.

    >>> [to_two_letters(code) for code in ("spa", "ES", "pt-BR", "cat_valencia", "xyz")]
    ['es', 'es', 'pt', 'ca', 'xyz']
    """
    main = re.split("[-_]", code.lower(), maxsplit=1)[0]
    return _TWO_LETTERS.get(main, main)


def is_same_language(code: str, other: str) -> bool:
    """Whether two codes are of the same language and variant.

    >>> is_same_language("es", "SPA"), is_same_language("cat", "ca_valencia")
    (True, False)
    """
    return _normalise(code) == _normalise(other)


def is_for(languages: Languages | None, code: str) -> bool:
    """Whether something for these languages is for a language; so it is where either is not known.

    >>> is_for(frozenset({"en"}), "eng"), is_for(frozenset({"en"}), "ru"), is_for(None, "ru"), is_for(frozenset(), "")
    (True, False, True, True)

    Args:
        languages: The languages; None for any.
        code: The code of a language; empty if it is not known.
    """
    return languages is None or not code or to_two_letters(code) in languages


def share_languages(parts: Iterable[Languages | None]) -> Languages | None:
    """Return the languages that all parts of something are for; None if each is for any.

    >>> share_languages([None, frozenset({"de", "en"}), frozenset({"en"})])
    frozenset({'en'})
    """
    known = [part for part in parts if part is not None]
    return frozenset.intersection(*known) if known else None


def name_language(code: str) -> str:
    """Return the English name of a language, or its code if it has no name here.

    >>> name_language("rus"), name_language("xyz")
    ('Russian', 'xyz')
    """
    name = _NAMES.get(to_two_letters(code))
    return name.title() if name else code


def find_by_name(name: str) -> Languages | None:
    """Return the codes of a language by its English name; None if it has none here.

    >>> sorted(find_by_name("norwegian"))
    ['nb', 'nn', 'no']
    """
    found = frozenset(code for code, language in LANGUAGES.items() if language.name == name.lower())
    return found | _PARTS.get(next(iter(found), ""), frozenset()) or None


def _normalise(code: str) -> list[str]:
    main, *variant = re.split("[-_]", code, maxsplit=1)
    return [to_two_letters(main), *variant]
