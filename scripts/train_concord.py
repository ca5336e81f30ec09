"""Trains ``concord``, the learned metric over an encoder, and says how it does on pairs it has not seen.

    python scripts/train_concord.py [--data ../shared/data] [--output src/tertium/metrics/concord.toml]

The data are those of ``train_blend.py``. It is ``tertium tune --learn ridge-by-kind --feature all --feature context``
on them, with judgments as they are. Features, layers and penalties were chosen by holding out one language pair at a
time, in both years, and one year at a time. The encoder has to be installed: ``tertium models install``.
"""

from __future__ import annotations

from train_blend import main

if __name__ == "__main__":
    main("concord", features=["all", "context"], trainer="ridge-by-kind")
