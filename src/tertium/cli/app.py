"""The command line with all of its commands."""

from tertium.cli.commands import make_app

app = make_app()
