"""The metrics, as in ``sacrebleu.metrics``."""

from tertium.sacrebleu.metrics.bleu import BLEU, BLEUScore
from tertium.sacrebleu.metrics.chrf import CHRF, CHRFScore
from tertium.sacrebleu.metrics.ter import TER, TERScore

METRICS = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}

__all__ = ["BLEU", "CHRF", "METRICS", "TER", "BLEUScore", "CHRFScore", "TERScore"]
