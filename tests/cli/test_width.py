"""What every command prints fits the terminal, with long names of systems and wide characters."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from typing import Any

import pytest
import typer

from tertium import samples as scored_samples
from tertium.cli import output
from tertium.cli.app import app
from tertium.meta.judgments.tidy import write_judgments
from tertium.report import Document, render
from tertium.report.wrapping import measure_width
from tertium.samples import mtness as samples
from tests.cli.mtness_running import BETTER, LITERAL, OURS, PAIR
from tests.cli.test_postedit import Desk
from tests.cli.test_score import REFERENCES, SYSTEMS, TERTIUM
from tests.meta.judged import make_judged
from tests.terminals import open_terminal

PROGRAM: Any = typer.main.get_command(app)
NAMES = ("Helsinki-NLP.opus-mt-tc-big-eng-fra_base.v2", "神经机器翻译系统第二版", "Online-B")
NAMED = [*SYSTEMS, *REFERENCES, *(part for name in NAMES for part in ("-n", name))]
TREE = "(S (NP (PRP I)) (VP (VBP have) (NP (DT a) (JJ red) (NN pen))))"
LONG = "a system may well have a long name, and 机器翻译的输出可能很长很长很长很长很长很长很长很长很长"
COMMANDS = {
    "score": [*NAMED, "--intervals", "--resamples", "50", "--components", "--by-segment", "-m", "bleu", "-m", "nist"],
    "compare": [*NAMED, "--pairs", "all", "--resamples", "50"],
    "diff": [*SYSTEMS[:2], *REFERENCES, "-n", NAMES[0], "-n", NAMES[1], "--resamples", "50", "--rate", "0.5"],
    "report": [*NAMED, "--resamples", "50", "-m", "chrf", "-m", "ter"],
    "correlate": ["-d", "FOLDER", "-d", "OTHER", "-m", "chrf", "-m", "ter", "-m", "wer", "--agreement"],
    "correlate ": ["-e", "list"],
    "tune": ["--learn", "ridge", "-m", "chrf", "-m", "ter", "-d", "FOLDER", "-d", "OTHER"],
    "audit segment": [LONG, "-r", "another system may have a name", "--budget", "20"],
    "audit corpus": [*NAMED, "--probe", "bleu", "--edited", "5"],
    "align": [LONG, "the system may have a name and 机器翻译的输出可能很长"],
    "explain": [LONG, "the system may have a name", "-m", "bleu"],
    "tree": [TREE],
    "index build": ["CORPUS", "-o", "INDEX"],
    "index add": ["CORPUS", "-i", "INDEX"],
    "index merge": ["INDEX"],
    "index join": ["INDEX", "INDEX", "-o", "JOINED"],
    "index info": ["INDEX"],
    "count": ["de la", "del", "--index", "INDEX", "--show", "3", "--context", "30"],
    "mtness": [LITERAL, BETTER, *PAIR, *OURS, "--index", "INDEX"],
    "models list": [],
    "doctor": [],
    "metrics": [],
    "plugins": [],
    "postedit apply": ["TEXT", "--dry-run", "--repository", "KEPT", "--min-accepted", "1", "--min-documents", "1"],
    "postedit list": ["--repository", "KEPT"],
    "postedit log": ["--repository", "KEPT"],
    "judge prepare": ["CAMPAIGNS", LONG, *NAMED, "--annotator", NAMES[0], "--annotator", NAMES[1]],
    "judge list": ["CAMPAIGNS"],
    "judge status": ["CAMPAIGNS", LONG],
    "judge renew": ["CAMPAIGNS", LONG, NAMES[1]],
    "judge export": ["CAMPAIGNS", LONG],
    "judge import": ["CAMPAIGNS", "again", "JUDGMENTS", *SYSTEMS, *REFERENCES],
}


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Document]]:
    """What every command has to say as text, each run once."""
    folder = tmp_path_factory.mktemp("width")
    names = {"INDEX": "index", "JOINED": "joined.index", "CAMPAIGNS": "campaigns.sqlite"}
    places = {name: str(folder / file) for name, file in names.items()}
    for seed, name in enumerate(("FOLDER", "OTHER")):
        judged = make_judged(seed=seed, segments=12)
        place = folder / f"{name.lower()}-en"
        place.mkdir()
        for system, texts in judged.test_set.systems.items():
            (place / f"system.{system}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
        (place / "reference.txt").write_text("\n".join(judged.test_set.references.flat) + "\n", encoding="utf-8")
        write_judgments(judged.judgments, place / "judgments.tsv")
        places[name] = str(place)
    desk = Desk(folder)
    desk.review("a\na\n")
    text = folder / "text.txt"
    text.write_text("Hoy la salida quiere.\n", encoding="utf-8")
    places["JUDGMENTS"] = str(scored_samples.path("judgments.tsv"))
    places |= {"CORPUS": str(samples.path("corpus.es.txt")), "KEPT": str(desk.repository), "TEXT": str(text)}
    found: dict[str, list[Document]] = {name: [] for name in COMMANDS}
    with pytest.MonkeyPatch.context() as patch:
        for name, arguments in COMMANDS.items():
            shown = found[name]

            def keep(document: Document, format_name: str, shown: list[Document] = shown) -> str:
                if format_name == "text":
                    shown.append(document)
                return ""

            patch.setattr(output, "render", keep)
            PROGRAM.main([*name.split(), *(places.get(each, each) for each in arguments)], standalone_mode=False)
    return found


def test_every_command_with_formats_is_here() -> None:
    root = PROGRAM.commands
    commands = {name: command for name, command in root.items() if not hasattr(command, "list_commands")}
    for group, inner in root.items():
        commands |= {f"{group} {name}": each for name, each in getattr(inner, "commands", {}).items()}
    with_formats = {name for name, each in commands.items() if any("--format" in option.opts for option in each.params)}
    assert with_formats == set(map(str.strip, COMMANDS))


@pytest.mark.parametrize("name", COMMANDS)
def test_no_line_is_wider_than_the_terminal(documents: dict[str, list[Document]], name: str) -> None:
    assert documents[name]
    for document in documents[name]:
        for width in (60, 80, 120):
            lines = render(replace(document, width=width), "text").splitlines()
            assert max(map(measure_width, lines)) <= width, max(lines, key=measure_width)
        assert "not shown" not in render(document, "text")


@pytest.mark.posix
def test_a_terminal_has_a_width_and_a_pipe_has_none() -> None:
    arguments = ["score", SYSTEMS[0], *REFERENCES, "-m", "wer"]
    environment = {**os.environ, "COLUMNS": "50"}
    ours, theirs = open_terminal()
    subprocess.run([TERTIUM, *arguments], stdout=theirs, env=environment, check=True)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    os.close(theirs)
    assert max(map(len, shown.splitlines())) <= 50
    piped = subprocess.run([TERTIUM, *arguments], capture_output=True, env=environment, check=True).stdout.decode()
    assert piped.splitlines()[-1].startswith("wer:tokenize=none,lowercase=no|refs:2|tertium:")
    assert "".join(shown.split()) == "".join(piped.split())
