"""``tertium run`` and ``tertium schema``: requests in files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from tertium.cli import options
from tertium.cli.adapter import run_request
from tertium.cli.output import print_out, write_text
from tertium.cli.remarks import remark
from tertium.codec import SCHEMA, describe_request, describe_result
from tertium.errors import InputError, SpecError
from tertium.files.whole import write_whole
from tertium.usecases import USE_CASES, StoredRequest, digest_file, load_use_case, read_request_file


def run(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="One request or a list of them, as TOML or JSON.", show_default=False),
    ],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be run, and why. Run nothing.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Run everything, also what is done and unchanged.")] = False,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Run the requests of a file: a whole evaluation that can be kept in version control.

    `--save-request FILE` of every command writes such a file. Paths start from the folder of the file. A request whose
    output is there is skipped, unless the request, its input files, the output or the version of Tertium have changed.
    After an error or an interruption, the same command goes on with the first request that is not done.

    **Examples**

    `tertium score output.txt -r reference.txt -o scores.json --save-request study.toml`

    `tertium run study.toml --dry-run`

    `tertium run study.toml`
    """
    requests = read_request_file(file)
    state_file = file.resolve().with_name(f"{file.name}.state")
    if not requests.folder.is_dir():
        raise InputError("there is no such folder", file=requests.folder, remedy="Correct `folder` in the file")
    os.chdir(requests.folder)
    done = _read_state(state_file)
    for number, stored in enumerate(requests.requests, 1):
        title = f"{number}. tertium {stored.use_case.name}"
        target = stored.written
        reason = "again" if again else _find_reason(stored, done)
        if dry_run:
            place = "standard output" if target is None else str(target)
            print_out(f"{title} -> {place}: {f'to run ({reason})' if reason else 'done and unchanged'}\n")
            continue
        if not reason:
            remark(f"{title}: {target} is done and unchanged")
            continue
        remark(f"{title}: {reason}")
        digest = stored.digest()
        run_request(stored, threads=threads, quiet=quiet, command=f"tertium run {file}")
        if target is not None and target.is_file():
            done[str(target)] = {"request": digest, "output": digest_file(target)}
            write_whole(json.dumps({"schema": SCHEMA, "done": done}, indent=2).encode(), state_file)


def schema(
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="[COMMAND]", help="A command, such as `score` or `audit corpus`.", show_default=False),
    ] = None,
    result: Annotated[
        bool, typer.Option("--result", help="The schema of what the command writes with -f json.")
    ] = False,
    output: options.Output = None,
) -> None:
    """Print the JSON Schema of the requests of a command, for `tertium run`; without a command, list the commands.

    **Examples**

    `tertium schema compare`

    `tertium schema audit corpus -o audit-corpus.schema.json`

    `tertium schema compare --result`
    """
    if not command:
        write_text("".join(f"{name}\n" for name in USE_CASES), output)
        return
    name = " ".join(command)
    use_case = load_use_case(name)
    if result and not use_case.results:
        known = ", ".join(each for each in USE_CASES if load_use_case(each).results)
        raise SpecError(f"there is no schema of what {name!r} writes", remedy=f"There are: {known}")
    described = (
        describe_result(use_case.result_classes, f"tertium {name}: result")
        if result
        else describe_request(use_case.request, f"tertium {name}")
    )
    write_text(json.dumps(described, indent=2, ensure_ascii=False) + "\n", output)


def _find_reason(stored: StoredRequest, done: dict[str, dict[str, str]]) -> str:
    """Return why a request has to be run; empty if it is done and unchanged."""
    target = stored.written
    if target is None:
        return "no output file"
    if not target.is_file():
        return "new" if not target.exists() else "the output is a folder"
    known = done.get(str(target))
    if known is None:
        return "the output is not of this file of requests"
    if known["request"] != stored.digest():
        return "the request, its input or the version has changed"
    return "" if known["output"] == digest_file(target) else "the output has changed"


def _read_state(path: Path) -> dict[str, dict[str, str]]:
    """Return what was done before; nothing if the file is not there or is not ours."""
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_bytes())
        return {
            str(target): {"request": str(known["request"]), "output": str(known["output"])}
            for target, known in data["done"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError("the state of earlier runs is damaged", file=path, remedy="Remove the file") from error
