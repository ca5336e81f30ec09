"""Metrics as people write them in a sentence."""

from __future__ import annotations

from tertium.metrics.spec import find_class, is_local, name_spec


def name_metric(spec: str) -> str:
    """Return the usual name of a metric, its settings in parentheses; its own name if it has no other.

    >>> name_metric("chrf"), name_metric("bleu:lowercase,tokenize=intl"), name_metric("stm")
    ('chrF', 'BLEU (lowercase, tokenize=intl)', 'STM')

    Args:
        spec: The metric as it was asked for.
    """
    if is_local(spec):
        return name_spec(spec)
    name, _, settings = spec.partition(":")
    metric = find_class(spec)
    shown = metric.display_name if metric and metric.display_name else name
    return f"{shown} ({', '.join(part.strip() for part in settings.split(','))})" if settings else shown
