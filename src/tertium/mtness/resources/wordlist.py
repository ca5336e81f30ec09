"""A list of words: each form, its base form and what it is; the paper's own resource.

A UTF-8 file, plain or gzip, of lines ``form<TAB>lemma<TAB>tag``; empty lines and those that start with ``#`` are passed
over. A form may have several lines, the likelier reading first, and may be of several words. Tags are ours
(``noun.f.s``), EAGLES (``NCFS000``) or universal (``NOUN``, ``NOUN|Gender=Fem|Number=Sing``, or with a space after the
part of speech), which are recognised by their form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from tertium.errors import InputError, SpecError
from tertium.files.delimited import read_cells
from tertium.mtness.resources.dictionary import Analysis, Wish
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tagsets import eagles, universal
from tertium.mtness.text.words import fold

TAG_SETS = ("auto", "tertium", "eagles", "universal")
COMMENT = "#"
Item = TypeVar("Item")
_COLUMNS = "Give form, lemma and tag, with tabs between them"
_TAGS = "Give one such as NCFS000 or NOUN|Gender=Fem|Number=Sing, or ours, as noun.f.s"


class Wordlist:
    """The readings of forms, and the forms of readings.

    Args:
        entries: Form and reading of each line, in order.
        version: A name for signatures.
    """

    def __init__(self, entries: Iterable[tuple[str, Analysis]], version: str = "wordlist") -> None:
        self._readings: dict[str, list[tuple[str, Analysis]]] = {}
        self._forms: list[tuple[str, Analysis]] = []
        for entry in entries:
            known = self._readings.setdefault(fold(entry[0]), [])
            if entry not in known:
                known.append(entry)
                self._forms.append(entry)
        self.version = version

    def __len__(self) -> int:
        """How many forms there are."""
        return len(self._readings)

    def __iter__(self) -> Iterator[tuple[str, Analysis]]:
        """Forms, as they are written in the list, and readings, in order."""
        return iter(self._forms)

    def look_up(self, form: str) -> tuple[Analysis, ...]:
        """Return all readings of a form, in any case of letters, the likelier first; none if it is not in the list.

        What the list has in the very same letters comes first. What it has only with a capital, such as *RAM*, is
        left out for other letters if there is a reading without.
        """
        return choose_by_case(form, self._readings.get(fold(form), ()))

    def find_forms(self, lemma: str, tag: Tag) -> Sequence[tuple[Tag, str]]:
        """Return all forms of a base form with tags like this one but for gender and number, with their tags."""
        return self._paradigms.get((fold(lemma), _without_agreement(tag)), ())

    def inflect(self, lemma: str, tag: Tag, *, like: str = "") -> str | None:
        """Return the form of a base form that has a tag.

        Gender and number fit if they are the same, or if one of both tags leaves them open; a form that says more of
        what is asked for comes first. Of several as good, it is ``like`` if that is one, else the first in the
        list.

        Args:
            lemma: The base form.
            tag: What the form is to be.
            like: The word as it is, which stays if it will do.

        Returns:
            The form, in lower case unless it is a name; None if there is none.
        """
        best: tuple[int, str] | None = None
        for found, form in self.find_forms(lemma, tag):
            if not (_fits(found.gender, tag.gender) and _fits(found.number, tag.number)):
                continue
            same = 2 * ((found.gender == tag.gender) + (found.number == tag.number)) + (fold(form) == fold(like))
            if best is None or same > best[0]:
                best = (same, form)
        if best is None:
            return None
        return best[1] if tag.part == Part.PROPER else best[1].lower()

    @cached_property
    def _paradigms(self) -> Mapping[tuple[str, Tag], Sequence[tuple[Tag, str]]]:
        paradigms: dict[tuple[str, Tag], list[tuple[Tag, str]]] = {}
        for form, analysis in self._forms:
            key = (fold(analysis.lemma), _without_agreement(analysis.tag))
            paradigms.setdefault(key, []).append((analysis.tag, form))
        return paradigms


class WordlistInflector:
    """A list of words as an ``Inflector``.

    Args:
        wordlist: The list, of the target language.
    """

    def __init__(self, wordlist: Wordlist) -> None:
        self._wordlist = wordlist

    def inflect(self, wishes: Sequence[Wish]) -> list[str | None]:
        """Return the form that each wish is for, in lower case unless it is a name; None if the list has none."""
        forms: list[str | None] = []
        for wish in wishes:
            token, tag = wish.token, wish.token.tag
            wished = replace(tag, gender=wish.gender or tag.gender, number=wish.number or tag.number)
            forms.append(self._wordlist.inflect(token.lemma, wished, like=token.text))
        return forms


def choose_by_case(form: str, entries: Sequence[tuple[str, Item]]) -> tuple[Item, ...]:
    """Return what a table has for a form: with the same capitals if it has that, else with any.

    Args:
        form: The form.
        entries: The form as it is in the table, and what is there for it.
    """
    same = [item for written, item in entries if written == form]
    plain = [item for written, item in entries if written != form and written == written.lower()]
    return tuple(same + plain) or tuple(item for _, item in entries)


def read_wordlist(path: str | Path, *, tags: str = "auto") -> Wordlist:
    """Read a list of words.

    Args:
        path: The file.
        tags: Of which set the tags are: ``auto``, ``tertium``, ``eagles`` or ``universal``.

    Raises:
        InputError: The file cannot be read, or a line has not three columns or no known tag.
        SpecError: There is no such set.
    """
    parse_tag = choose_tag_set(tags)
    digest = sha256()

    def read_entries() -> Iterator[tuple[str, Analysis]]:
        for number, columns in read_cells(path):
            if len(columns) != 3 or not all(columns):
                raise InputError(f"the line has {_describe_columns(columns)}", file=path, line=number, remedy=_COLUMNS)
            form, lemma, native = columns
            digest.update("\t".join(columns).encode())
            yield " ".join(form.split()), Analysis(lemma, parse_tag(native, path, number), native)

    wordlist = Wordlist(read_entries())
    wordlist.version = f"{Path(path).name} {digest.hexdigest()[:12]}"
    return wordlist


def choose_tag_set(tags: str) -> Callable[[str, str | Path, int], Tag]:
    """Return what makes tags of the text in a column.

    Args:
        tags: One of ``TAG_SETS``.

    Returns:
        A function of the text, and of the file and line that an error is to name.

    Raises:
        SpecError: There is no such set.
    """
    if tags not in TAG_SETS:
        raise SpecError(f"a list of words cannot have the tags {tags!r}", remedy=f"There are: {', '.join(TAG_SETS)}")
    known: dict[str, Tag] = {}

    def parse(text: str, file: str | Path, line: int) -> Tag:
        tag = known.get(text)
        if tag is None:
            name = _guess_tag_set(text) if tags == "auto" else tags
            try:
                tag = known[text] = _PARSERS[name](text)
            except SpecError as error:
                raise InputError(error.message, file=file, line=line, remedy=error.remedy) from error
        return tag

    return parse


def _guess_tag_set(text: str) -> str:
    """The set that a tag is of; those of others start with a capital letter, ours never do."""
    if not text[:1].isupper():
        return "tertium"
    return "universal" if universal.is_tag(text) else "eagles"


def _parse_eagles(text: str) -> Tag:
    tag = eagles.convert(text)
    if tag.part == Part.UNKNOWN:
        raise SpecError(f"{text!r} is neither an EAGLES tag nor a universal one", remedy=_TAGS)
    return tag


def _parse_universal(text: str) -> Tag:
    if not universal.is_tag(text):
        raise SpecError(f"{text!r} is not a universal tag", remedy=_TAGS)
    return universal.parse(text)


_PARSERS: Mapping[str, Callable[[str], Tag]] = {
    "tertium": Tag.parse,
    "eagles": _parse_eagles,
    "universal": _parse_universal,
}


def _describe_columns(columns: Sequence[str]) -> str:
    if len(columns) == 3:
        return "an empty column"
    return f"{len(columns)} column{'' if len(columns) == 1 else 's'}, not 3"


@cache
def _without_agreement(tag: Tag) -> Tag:
    return replace(tag, gender="", number="")


def _fits(found: str, wished: str) -> bool:
    return not found or not wished or found == wished
