"""``tertium plugins``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tertium.cli.options import Format, Output


def plugins(
    template: Annotated[
        Path | None,
        typer.Option(
            "--template",
            metavar="FOLDER",
            help="Write a package with a metric, a reader and an output format to this new folder, to begin with.",
        ),
    ] = None,
    output_format: Format = None,
    output: Output = None,
) -> None:
    """List what installed packages add to Tertium, and whether it works. Exit status: 2 if something does not.

    Each plug-in is imported and compared with its contract. One with the name of something that Tertium has is ignored.

    **Examples**

    `tertium plugins`

    `tertium plugins --template tertium-mine`
    """
    from tertium.cli.output import print_out, write
    from tertium.errors import TertiumError
    from tertium.plugins import list_plugins
    from tertium.report import describe_plugins
    from tertium.samples.plugin import write_template

    if template is not None:
        print_out("".join(f"{template / place}\n" for place in write_template(template)))
        return
    found = list_plugins()
    write(describe_plugins(found), output_format, output)
    wrong = [each for each in found if each.status in ("broken", "ambiguous")]
    if wrong:
        packages = ", ".join(dict.fromkeys(each.package for each in wrong))
        raise TertiumError(
            f"{len(wrong)} of {len(found)} plug-ins cannot be used",
            remedy=f"Report it to the authors of {packages}, or remove the package",
        )
