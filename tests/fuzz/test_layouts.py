"""Attacks on folders of judged translations, in every layout."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import strategies as st

from tertium.meta import read_judged
from tests.fuzz.attacks import attack
from tests.fuzz.hostile import spoil

_TEXTS = {"de-en/hyp.one.txt": "a\nb\n", "de-en/hyp.two.txt": "c\nd\n", "de-en/reference.txt": "a\nd\n"}
FOLDERS: Mapping[str, Mapping[str, str]] = {
    "sampled_assessment": {
        "seg_da.tsv": "lp\tsystem\tsid\thuman_da_z\nde-en\tone\t1\t0.5\nde-en\ttwo+one\t2\t-1\n",
        "sys_da.tsv": "lp\tsystem\thuman_da_z\nde-en\tone\t0.5\nde-en\ttwo\t.1\n",
        **_TEXTS,
    },
    "segment_assessment": {
        "seg_da.tsv": "lp\tidx\thuman_da_z\treference\thypothesis\tsource\n"
        "de-en\t1\t0.5\ta b\ta\ts\nde-en\t2\t-1\tc\td\ts\n"
    },
    "system_assessment": {
        "sys_da.tsv": "lp\tsystem\thuman_raw\thuman_z\nde-en\tone\t70\t.5\nde-en\ttwo\t3\t0\n",
        **_TEXTS,
    },
    "pairwise_ranking": {
        "judgments_pairwise.tsv": "lp\tsrc_index\tjudge\tsystem_a\trank_a\tsystem_b\trank_b\n"
        "de-en\t1\tj\tone\t1\ttwo\t2\nde-en\t2\tj\tone\t2\ttwo\t2\n",
        **_TEXTS,
    },
    "system_human": {"sys_human.tsv": "lp\tsystem\twin_ratio_no_ties\nde-en\tone\t.7\nde-en\ttwo\t.3\n", **_TEXTS},
    "adequacy_fluency": {
        "seg.tsv": "lp\tsegid\treference_tok\thypothesis_tok\tadequacy_raw_mean\tfluency_z\nde-en\t1\ta b\ta\t70\t.5\n"
    },
    "two_references": {"seg.tsv": "source\thypothesis\treference1\treference2\tda_z\tlp\ns\ta\tb\tc\t.5\tde-en\n"},
}


def write(name: str, files: Mapping[str, str], spoilt: str = "", content: bytes = b"") -> None:
    for file, text in files.items():
        path = Path(name, file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if file == spoilt else text.encode())


@pytest.mark.parametrize("layout", FOLDERS)
def test_layout(layout: str) -> None:
    files = FOLDERS[layout]
    with TemporaryDirectory() as whole:
        write(whole, files)
        assert read_judged(whole)

    def read(spoilt: str, content: bytes) -> None:
        with TemporaryDirectory() as name:
            write(name, files, spoilt, content)
            read_judged(name)

    read.__name__ = f"test_layout[{layout}]"
    attack(st.sampled_from(list(files)), spoil(*files.values()), brief=15)(read)()
