"""``tertium metrics``."""

from __future__ import annotations

from tertium.cli.options import Format, Output


def metrics(output_format: Format = None, output: Output = None) -> None:
    """List the metrics: what each measures, and the language that it is for.

    **Example**

    `tertium metrics`
    """
    from tertium.cli.output import write
    from tertium.metrics import parse
    from tertium.registry import METRICS, list_names
    from tertium.report import describe_metrics

    write(describe_metrics({name: parse(name) for name in list_names(METRICS, "metric")}), output_format, output)
