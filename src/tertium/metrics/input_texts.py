"""Test sets from what a caller has in memory: lists of strings, columns, or a data frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Union

from tertium import _core
from tertium.arrow import ArrowData, find_arrow, find_column, read_labels
from tertium.errors import InputError, SpecError
from tertium.frame import find_frame
from tertium.languages import read_languages
from tertium.text.signs import warn_of_text
from tertium.text.text_changes import normalise_texts
from tertium.types import References, TestSet, check_segments

if TYPE_CHECKING:
    from tertium.text.readers.columns import Columns

TextList = Sequence[str] | ArrowData
ReferenceList = Sequence[str | Sequence[str | None] | None] | ArrowData
HypothesisColumns = str | Sequence[str] | Mapping[str, str]
ColumnRoles = Union["Columns", str, Mapping[str, str | Sequence[str]]]


def make_test_set(
    systems: Mapping[str, TextList] | ArrowData,
    references: ReferenceList | str | None = None,
    documents: TextList | str | None = None,
    language: str = "",
    *,
    sources: TextList | str | None = None,
    hypothesis: HypothesisColumns | None = None,
    columns: ColumnRoles | None = None,
    normalise: str = "",
) -> TestSet:
    """Make a test set from lists of strings, from columns, or from a data frame.

    >>> test_set = make_test_set({"one": ["a dog"], "two": ["the dog"]}, [["a dog", "one dog"]])
    >>> len(test_set), list(test_set.systems), test_set.references.of(0)
    (1, ['one', 'two'], ['a dog', 'one dog'])

    Data frames are those of pandas, polars, DuckDB, pyarrow, datasets of Hugging Face, and of any other library with
    Arrow's PyCapsule interface. Columns are understood by their names, as in files, or by the names that are given.

    Args:
        systems: The hypotheses of each system, by its name; or a data frame.
        references: One entry per segment, as for ``score``; with a data frame the names of its columns of references.
            None if there are no references; with a data frame ``()``.
        documents: The document of each segment; with a data frame the name of that column.
        language: The language of hypotheses and references, as for ``score``.
        sources: The source of each segment, which some metrics compare with; with a data frame the name of that column.
        hypothesis: With a data frame, its columns of hypotheses: one, several, or those of each system by its name.
        columns: With a data frame, what else its columns contain, as for ``open_test_set``; a string, or a dictionary
            from roles to names.
        normalise: The Unicode normal form that texts are given, ``nfc`` or ``nfkc``; signatures say so.

    Raises:
        InputError: If the lists differ in length, or something is not a text.
        SpecError: If there is no such language or normal form.

    Warns:
        TextWarning: If a text looks tokenised or escaped, or has other forms of characters than the references.
    """
    language = read_languages(language).target
    records = find_frame(systems) if isinstance(systems, list | tuple) else None
    table = find_arrow(systems if records is None else records, "the systems")
    if table is not None:
        test_set = _read_table(table, references, documents, sources, language, hypothesis, columns)
    else:
        _refuse_records(systems, mapping=False)
        _refuse_columns(hypothesis, columns)
        test_set = _read_lists(systems, references, documents, sources, language)
    test_set = normalise_texts(test_set, normalise)
    warn_of_text({"": test_set})
    return test_set


def take_test_set(given: object) -> TestSet:
    """Return a test set; or that of a reader or a data frame, if one is given in its place.

    >>> take_test_set({"mt": ["a dog"], "ref": ["a dog"]}).references.of(0)
    ['a dog']

    Raises:
        InputError: It is something else.
    """
    from tertium.text.readers.layout import is_hypothesis
    from tertium.text.readers.lockstep import TestSetReader

    if isinstance(given, TestSet):
        return given
    if isinstance(given, TestSetReader):
        return given.read()
    frame = find_frame(given)
    table = find_arrow(given if frame is None else frame, "the test set")
    if table is not None and table.names is not None and (frame is None or any(map(is_hypothesis, table.names))):
        return make_test_set(table)
    raise InputError(
        f"the test set is of type {type(given).__name__}",
        remedy="Give tertium.make_test_set(systems, references), tertium.read_test_set(files, references), or a data "
        "frame with columns such as mt and ref",
    )


def make_single(
    hypotheses: TextList | None,
    predictions: TextList | None,
    references: ReferenceList | str | None,
    documents: TextList | str | None,
    sources: TextList | str | None,
    language: str,
    hypothesis: HypothesisColumns | None,
    columns: ColumnRoles | None,
    normalise: str = "",
) -> TestSet:
    """Make a test set of one system, from the arguments of ``score``.

    Raises:
        InputError: There are no hypotheses, or more than one system; or as for ``make_test_set``.
    """
    given = predictions if hypotheses is None else hypotheses
    if given is None or (hypotheses is not None and predictions is not None):
        raise InputError(
            "no hypotheses are given" if given is None else "both hypotheses and predictions are given",
            remedy="Give the hypotheses as the first argument, or as predictions=",
        )
    frame = find_frame(given)
    table = find_arrow(given if frame is None else frame, "the hypotheses")
    if table is None or table.names is None:
        _refuse_records(given)
        _refuse_columns(hypothesis, columns)
        return make_test_set(
            {"": given if table is None else table},
            references,
            documents,
            language,
            sources=sources,
            normalise=normalise,
        )
    test_set = make_test_set(
        table,
        references,
        documents,
        language,
        sources=sources,
        hypothesis=hypothesis,
        columns=columns,
        normalise=normalise,
    )
    if len(test_set.systems) > 1:
        is_long = len(table) > len(test_set)  # each system has rows of its own
        choose = "Give the rows of one system only" if is_long else "Choose one with hypothesis="
        raise InputError(
            f"the data frame has {len(test_set.systems)} systems: {', '.join(test_set.systems)}",
            remedy=f"{choose}, compare them with tertium.compare, or score all with "
            "tertium.score_systems(tertium.make_test_set(data), metrics)",
        )
    (name,) = test_set.systems
    # A column is not the name of a system: the result is that of the same lists.
    return replace(test_set, systems={"": test_set.systems[name]}) if name in table.names else test_set


def _read_lists(systems: object, references: object, documents: object, sources: object, language: str) -> TestSet:
    if not isinstance(systems, Mapping):
        raise InputError(
            f"the systems are of type {type(systems).__name__}",
            remedy="Give a dictionary from names to lists of hypotheses, or a data frame",
        )
    checked = {
        name: check_segments(hypotheses, f"the hypotheses of {name!r}" if name else "the hypotheses")
        for name, hypotheses in systems.items()
    }
    count = len(next(iter(checked.values()), ()))
    if references is None:
        # Metrics that need references refuse the test set; others score it.
        references = [None] * count
    _check_nesting(count, references)
    nested = References.from_nested(references)  # type: ignore[arg-type]  # it is checked there
    return TestSet(
        systems=checked,
        references=nested,
        sources=None if sources is None else check_segments(sources, "the sources"),
        documents=_read_documents(documents),
        language=language,
    )


def _read_documents(documents: object) -> Sequence[str] | None:
    if documents is None:
        return None
    column = find_column(documents, "the documents")
    return check_segments(documents, "the documents") if column is None else read_labels(column, 0, "the documents")


def _read_table(
    table: _core.ArrowTable,
    references: object,
    documents: object,
    sources: object,
    language: str,
    hypothesis: HypothesisColumns | None,
    columns: ColumnRoles | None,
) -> TestSet:
    # Imported only here: most callers have lists.
    from tertium.text.readers.columns import Columns
    from tertium.text.readers.data_frame import read_data_frame

    if table.names is None:
        raise InputError("the systems are a single column", remedy="Give a dictionary from names to columns")
    roles = Columns.make(columns)
    given: dict[str, object] = {}
    if hypothesis is not None:
        given["hypotheses"] = hypothesis if isinstance(hypothesis, Mapping) else _names(hypothesis, "hypothesis")
    if references is not None:
        given["references"] = _names(references, "references")
    if documents is not None:
        (given["document"],) = _names(documents, "documents")[:1] or ("",)
    if sources is not None:
        (given["source"],) = _names(sources, "sources")[:1] or ("",)
    for role in given:
        if getattr(roles, role) is not None:
            raise SpecError(f"the {role} are named twice", remedy="Name them by an argument, or in columns=")
    return read_data_frame(table, replace(roles, **given), language)  # type: ignore[arg-type]


def _names(given: object, argument: str) -> tuple[str, ...]:
    """Return names of columns; with a data frame, nothing else can be meant."""
    if isinstance(given, str):
        return (given,) if given else ()
    if isinstance(given, Sequence) and all(isinstance(name, str) for name in given):
        return tuple(given)
    raise InputError(
        f"{argument}= is of type {type(given).__name__}, not names of columns of the data frame",
        remedy="Give the names of columns of the data frame, or give all texts as lists or columns",
    )


def _refuse_records(given: object, *, mapping: bool = True) -> None:
    """Refuse what looks like a data frame and is none: a lazy one, a list of records, and a mapping if that is one."""
    if type(given).__name__ == "LazyFrame":
        raise InputError("the data frame is lazy: its rows are not known yet", remedy="Give data.collect()")
    is_list = isinstance(given, list | tuple) and bool(given) and isinstance(given[0], Mapping)
    if is_list or (mapping and isinstance(given, Mapping)):
        raise InputError(
            f"a {'list of dictionaries' if is_list else 'dictionary'} is not a data frame",
            remedy="Make one of it, such as polars.DataFrame(data), or give a list of hypotheses and one of references",
        )


def _refuse_columns(hypothesis: object, columns: object) -> None:
    for name, value in (("hypothesis", hypothesis), ("columns", columns)):
        if value is not None:
            raise SpecError(f"{name}= names columns, and there is no data frame", remedy="Give it as first argument")


def _check_nesting(count: int, references: object) -> None:
    """Refuse references that are nested the other way round, as sacrebleu takes them."""
    if not isinstance(references, Sequence) or len(references) in (0, count):
        return
    if all(isinstance(entry, Sequence) and not isinstance(entry, str) and len(entry) == count for entry in references):
        raise InputError(
            f"the references are nested as {len(references)} list{'' if len(references) == 1 else 's'} of {count}, "
            "one list per translation",
            remedy="Give one entry per segment, such as list(zip(*references))",
        )
