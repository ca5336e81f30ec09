"""The paper's table 1 from the Catalan to the verdict, with the real Apertium and exactly its counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.mtness import find_mtness, open_mtness
from tertium.mtness.detection.findings import Finding, Verdict
from tertium.mtness.detection.rule import Rule
from tertium.mtness.pipeline import Pipeline
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.resources.apertium.translator import ApertiumTranslator
from tests.mtness.apertium_installed import needs_apertium
from tests.mtness.notation import GivenCounts

pytestmark = needs_apertium

# The table's counts, and those of its discussion. What Apertium makes of the last row has a preposition more.
COUNTS = {
    "mueran de siete": 0, "mueran de sed": 164,
    "jornada sangrante": 0, "jornada sangrienta": 32_100,
    "salida quiere": 61, "salida vuelo": 310,
    "salir a cena": 7, "salir a cenar": 19_200,
    "endeudamiento limpio": 0, "endeudamiento neto": 1_450,
    "una grande fiesta": 167, "una gran fiesta": 188_000,
    "primero contacto": 416, "primer contacto": 492_000,
    "hacer el melocotón": 0,
    "memoria ramo": 6, "memoria ram": 1_320_000,
    "el disco es lleno": 0, "el disco está lleno": 398,
    "es previsto llegar": 0, "está previsto llegar": 200,
    "disco llevar": 63, "disco duro": 8_540_000,
    "ucrania primer ministro": 72, "primer ministro de ucrania": 517,
    "lo nueve": 369, "lo nueve gobierno": 0,
    "mataron a un policía": 552,
}  # fmt: skip

# What Apertium makes of the Catalan by itself.
TRANSLATED = [
    ("morin de set", "mueran de siete", "mueran de sed", ErrorType.WRONG_SENSE),
    ("sortida vol", "salida quiere", "salida vuelo", ErrorType.WORD_FORM),
    ("disc dur", "disco llevar", "disco duro", ErrorType.WORD_FORM),
    ("el disc és ple", "el disco es lleno", "el disco está lleno", ErrorType.SER_ESTAR),
    ("és previst d'arribar", "es previsto de llegar", "está previsto llegar", ErrorType.SER_ESTAR),
]

# What it has right today, as the paper's system had it.
AS_PRINTED = [
    ("sortir a sopar", "salir a cena", "salir a cenar", ErrorType.WORD_FORM),
    ("una gran festa", "una grande fiesta", "una gran fiesta", ErrorType.APOCOPATION),
    ("primer contacte", "primero contacto", "primer contacto", ErrorType.APOCOPATION),
    ("memòria RAM", "memoria RAMO", "memoria RAM", ErrorType.WORD_FOR_WORD),
    ("és previst arribar", "es previsto llegar", "está previsto llegar", ErrorType.SER_ESTAR),
    ("Ucraïna primer ministre", "Ucrania primer ministro", "Primer ministro de Ucrania", ErrorType.WORD_FOR_WORD),
]


@pytest.fixture(scope="module", params=[Rule(), Rule(tested=False)], ids=["tested", "paper"])
def pipeline(request: pytest.FixtureRequest) -> Pipeline:
    return open_mtness("es", GivenCounts(COUNTS), source_language="ca", rule=request.param)


def find(pipeline: Pipeline, source: str, output: str) -> list[Finding]:
    found = find_mtness([output], pipeline, sources=[source], everything=True).findings
    return [each for each in found if each.verdict is not Verdict.UNDECIDED]


def test_apertium_translates_them_so_today() -> None:
    with ApertiumTranslator("ca", "es") as translator:
        assert translator.translate([row[0] for row in TRANSLATED]) == [row[1] for row in TRANSLATED]


@pytest.mark.parametrize(("source", "output", "right", "error"), [*TRANSLATED, *AS_PRINTED], ids=lambda text: str(text))
def test_the_instance_is_found_with_its_type_and_its_repair(
    pipeline: Pipeline, source: str, output: str, right: str, error: ErrorType
) -> None:
    instances = [each for each in find(pipeline, source, output) if each.verdict is Verdict.INSTANCE]
    assert [each.error for each in instances] == [error]
    assert instances[0].best is not None
    assert (instances[0].text, instances[0].best.text) == (output, right)
    assert instances[0].count == COUNTS.get(output.lower(), 0)


# Apertium's dictionary has one word for each of these, the paper's had two. Its *net* was two words of one form.
PAIRS = """jornada\tjornada
sagnant\tsangrante
sagnant\tsangrienta
endeutament\tendeudamiento
net\tlimpio\tnet\tadjective.m.s
net\tneto\tnet, de comptes\tadjective.m.s
"""


@pytest.mark.parametrize(
    ("source", "output", "right", "error"),
    [
        ("jornada sagnant", "jornada sangrante", "jornada sangrienta", ErrorType.WRONG_SENSE),
        ("endeutament net", "endeudamiento limpio", "endeudamiento neto", ErrorType.WORD_FORM),
    ],
    ids=["sagnant", "net"],
)
def test_other_words_may_come_from_a_table(
    tmp_path: Path, source: str, output: str, right: str, error: ErrorType
) -> None:
    (tmp_path / "pairs.tsv").write_text(PAIRS, encoding="utf-8")
    dictionary = f"pairs({tmp_path / 'pairs.tsv'})"
    pipeline = open_mtness("es", GivenCounts(COUNTS), source_language="ca", dictionary=dictionary)
    (found,) = find(pipeline, source, output)
    assert (found.verdict, found.error, found.count) == (Verdict.INSTANCE, error, 0)
    assert found.best is not None
    assert (found.best.text, found.best.count) == (right, COUNTS[right])


def test_an_idiom_has_no_suggestion_and_is_a_candidate(pipeline: Pipeline) -> None:
    verdicts = {each.text: each.verdict for each in find(pipeline, "fer el préssec", "hacer el melocotón")}
    assert Verdict.INSTANCE not in verdicts.values()
    assert verdicts["el melocotón"] is Verdict.CANDIDATE


def test_a_larger_query_shows_what_a_smaller_one_does_not(pipeline: Pipeline) -> None:
    found = {each.text: each.verdict for each in find(pipeline, "el nou govern", "lo nueve gobierno")}
    assert Verdict.FINE not in (found.get("lo nueve gobierno"), found.get("nueve gobierno"))
    assert {Verdict.CANDIDATE} & set(found.values())


def test_an_unknown_person_is_no_error(pipeline: Pipeline) -> None:
    found = find(pipeline, "van matar en Rigobert Mallafré", "mataron a Rigobert Mallafré")
    assert [each for each in found if each.text.startswith("mataron") and each.verdict is not Verdict.FINE] == []
