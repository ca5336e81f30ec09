"""A folder with findings and a repository, and ``tertium postedit`` at work in it."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from tertium.cli.postedit import app
from tertium.errors import InputError, SpecError

TEXTS = {
    "Salida quiere a las 8.": "Sortida vol a les 8.",
    "Se mueran de siete.": "Es morin de set.",
    "La salida quiere.": "La sortida vol.",
}


def call(*arguments: str | Path, answers: str = "") -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], input=answers)


def succeed(*arguments: str | Path, answers: str = "") -> Result:
    result = call(*arguments, answers=answers)
    assert result.exit_code == 0, (result.output, result.exception)
    return result


def refusal(*arguments: str | Path) -> str:
    error = call(*arguments).exception
    assert isinstance(error, InputError | SpecError), error
    return str(error)


def find(segment: int, text: str, suggestions: dict[str, int]) -> dict[str, Any]:
    start = list(TEXTS)[segment - 1].index(text)
    return {
        "segment": segment,
        "start": start,
        "end": start + len(text),
        "text": text,
        "verdict": "instance",
        "error": "wrong sense",
        "count": 61,
        "suggestions": [{"text": new, "count": count, "source": ""} for new, count in suggestions.items()],
    }


class Desk:
    """A folder with findings, and a repository."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.repository = folder, folder / "kept.sqlite"
        self.write("found")

    def write(self, name: str, *further: str) -> Path:
        segments = [
            {"number": number, "document": "", "source": source, "text": text}
            for number, (text, source) in enumerate([*TEXTS.items(), *((each, "") for each in further)], 1)
        ]
        findings = [
            find(1, "Salida quiere", {"Salida vuelo": 310}),
            find(2, "mueran de siete", {"mueran de sed": 164, "mueran de sets": 1}),
            find(3, "salida quiere", {"salida vuelo": 310}),
        ]
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps({"segments": segments, "findings": findings}), encoding="utf-8")
        return path

    def review(self, answers: str, *options: str, name: str = "found") -> Result:
        place = self.folder / f"{name}.json"
        where = ("-o", self.folder / "edited.txt", "--repository", self.repository, "-p", "ca-es", "--replace")
        return succeed("review", place, *where, *options, answers=answers)

    @property
    def edited(self) -> list[str]:
        return (self.folder / "edited.txt").read_text(encoding="utf-8").splitlines()
