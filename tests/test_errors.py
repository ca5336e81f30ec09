from __future__ import annotations

from pathlib import Path

from tertium.errors import InputError, MissingExtraError, SpecError, TertiumError


def test_message_and_remedy() -> None:
    error = SpecError("there is no metric 'blue'", remedy="The metrics are bleu, chrf")
    assert str(error) == "there is no metric 'blue'. The metrics are bleu, chrf."
    assert str(SpecError("it is wrong")) == "it is wrong."


def test_place() -> None:
    assert str(InputError("it is empty")) == "it is empty."
    assert str(InputError("it is empty", file=Path("hyp.txt"))) == "hyp.txt: it is empty."
    error = InputError("it is empty", file="hyp.txt", line=3, remedy="Fill it")
    assert str(error) == "hyp.txt:3: it is empty. Fill it."
    assert (error.message, error.file, error.line, error.remedy) == ("it is empty", "hyp.txt", 3, "Fill it")


def test_missing_extra() -> None:
    error = MissingExtraError("reading Parquet", "parquet")
    assert str(error).startswith("reading Parquet needs a library that is not installed (the extra 'parquet'). Run: ")
    assert "pip install 'pyarrow>=17'" in str(error)


def test_one_base() -> None:
    assert all(issubclass(kind, TertiumError) for kind in (InputError, SpecError, MissingExtraError))


def test_the_command_line_has_a_remedy_of_its_own() -> None:
    error = InputError("no name", file="x", remedy="Give names=", command_remedy="Give --name")
    assert str(error) == "x: no name. Give names=."
    assert error.for_command_line() == "x: no name. Give --name."
    assert InputError("no name", remedy="Give one").for_command_line() == "no name. Give one."
