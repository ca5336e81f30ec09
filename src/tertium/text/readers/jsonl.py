"""JSONL: one JSON object a line, one line a segment. ``null``, or a reference that is not there, is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tertium.errors import InputError
from tertium.files.lines import read_lines
from tertium.files.opening import shown
from tertium.files.rows import Rows
from tertium.text.readers.columns import NAMES, Columns
from tertium.text.readers.layout import check_reference, is_hypothesis, is_reference
from tertium.text.readers.part import Part, Request
from tertium.text.readers.table import read_rows

Use = Literal["reference", "text", "name", "nothing"]
Complain = Callable[[str, str], InputError]

_ONE_OBJECT = "Give one JSON object a line, without line breaks inside"
_JSON_TYPES = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}


def read(request: Request) -> Iterator[Part]:
    """Reads a JSONL file."""
    # References are numbered here, since there may be lists of them; the table then finds them by those names.
    numbered = replace(request, columns=replace(request.columns, references=None))
    yield from read_rows(_rows(request), numbered, ragged=True)


@dataclass
class _Keys:
    """What each key of the objects is used for, looked up once."""

    columns: Columns
    file: str
    uses: dict[str, Use] = field(default_factory=dict)

    def use(self, key: str) -> Use:
        if key not in self.uses:
            self.uses[key] = self._find(key)
        return self.uses[key]

    def _find(self, key: str) -> Use:
        columns = self.columns
        named = columns.hypotheses.values() if isinstance(columns.hypotheses, Mapping) else columns.hypotheses
        if columns.references is None:
            check_reference(key, self.file)
        if key in columns.references if columns.references is not None else is_reference(key):
            return "reference"
        if key in named if named is not None else is_hypothesis(key):
            return "text"
        if self._is("source", columns.source, key):
            return "text"
        if any(self._is(role, getattr(columns, role), key) for role in ("document", "system", "segment")):
            return "name"
        return "nothing"

    @staticmethod
    def _is(role: str, named: str | None, key: str) -> bool:
        return key == named if named is not None else key.lower() in NAMES[role]


def _rows(request: Request) -> Iterator[Rows]:
    import json

    decode = json.JSONDecoder(object_pairs_hook=_object_without_twins).decode
    keys = _Keys(request.columns, request.path)
    seen: set[str] = set()
    done = 0
    for lines in read_lines(request.path, block_size=request.block_size):
        records = []
        for number, line in enumerate(lines, start=done + 1):
            value = _decode(decode, line, number, request)
            seen.update(value)
            records.append(_record(value, keys, line, number, request))
        yield Rows(_columns(records), range(done + 1, done + 1 + len(records)))
        done += len(records)
    # Each line may do without a reference, so that only now it is known that a key was misnamed.
    for key in request.columns.references or ():
        if key not in seen and "references" in request.wanted:
            raise InputError(
                f"no line has the key {key!r}",
                file=shown(request.path),
                remedy=f"The keys are {', '.join(sorted(seen))}",
            )


class _TwinKeyError(ValueError):
    """A key that an object has twice."""


def _object_without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _TwinKeyError(next(key for key in found if keys.count(key) > 1))
    return found


def _decode(decode: Callable[[str], Any], line: str, number: int, request: Request) -> dict[str, Any]:
    complain = _complaint(request, number)
    try:
        value = decode(line)
    except _TwinKeyError as error:
        raise complain(f"the key {str(error)!r} is there twice", "Give each key once") from None
    except RecursionError:
        raise complain("the JSON is nested too deeply", _ONE_OBJECT) from None
    except ValueError as error:
        column = f", character {error.colno}" if hasattr(error, "colno") else ""
        reason = getattr(error, "msg", str(error))
        raise complain(f"this is not JSON ({reason}{column})", _ONE_OBJECT) from None
    if not isinstance(value, dict):
        raise complain(f"the line is {_json_type(value)}, not an object", _ONE_OBJECT)
    return value


def _record(value: dict[str, Any], keys: _Keys, line: str, number: int, request: Request) -> dict[str, str | None]:
    """The cells of one line that are of use, references numbered."""
    complain = _complaint(request, number)
    record: dict[str, str | None] = {}
    references: list[str] = []
    for key, content in value.items():
        use = keys.use(key)
        if use == "reference":
            listed = content if isinstance(content, list) else [content]
            references += [text for item in listed if (text := _text(key, item, complain)) is not None]
        elif use == "text":
            record[key] = _text(key, content, complain)
        elif use == "name":
            is_number = isinstance(content, int) and not isinstance(content, bool)
            record[key] = str(content) if is_number else _text(key, content, complain)
    record.update({f"reference {at}": text for at, text in enumerate(references, start=1)})
    if "\\u" in line:  # only an escape can bring in what is not text
        for key, text in record.items():
            _check_characters(key, text or "", complain)
    return record


def _text(key: str, content: object, complain: Complain) -> str | None:
    if content is None or isinstance(content, str):
        return content
    raise complain(f"the value of {key!r} is {_json_type(content)}, not a string", "Write the text as a JSON string")


def _check_characters(key: str, text: str, complain: Complain) -> None:
    if "\0" in text:
        raise complain(f"there is a NUL character in {key!r}", "Remove the \\u0000")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise complain(f"there is half a surrogate pair in {key!r}", "Write both halves, or the character itself")


def _columns(records: Sequence[Mapping[str, str | None]]) -> dict[str, list[str | None]]:
    keys = dict.fromkeys(key for record in records for key in record)
    return {key: [record.get(key) for record in records] for key in keys}


def _complaint(request: Request, number: int) -> Complain:
    return lambda message, remedy: InputError(message, file=shown(request.path), line=number, remedy=remedy)


def _json_type(value: object) -> str:
    return _JSON_TYPES.get(type(value), "a number")
