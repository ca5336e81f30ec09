"""Attacks on resources: models of SentencePiece, weights of fragments, corpora, sacrebleu's test sets, data frames."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import strategies as st

from tertium import score
from tertium.corpus.scan import ScanCounts
from tertium.metrics.fragment_weights import load_fragment_weights
from tertium.sacrebleu.dataset.raw_lines import read_column, read_sgml_attribute, read_sgml_segments
from tertium.sacrebleu.dataset.raw_xml import read_xml_fields
from tertium.sacrebleu.dataset.stream import read_stream
from tests.fuzz.attacks import attack, attempt
from tests.fuzz.hostile import spoil
from tests.fuzz.test_readers import SGML, with_file
from tests.sacrebleu.made_test_sets import make_xml

WEIGHTS = (
    'format = 1\nspec = "stm"\nchains = false\nothers = [1.0, 0.5]\n[training]\nseed = 1\n[fragments]\n'
    '"(NP DT NN)" = 2.0\n"(S NP VP)" = 0.5\n'
)


def test_sentencepiece_models() -> None:
    """The library reads them, and is trusted with that; garbage is refused all the same."""
    pytest.importorskip("sentencepiece", reason="NO SENTENCEPIECE: its models are not attacked")
    from tertium.text.tokenizers.spm import SpmTokenizer

    # No whole model is a seed: a changed one can end the process, and SECURITY.md says so.
    attack(spoil(b"\x0a\x0e\x0a\x05<unk>\x15\0\0\0\0\x18\x02", "garbage"), brief=15)(
        lambda content: with_file(lambda path: SpmTokenizer("x", str(path)), "x.model", content)
    )()


@attack(spoil(WEIGHTS, WEIGHTS.replace("false", "true")), brief=25)
def test_fragment_weights(content: bytes) -> None:
    with_file(load_fragment_weights, "weights.toml", content)


@attack(
    spoil("the dog of the cat\nthe dog\n\n", gzip.compress(b"the dog\n" * 50)),
    st.sampled_from(["c.txt", "c.gz"]),
    brief=25,
)
def test_corpora(content: bytes, name: str) -> None:
    with_file(lambda path: ScanCounts([path]).count_many(["the dog", "* dog", "", "\0"]), name, content)


@attack(spoil(make_xml()), brief=15)
def test_published_xml(content: bytes) -> None:
    with_file(read_xml_fields, "test.xml", content)


@attack(spoil(SGML, "a\tb\tc\nd\te\tf\n"), st.sampled_from(["test.sgm", "test.tsv.gz"]), brief=25)
def test_published_lines(content: bytes, name: str) -> None:
    with_file(read_sgml_segments, name, content)
    for read in (
        lambda path: read_sgml_attribute(path, "docid"),
        lambda path: read_column(path, 1),
        lambda path: list(read_stream(path)),
    ):
        attempt(lambda read=read: with_file(read, name, content))  # type: ignore[misc]


def make_stream(table: object) -> bytes:
    import pyarrow

    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, table.schema) as writer:  # type: ignore[attr-defined]
        writer.write_table(table)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def find_bodies(stream: bytes) -> list[range]:
    """Where the buffers of a stream are; the rest describes them, and is for the library that reads it."""
    import pyarrow

    reader = pyarrow.ipc.MessageReader.open_stream(stream)
    found = []
    for message in reader:
        if message.body is not None and message.body.size:
            start = stream.index(message.body.to_pybytes())
            found.append(range(start, start + message.body.size))
    return found


def test_data_frames() -> None:
    """An Arrow stream, of which some bytes lie: pyarrow believes them, so that Tertium has to look."""
    pyarrow = pytest.importorskip("pyarrow", reason="NO PYARROW: data frames are not attacked")
    texts = {"hyp": ["a dog", "the cat of the house", ""], "ref": ["the dog", "a cat of the houses", "x"]}
    kinds = (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.dictionary("int8", "string"))
    tables = [pyarrow.table({name: pyarrow.array(cells, kind) for name, cells in texts.items()}) for kind in kinds]
    tables.append(pyarrow.table({"hyp": texts["hyp"], "ref": [["a", "b"], ["c"], ["d"]]}))
    streams = [make_stream(table) for table in tables]
    places = [[place for body in find_bodies(stream) for place in body] for stream in streams]

    def use(chosen: int, changes: list[tuple[int, int]]) -> None:
        content = bytearray(streams[chosen])
        for number, value in changes:
            content[places[chosen][number % len(places[chosen])]] = value
        score(pyarrow.ipc.open_stream(bytes(content)).read_all(), metrics=["chrf"])

    for chosen in range(len(streams)):
        use(chosen, [])
    use.__name__ = "test_data_frames"
    changes = st.lists(st.tuples(st.integers(0, 4000), st.sampled_from([0, 1, 2, 64, 127, 128, 255])), max_size=6)
    attack(st.integers(0, len(streams) - 1), changes, brief=40)(use)()
