"""Findings for tests: a document of four segments, as JSON."""

import json
from pathlib import Path
from typing import Any

from tertium.postedit import SuggestedEdit, TranslatedSegment
from tertium.postedit.edited_text import EditedText

TEXTS = [
    ("Salida quiere a las 8.", "Sortida vol a les 8."),
    ("Se mueran de siete.", "Es morin de set."),
    ("La salida quiere y la SALIDA QUIERE.", "La sortida vol i la SORTIDA VOL."),
    ("La salida quiere irse.", "La sortida desitja anar-se'n."),
]

SEGMENTS = [TranslatedSegment(text, source) for text, source in TEXTS]
SALIDA = SuggestedEdit(
    span="Salida quiere",
    suggestion="Salida vuelo",
    language_pair="ca-es",
    segment=0,
    start=0,
    end=13,
    text=TEXTS[0][0],
    source=TEXTS[0][1],
    source_word="vol",
)


def make_finding(segment: int, text: str, *suggestions: tuple[str, int, str], **fields: Any) -> dict[str, Any]:
    start = TEXTS[segment - 1][0].index(text)
    others = [{"text": new, "count": number, "source": word} for new, number, word in suggestions]
    place = {"segment": segment, "start": start, "end": start + len(text), "text": text, "verdict": "instance"}
    return {**place, "error": "wrong sense", "count": 0, "suggestions": others, **fields}


def make_data() -> dict[str, Any]:
    return {
        "segments": [
            {"number": number, "document": "", "source": source, "text": text}
            for number, (text, source) in enumerate(TEXTS, 1)
        ],
        "findings": [
            make_finding(2, "mueran de siete", ("mueran de sed", 164, "set"), ("mueran de sets", 1, "set")),
            make_finding(1, "Salida quiere", ("Salida vuelo", 310, "vol")),
            make_finding(1, "quiere a las 8", ("vuelo a las 8", 7, "vol")),
            make_finding(3, "salida quiere", ("salida vuelo", 310, "vol")),
            make_finding(4, "irse", verdict="candidate"),
            make_finding(4, "La salida", verdict="fine"),
        ],
    }


def write_data(folder: Path, data: object = None) -> Path:
    path = folder / "found.json"
    path.write_text(json.dumps(make_data() if data is None else data), encoding="utf-8")
    return path


def make_edits(segments: list[TranslatedSegment], edits: list[SuggestedEdit]) -> tuple[list[str], list[SuggestedEdit]]:
    """The texts after edits, and those that overlap with earlier ones."""
    edited = EditedText(segments)
    refused = [each for each in edits if not edited.add(each.segment, each.replacements)]
    return edited.texts, refused
