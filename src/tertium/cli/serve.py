"""``tertium serve``."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer


def serve(
    workspace: Annotated[
        Path | None,
        typer.Argument(
            metavar="WORKSPACE",
            help="The folder with test sets, scores and campaigns. Default: this one; with --demo a temporary one.",
            show_default=False,
        ),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="The address to listen at; 0.0.0.0 for all.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", help="The port.", min=1, max=65535)] = 8017,
    names: Annotated[
        list[str] | None,
        typer.Option("--host-name", metavar="NAME", help="A name that the server is reached by.", show_default=False),
    ] = None,
    files: Annotated[
        Path | None,
        typer.Option(
            "--files",
            metavar="FOLDER",
            help="A folder whose files can be chosen in the browser, and named in requests of the JSON API.",
            show_default=False,
        ),
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Fill the workspace with the bundled samples first.")] = False,
) -> None:
    """Serve the web app: upload, scores, segments, judging, post-editing, and a JSON API. Stop it with Ctrl-C.

    It listens on this machine only, unless `--host` says otherwise; the organiser's pages then need the link that is
    printed, and annotators their own. The JSON API is described at `/api/v1/docs`.

    **Examples**

    `tertium serve --demo`

    `tertium serve wmt17`

    `tertium serve --files models`

    `tertium serve campaigns --host 0.0.0.0 --host-name judging.example.org`
    """
    from tertium.cli.remarks import remark
    from tertium.errors import MissingExtraError
    from tertium.registry import SERVERS, load

    try:
        run_server = load(SERVERS, "web", "server")
    except ModuleNotFoundError as error:
        raise MissingExtraError("the web app", "web") from error
    with TemporaryDirectory(prefix="tertium-") if demo and workspace is None else nullcontext("") as temporary:
        run_server(
            Path(temporary) if workspace is None else workspace,
            host=host,
            port=port,
            names=tuple(names or ()),
            files=files,
            demo=demo,
            say=remark,
        )
