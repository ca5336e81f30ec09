"""What each argument of the core is, by its type and its name: a function that makes one that fits a scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import numpy as np

from tertium import _core
from tertium.lexicon import packed_wordnet
from tests.fuzz.core_scene import FLOATS, NUMBERS, ODDITIES, Scene

Make = Callable[[Scene], Any]

_KEEP = (True, True, True)
_TEXT = b"the dog of the cat\nthe dog\n\na b . c\n" * 20
_WORDNET = Path(packed_wordnet.__file__).with_name("wordnet-3.0.bin")
_FRAGMENTS = 2


class NotArrow:
    """An object that speaks Arrow, but says nonsense."""

    def __init__(self, answer: object) -> None:
        self._answer = answer

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        del requested_schema
        return self._answer


class NotArrowArray:
    """The same for an array."""

    def __init__(self, *answer: object) -> None:
        self._answer = answer

    def __arrow_c_array__(self, requested_schema: object = None) -> object:
        del requested_schema
        return self._answer


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="core")


def _new_folder(scene: Scene) -> str:
    """A folder that may be there or not."""
    path = Path(_folder().name, str(scene.dice.randrange(3)))
    if scene.dice.random() < 0.5:
        path.mkdir(exist_ok=True)
    return str(path)


@cache
def _shard() -> tuple[str, int]:
    builder = _core.IndexBuilder(_KEEP, 1 << 20)
    builder.begin_document("d")
    builder.feed(_TEXT, 0)
    builder.end_document()
    folder = Path(_folder().name, "shard")
    folder.mkdir()
    return str(folder), builder.write(folder)[4]


@cache
def _wordnet() -> _core.WordNet:
    return _core.WordNet(_WORDNET)


def _make_builder(scene: Scene) -> _core.IndexBuilder:
    builder = _core.IndexBuilder(_KEEP, scene.dice.choice((0, 1 << 10, 1 << 20)))
    if scene.dice.random() < 0.8:
        builder.begin_document("d")
        builder.feed(_TEXT[: scene.dice.randrange(len(_TEXT))], 0)
    return builder


def _make_merger(scene: Scene) -> _core.IndexMerger:
    """A merger of two equal shards, with empty folders of its own."""
    folders = [Path(mkdtemp(dir=_folder().name)) for _ in range(2)]
    memory = scene.dice.choice((1 << 20, 1 << 24))
    return _core.IndexMerger([(*_shard(), False)] * 2, *folders, memory, scene.dice.choice((0, 1, 3)), 1)


def _make_arrow(scene: Scene) -> object:
    """Data of all types that libraries export, sliced, with nulls, empty."""
    try:
        import pyarrow
    except ImportError:
        return NotArrow(scene.dice.choice(ODDITIES))
    texts = [None if scene.dice.random() < 0.1 else text for text in scene.hypotheses]
    kinds = (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.dictionary(pyarrow.int8(), "str"))
    column = pyarrow.array(texts, scene.dice.choice(kinds))
    count = len(texts)
    lists = [None if scene.dice.random() < 0.1 else scene.texts() for _ in texts]
    others = {
        "lists": pyarrow.array(lists, pyarrow.list_(pyarrow.string())),
        "large": pyarrow.array(lists, pyarrow.large_list(pyarrow.large_string())),
        "pairs": pyarrow.array([["a", None]] * count, pyarrow.list_(pyarrow.string(), 2)),
        "nothing": pyarrow.nulls(count),
        "numbers": pyarrow.array(
            range(count), scene.dice.choice((pyarrow.int8(), pyarrow.uint64(), pyarrow.float32()))
        ),
        "bytes": pyarrow.array([b"\xff"] * count, pyarrow.binary()),
        "false": pyarrow.array([b"\xff"] * count, pyarrow.binary()).view(pyarrow.string()),
        "struct": pyarrow.array([{"a": "b"}] * count, pyarrow.struct([("a", pyarrow.string())])),
        "runs": pyarrow.RunEndEncodedArray.from_arrays([count], pyarrow.array(["a"])) if count else pyarrow.nulls(0),
    }
    chosen = scene.dice.sample(sorted(others), 3)
    table = pyarrow.table({"texts": column, **{name: others[name] for name in chosen}})
    start = scene.dice.randrange(count + 1)
    reader = table.to_reader()
    reader.read_all()
    return scene.dice.choice(
        (
            table,
            table.slice(start),
            column,
            column.slice(start),
            others[chosen[0]],
            others[chosen[1]].slice(start),
            reader,  # which was read already
            NotArrow(scene.dice.choice(ODDITIES)),
            NotArrow(column.__arrow_c_array__()[0]),
            NotArrowArray(*column.__arrow_c_array__()[::-1]),
            NotArrowArray(),
        )
    )


def _make_numbers(scene: Scene) -> list[int]:
    words = max(1, len(scene.vocabulary))
    return [scene.dice.randrange(words) for _ in range(scene.dice.choice((0, 1, 5, 40)))]


def _make_column(scene: Scene) -> _core.TextColumn:
    return _core.TextColumn(scene.hypotheses)


def _pack(scene: Scene, at: int) -> tuple[_core.Characters, _core.Tokens | None]:
    texts = (scene.hypotheses, scene.references)[at]
    return _core.pack_characters(texts, False, 1), scene.tokens[at] if scene.has_words else None


def _make_weights(scene: Scene) -> _core.FragmentWeights | None:
    if scene.dice.random() < 0.5:
        return None
    fragments = _core.read_brackets(["(S (N a))", "(N a)"], True, False, True, 1)
    return _core.FragmentWeights(scene.dice.random() < 0.5, fragments, np.array([1.0, 2.0]), np.array([1.0]))


def _make_columns(scene: Scene) -> list[object]:
    return [scene.floats(3), np.arange(3), ["a", None, "\0"]][: scene.dice.choice((0, 1, 3, 3))]


def _make_costs(scene: Scene) -> np.ndarray[Any, Any] | None:
    cost = scene.dice.choice((None, *FLOATS))
    return None if cost is None else np.full(sum(_wordnet().synset_counts), cost)


def _make_tensors(scene: Scene) -> list[np.ndarray[Any, Any]]:
    """Weights of an encoder of one layer, now and then with odd numbers, or one of them too short."""
    sizes = [*(12, 20, 8, 4, 4), *(16, 4) * 4, *(4, 4, 24, 6, 24, 4, 4, 4)]
    tensors = [np.clip(scene.floats(size), -1e30, 1e30).astype(np.float32) for size in sizes]
    if scene.dice.random() < 0.2:
        tensors.pop(scene.dice.randrange(len(tensors)))
    return tensors


@cache
def _encoder() -> _core.Encoder:
    dice = np.random.default_rng(1)
    sizes = [*(12, 20, 8, 4, 4), *(16, 4) * 4, *(4, 4, 24, 6, 24, 4, 4, 4)]
    tensors = [dice.normal(size=size).astype(np.float32) for size in sizes]
    return _core.Encoder(tensors, heads=2, inner=6, first_position=0, epsilon=1e-12)


def _make_states(scene: Scene) -> np.ndarray[Any, Any]:
    return np.clip(scene.floats(len(scene.references), 2, 3), -1e30, 1e30).astype(np.float32)


def _choose(*values: object) -> Make:
    return lambda scene: scene.dice.choice(values)


_BY_TYPE: Mapping[str, Make] = {
    "ArrowTable": lambda scene: _core.ArrowTable(_make_arrow(scene)),
    "Characters": lambda scene: _pack(scene, 0)[0],
    "FragmentWeights | None": _make_weights,
    "Information": lambda scene: _core.learn_information(scene.tokens[1], scene.dice.choice((1, 4))),
    "Sequence[TextColumn]": lambda scene: [_make_column(scene)] * scene.dice.choice((0, 1, 3)),
    "Sequence[_ModuleKeys]": lambda scene: [scene.stage() for _ in range(scene.dice.choice((0, 1, 2)))],
    "Sequence[int]": _make_numbers,
    "Sequence[object]": _choose(*ODDITIES, ["a"] * 3),
    "Sequence[str]": lambda scene: scene.dice.choice((scene.texts(), _core.TextColumn(scene.texts()))),
    "TextColumn": _make_column,
    "Vocabulary": lambda scene: scene.vocabulary,
    "bool": _choose(False, True),
    "bytes": lambda scene: _TEXT[: scene.dice.randrange(len(_TEXT))],
    "float": _choose(0.1, 0.5, 1.0, 3.0, *FLOATS),
    "object": lambda scene: scene.dice.choice((*ODDITIES, *scene.hypotheses)),
    "slice": lambda scene: slice(*(scene.dice.choice((None, *NUMBERS)) for _ in range(3))),
    "tuple[bool, bool, bool]": lambda scene: tuple(scene.dice.random() < 0.5 for _ in range(3)),
}

_BY_NAME: Mapping[str, Make] = {
    "blocks: int": _choose(1, 7, 1024, (1 << 32) - 1),
    "budget: int": _choose(0, 1, 1000),
    "character_order: int": _choose(0, 1, 6),
    "checksum: int": lambda _: _shard()[1],
    "chosen: NDArray[np.int64]": lambda s: s.numbers(np.int64, s.count, -1, max(0, len(s.references) - 1)),
    "chosen: NDArray[np.uint8]": lambda s: s.numbers(np.uint8, -(-s.rows // 8) * 3, 0, 255).reshape(3, -1),
    "column: int": _choose(0, 1, 2, 3),
    "columns: Sequence[NDArray[np.float64] | NDArray[np.int64] | Sequence[str]]": _make_columns,
    "context: int": _choose(0, 3, 1 << 62),
    "costs: NDArray[np.float64] | None": _make_costs,
    "count: int": _choose(0, 1, 5, 7),
    "counts: NDArray[np.int64]": lambda s: s.numbers(np.int64, s.count, 0, 5),
    "data: object": _make_arrow,
    "depth: int": _choose(1, 3, 100),
    "draws: NDArray[np.int64]": lambda s: s.numbers(np.int64, 12, 0, s.rows - 1).reshape(3, 4),
    "edges: bool": _choose(False, True),
    "epsilon: float": _choose(1e-12, *FLOATS),
    "first: Tokens": lambda s: s.tokens[0],
    "first: int": _choose(0, 1, 1 << 62, (1 << 64) - 1),
    "first_position: int": _choose(0, 1, 4, 5, 1 << 62),
    "fixed: NDArray[np.float64]": lambda s: s.floats(3 * s.width),
    "folder: str | PathLike[str]": lambda s: s.dice.choice((_shard()[0], _new_folder(s))),
    "fragments: Forest": lambda s: s.forest(_FRAGMENTS, is_chain=True),
    "given: tuple[NDArray[np.float64], NDArray[np.float64]]": lambda s: (
        s.floats(2, 3 * s.width),
        s.floats(2, 3 * s.width),
    ),
    "groups: NDArray[np.uint32]": lambda s: s.numbers(np.uint32, len(s.vocabulary), 0, 0),
    "heads: int": _choose(0, 1, 2, 3, 1 << 62),
    "hypotheses: Forest": lambda s: s.forest(s.count),
    "hypotheses: Tokens": lambda s: s.tokens[0],
    "hypotheses: tuple[Characters, Tokens | None]": lambda s: _pack(s, 0),
    "inner: int": _choose(0, 6, 6, 7, 1 << 62),
    "is_function: NDArray[np.bool_]": lambda s: s.numbers(np.bool_, len(s.vocabulary), 0, 1),
    "layers: Sequence[int]": _choose([0, 1], [1], [], [1, 0], [2], [0, 0, 1]),
    "least: int": _choose(1, 2, 5),
    "length: int": _choose(1, 3, 100),
    "limit: int": _choose(0, 3, 255),
    "mixture: Sequence[tuple[float, float]]": lambda s: [
        (s.dice.choice(FLOATS), s.dice.choice(FLOATS)) for _ in range(s.dice.choice((0, 1, 4, 9)))
    ],
    "memory: int": _choose(0, 1 << 20, 1 << 62),
    "most: int": _choose(0, 1, 4, 1 << 62),
    "milliseconds: int": _choose(0, 100, (1 << 16) - 1, 1 << 16, -1),
    "name: str": lambda s: s.text(),
    "names: Sequence[str]": lambda s: ["x", "y", "z"][: s.dice.choice((0, 1, 3, 3))],
    "number: int": _choose(0, 1, 1 << 31),
    "objective: str": _choose("min-crossing", "min-chunk"),
    "objective_name: str": _choose("min-crossing", "min-chunk"),
    "offsets: NDArray[np.int64]": lambda s: s.offsets,
    "order: int": _choose(1, 4, 100),
    "other_offsets: NDArray[np.int64]": lambda s: s.offsets,
    "other_states: NDArray[np.float32]": _make_states,
    "others: NDArray[np.float64]": lambda s: s.floats(s.dice.choice((1, s.rows)), s.width),
    "path: str | PathLike[str]": lambda s: s.dice.choice((str(_WORDNET), _shard()[0], "/dev/null", "/no/such")),
    "phrase: str": lambda s: s.text(),
    "pieces: NDArray[np.uint32]": lambda s: s.numbers(np.uint32, len(s.references), 0, 2 + (s.dice.random() < 0.2)),
    "place: slice": lambda s: s.dice.choice((_BY_TYPE["slice"](s), *NUMBERS)),
    "references: Forest": lambda s: s.forest(len(s.references)),
    "references: Tokens": lambda s: s.tokens[1],
    "references: tuple[Characters, Tokens | None]": lambda s: _pack(s, 1),
    "ranges: int": _choose(0, 1, 3),
    "rows: NDArray[np.float64]": lambda s: s.floats(s.rows, s.width),
    "rows: NDArray[np.int64]": lambda s: s.numbers(np.int64, 3, 0, max(0, s.count - 1)),
    "scratch: str | PathLike[str]": _new_folder,
    "second: Tokens": lambda s: s.tokens[0],
    "seed: int": _choose(0, 1, (1 << 64) - 1),
    "shard: int": _choose(0, 0, 1),
    "shards: Sequence[tuple[str | PathLike[str], int]]": lambda s: [_shard()] * s.dice.choice((0, 1, 2)),
    "shards: Sequence[tuple[str | PathLike[str], int, bool]]": lambda s: (
        [(*_shard(), s.dice.random() < 0.5)] * s.dice.choice((0, 1, 2))
    ),
    "start: int": _choose(0, 1, 1 << 62),
    "states: NDArray[np.float32]": _make_states,
    "synsets: NDArray[np.uint32]": lambda s: s.numbers(np.uint32, len(s.references), 0, 1000),
    "tallies: NDArray[np.float32]": lambda s: np.clip(s.floats(s.rows, s.width), -1e38, 1e38).astype(np.float32),
    "tallies: NDArray[np.float64]": lambda s: s.floats(s.rows, s.width),
    "tensors: Sequence[NDArray[np.float32]]": _make_tensors,
    "threads: int": _choose(1, 1, 2),
    "times: int": _choose(0, 1, 2),
    "tokenizer: str": lambda s: s.tokenizer,
    "totals: tuple[NDArray[np.float64], NDArray[np.float64]]": lambda s: (s.floats(3 * s.width), s.floats(3 * s.width)),
    "weights: NDArray[np.float64]": lambda s: abs(s.floats(_FRAGMENTS)),
    "word_order: int": _choose(0, 2),
}

# Where the name of an argument means something else than elsewhere.
_BY_FUNCTION: Mapping[str, Make] = {
    "IndexMerger(folder)": _new_folder,
    "FragmentWeights(others)": lambda s: abs(s.floats(s.width)),
    "tally_word_groups(count)": _choose(1, 5, 10_000),
}

OWNERS: Mapping[str, Make] = {
    **{name: _BY_TYPE[name] for name in ("ArrowTable", "Characters", "TextColumn", "Vocabulary")},
    "Encoder": lambda _: _encoder(),
    "Forest": lambda s: s.forest(s.count),
    "IndexBuilder": _make_builder,
    "IndexMerger": _make_merger,
    "IndexShards": lambda _: _core.IndexShards(_KEEP, [_shard()], 1 << 20),
    "PhraseScanner": lambda s: _core.PhraseScanner(["the *", "dog", "", s.text()], _KEEP, True, 1),
    "Tokens": lambda s: s.tokens[0],
    "WordNet": lambda _: _wordnet(),
}
"""The object that a method is called on, by its class."""


def find_argument(function: str, name: str, annotation: str) -> Make:
    """Return what makes an argument.

    Raises:
        LookupError: Nothing is known of such an argument, so that the function is not attacked.
    """
    places: Sequence[tuple[Mapping[str, Make], str]] = (
        (_BY_FUNCTION, f"{function}({name})"),
        (_BY_NAME, f"{name}: {annotation}"),
        (_BY_TYPE, annotation),
    )
    for table, key in places:
        if key in table:
            return table[key]
    raise LookupError(f"{function}: say in tests/fuzz/core_arguments.py what '{name}: {annotation}' is")
