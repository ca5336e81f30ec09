"""The rules of the house: names, sizes and dataclasses, measured by ``bench.structure``."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.structure import House, SourceFile

ROOT = Path(__file__).resolve().parent.parent

# Its source is part of the version of a parser, which is in signatures: it cannot change without them.
EXEMPT = ["syntax/clear_phrases.py: Dependents"]


@pytest.fixture(scope="module")
def house() -> House:
    return House.read(ROOT)


def test_no_file_name_occurs_twice_in_a_room(house: House) -> None:
    assert house.repeated_files == {}


def test_dataclasses_with_more_than_four_fields_are_keyword_only(house: House) -> None:
    assert house.positional_dataclasses == EXEMPT


def test_every_file_name_says_what_is_in_it(house: House) -> None:
    assert house.vague_files == ["sacrebleu/metrics/helpers.py", "sacrebleu/utils.py"]


def make_house(**texts: str) -> House:
    """A house of some files; two underscores in a name are a folder."""
    return House(tuple(SourceFile(Path(name.replace("__", "/") + ".py"), text) for name, text in texts.items()))


FIVE = "    a: int\n    b: int\n    c: int\n    d: int\n    e: int\n"


def test_every_breach_is_seen() -> None:
    house = make_house(
        room__one="class A: ...\n",
        room__inner__one="def f():\n    class A: ...\n",
        room__utils=f"@dataclass\nclass B:\n{FIVE}",
        room__long="x = 1\n" * 501,
    )
    assert house.repeated_classes == {"A": ["room/one.py", "room/inner/one.py"]}
    assert house.repeated_files == {"room/…/one.py": ["room/one.py", "room/inner/one.py"]}
    assert house.positional_dataclasses == ["room/utils.py: B"]
    assert house.long_files == ["room/long.py: 501 lines"]
    assert house.vague_files == ["room/utils.py"]


@pytest.mark.parametrize(
    ("text", "is_breach"),
    [
        (f"@dataclass(frozen=True)\nclass A:\n{FIVE}", True),
        (f"@dataclasses.dataclass\nclass A:\n{FIVE}", True),
        (f"@dataclass(frozen=True, kw_only=True)\nclass A:\n{FIVE}", False),
        (f"class A:\n{FIVE}", False),
        (f"@dataclass\nclass A:\n{FIVE.replace('e: int', '_: KW_ONLY')}    f: int\n", False),
        (f"@dataclass\nclass A:\n{FIVE.replace('e: int', 'e: int = field(init=False)')}", False),
        (f"@dataclass\nclass A:\n{FIVE.replace('e: int', 'e: ClassVar[int]')}", False),
        (f"@dataclass(kw_only=True)\nclass A:\n{FIVE}@dataclass\nclass B(A):\n    f: int\n", True),
        ("@dataclass\nclass A:\n    a: int\n@dataclass\nclass B(A):\n    b: int\n", False),
    ],
)
def test_positional_dataclasses_are_seen(text: str, is_breach: bool) -> None:
    assert bool(make_house(room__file=text).positional_dataclasses) is is_breach


def test_modules_that_one_other_imports_are_counted_through_exports() -> None:
    house = make_house(
        room____init__="from tertium.room.deep import thing\n",
        room__deep="thing = 1\n",
        room__shared="x = 1\n",
        door__a="from tertium.room import thing\nfrom tertium.room import shared\n",
        door__b="def f():\n    from ..room.shared import x\n",
    )
    assert house.imported_once == ["tertium.room.deep"]


def test_passages_that_stand_twice_are_found() -> None:
    passage = "".join(f"    x{number} = {number}\n" for number in range(7))
    house = make_house(
        room__one=f"def f():\n{passage}    return 1\n",
        room__two=f"def g():\n\n{passage}    return 2\n",
        room__three="x0 = 0\nx1 = 1\nx2 = 2\nx3 = 3\nx4 = 4\n",
    )
    assert house.repeated_passages == [("room/one.py:2", "room/two.py:3")]
