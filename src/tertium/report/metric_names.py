"""Metrics as people write them in a sentence."""

from __future__ import annotations

from tertium.metrics.spec import is_local, name_spec

_NAMES = {
    "bertscore": "BERTScore",
    "bertscore-qe": "BERTScore-QE",
    "bleu": "BLEU",
    "blend": "Blend",
    "cder": "CDER",
    "character": "CharacTER",
    "chrf": "chrF",
    "chrf++": "chrF++",
    "gleu": "GLEU",
    "meteor": "METEOR",
    "meteor-1.5": "METEOR 1.5",
    "meteor-universal": "METEOR Universal",
    "nist": "NIST",
    "per": "PER",
    "ribes": "RIBES",
    "ter": "TER",
    "wer": "WER",
}


def name_metric(spec: str) -> str:
    """Return the usual name of a metric, its settings in parentheses; a metric of a plug-in keeps its own name.

    >>> name_metric("chrf"), name_metric("bleu:lowercase,tokenize=intl"), name_metric("stm")
    ('chrF', 'BLEU (lowercase, tokenize=intl)', 'STM')

    Args:
        spec: The metric as it was asked for.
    """
    if is_local(spec):
        return name_spec(spec)
    name, _, settings = spec.partition(":")
    shown = _NAMES.get(name) or (name.upper() if name in ("dstm", "dtkm", "hwcm", "slor", "stm", "tkm") else name)
    return f"{shown} ({', '.join(part.strip() for part in settings.split(','))})" if settings else shown
