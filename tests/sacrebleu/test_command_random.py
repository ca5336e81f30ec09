"""Our command and sacrebleu's on random files and arguments."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.peers.sacrebleu_command import run_ours, run_peer

# Each takes some 50 ms, most of it sacrebleu's.
_SHARE = 2

WORDS = st.sampled_from(
    ["the", "The", "dog", "dogs", "barks", ".", ",", "“x”", "don't", "3.5", "&amp;", "狗", "犬が", "é", ""]
)
LINES = st.lists(WORDS, max_size=8).map(" ".join) | st.text("aA .,\u00a0\u2028狗-", max_size=12)
METRICS = st.lists(st.sampled_from(["bleu", "chrf", "ter"]), min_size=1, max_size=3, unique=True)
SMOOTHING = st.sampled_from(["", "-s none", "-s floor", "-s floor -sv 0.3", "-s add-k", "-s add-k -sv 2", "-s exp"])
BLEU = st.sampled_from(
    ["", "-lc", "-tok 13a", "-tok intl", "-tok zh", "-tok char", "-tok none", "--force", "-l en-zh", "-l zh-en"]
)
CHRF = st.sampled_from(["", "-cw 2", "-cc 3 -cw 1", "--chrf-beta 1", "--chrf-whitespace", "--chrf-lowercase"])
MORE = st.sampled_from(["", "--chrf-eps-smoothing", "--chrf-lowercase -cc 1", "--ter-asian-support"])
TER = st.sampled_from(["", "--ter-normalized", "--ter-no-punct", "--ter-case-sensitive", "--ter-normalized -lc"])
REPORT = st.sampled_from(["", "-w 0", "-w 2", "-w 7", "-b", "-sh", "-q", "-d", "-nc"])
FORMAT = st.sampled_from(["", "-f text", "-f latex", "-f json"])
ONE = st.sampled_from(["", "", "-sl", "-ci -cin 20", "-ci -cin 1"])
SEVERAL = st.sampled_from(["", "-pbs -pbsn 15", "-par -parn 15", "-pbs -pbsn 15 -j 1"])


@st.composite
def commands(draw: st.DrawFn) -> tuple[list[str], list[list[str]], bool]:
    """Arguments, the lines of all files, and whether systems come by standard input."""
    length = draw(st.integers(1, 5))
    references, systems = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    files = [draw(st.lists(LINES, min_size=length, max_size=length)) for _ in range(references + systems)]
    names = [f"file{number}" for number in range(len(files))]
    is_piped = draw(st.booleans())
    words = names[:references] if is_piped else [*names[:references], "-i", *names[references:]]
    metrics = draw(METRICS)
    options = [
        draw(each) for each in (SMOOTHING, BLEU, CHRF, MORE, TER, REPORT, FORMAT, ONE if systems == 1 else SEVERAL)
    ]
    return [*words, "-m", *metrics, *" ".join(options).split()], files, is_piped


@settings(max_examples=max(1, settings().max_examples // _SHARE))
@given(commands())
def test_random_commands_print_the_same(case: tuple[list[str], list[list[str]], bool]) -> None:
    words, files, is_piped = case
    compare(words, files, is_piped)


def compare(words: Sequence[str], files: Sequence[Sequence[str]], is_piped: bool) -> None:
    piped = files[words.index("-m") :] if is_piped else []
    given_text = "".join("\t".join(line) + "\n" for line in zip(*piped, strict=True))
    with TemporaryDirectory() as place, chdir(place), patch.dict(os.environ, {"NO_COLOR": "1"}):
        for number, lines in enumerate(files):
            Path(f"file{number}").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        theirs = run_peer(words, given_text.encode(), Path(place))
        ours = run_ours(words, given_text.encode())
    if theirs.status:
        assert ours.status in (0, 2)
    elif ours.out != theirs.out:
        # Only JSON has figures in full. Those of a text without any character differ in the 21st decimal.
        assert json.loads(ours.out, parse_float=round_figure) == json.loads(theirs.out, parse_float=round_figure)
    assert theirs.status or (ours.logged, ours.status) == (theirs.logged, 0)


def round_figure(text: str) -> float:
    return round(float(text), 9)
