"""``tertium cache``, and warnings on the command line."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tertium import cli, syntax
from tertium.cli.app import app
from tertium.corpus import CachedCounts
from tertium.errors import InputError, TertiumWarning
from tertium.metrics import FEATURE_CACHE, SCORE_CACHE
from tertium.mtness.resources.form_cache import FormStore
from tertium.mtness.text.tags import Part
from tertium.syntax.cache import ParseStore
from tertium.syntax.trees import Parse
from tests.mtness.notation import GivenCounts


def test_caches_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path))
    counts = f"{tmp_path / 'counts-1.sqlite'}: no counts yet\n"
    counts += f"{tmp_path / 'forms-1.sqlite'}: no word forms of corpora yet\n"
    counts += f"{tmp_path / 'scores-1.sqlite'}: no scores of external programs yet\n"
    counts += f"{tmp_path / 'features-2.sqlite'}: no features of pairs by an encoder yet\n"
    parses = tmp_path / "parses-2.sqlite"
    assert CliRunner().invoke(app, ["cache", "check"]).output == f"{parses}: no parses yet\n{counts}"
    ParseStore(syntax.find_cache()).save("version", {"a": Parse("x"), "b": Parse("y")})
    assert CliRunner().invoke(app, ["cache", "check"]).output == f"{parses}: intact; parses: 2\n{counts}"
    content = parses.read_bytes()
    place = len(content) - 1  # the end of the first row
    parses.write_bytes(content[:place] + bytes([content[place] ^ 1]))
    error = CliRunner().invoke(app, ["cache", "check"]).exception
    assert isinstance(error, InputError)
    assert "the cache of parses is damaged" in str(error)


@pytest.mark.parametrize("damaged", [False, True])
def test_caches_are_emptied_one_by_one(damaged: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path))
    ParseStore(syntax.find_cache()).save("version", {"a": Parse("x")})
    FormStore().get("tagger", {"corpus": "1"}, lambda: {("cat", Part.NOUN): ("cats",)})
    SCORE_CACHE.open().save({b"key": b"3"})
    FEATURE_CACHE.open().save({b"key": b"4"})
    CachedCounts(GivenCounts({"a b": 3})).count_many(["a b"])
    for number, name in enumerate(("counts", "parses", "forms", "scores", "features")):
        (path,) = tmp_path.glob(f"{name}-*.sqlite")
        if damaged:
            path.write_bytes(path.read_bytes()[:-2000] + bytes(2000))
        result = CliRunner().invoke(app, ["cache", "clear", name])
        assert (result.exit_code, result.output) == (0, f"{path}: emptied\n")
        assert damaged or CliRunner().invoke(app, ["cache", "check"]).output.count(": 0\n") == number + 1
    again = CliRunner().invoke(app, ["cache", "clear", "features", "features"])
    assert again.exit_code == 0
    assert len(again.output.splitlines()) == 1


def test_a_cache_of_another_name_is_refused() -> None:
    result = CliRunner().invoke(app, ["cache", "clear", "all"])
    assert result.exit_code == 2
    assert "parses" in result.output


def test_a_warning_is_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def warn() -> None:
        for message in (TertiumWarning("the cache is full"), DeprecationWarning("old")):
            warnings.warn(message, stacklevel=1)

    monkeypatch.setattr("tertium.cli.commands.make_app", lambda *_: warn)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        cli.main()
    first, *others = capsys.readouterr().err.splitlines()
    assert first == "tertium: the cache is full."
    assert "DeprecationWarning: old" in others[0]
