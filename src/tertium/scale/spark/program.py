"""The program of ``python -m tertium.scale.spark``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tertium.errors import InternalError, MissingExtraError, TertiumError


def run_program(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, 2 for bad input, 1 for an error of ours.

    Args:
        words: The arguments; those of the process by default.
    """
    # Workers on this machine need the Python that has this package; on a cluster that is configured.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        try:
            from tertium.scale.spark.arguments import build_parser

            arguments = build_parser().parse_args(words)
            from pyspark.sql import SparkSession

            from tertium.scale.spark.command import run_command
        except ModuleNotFoundError:
            raise miss_spark() from None

        builder = SparkSession.builder.appName(f"tertium {arguments.command}")
        session = (builder.master(arguments.master) if arguments.master else builder).getOrCreate()
        try:
            sys.stdout.write(f"{run_command(arguments, session)}\n")
        finally:
            session.stop()
    except TertiumError as error:
        sys.stderr.write(f"tertium: {error.for_command_line()}\n")
        return 1 if isinstance(error, InternalError) else 2
    return 0


def miss_spark() -> MissingExtraError:
    """Return the error of a machine without Spark's library, or without Arrow's, which it needs too."""
    return MissingExtraError("tertium.scale.spark", "spark")
