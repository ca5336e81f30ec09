"""Trains ``concord``, ``concord-qe`` and ``concord-qe:source``, the metrics over encoders, and says how they do.

    python scripts/train_concord.py [--data ../shared/data]

The data are those of ``train_blend.py``. It is ``tertium tune --learn ridge-by-kind --feature all --feature context``
on these, and ``--feature alone`` for ``concord-qe``, with ``--feature source`` for ``concord-qe:source``. Judgments are
learned from as they are. Features, layers and penalties were chosen by holding out one language pair at a time, in both
years, and one year at a time. Only this script adds spoilt translations; the command does not. The encoders have to be
installed: ``tertium models install`` and ``tertium models install bert-multilingual``.
"""

from __future__ import annotations

from train_blend import main

if __name__ == "__main__":
    main("concord", features=["all", "context"], trainer="ridge-by-kind")
    main("concord-qe", features=["alone"], trainer="ridge-by-kind")
    # People judge too few outputs that are not translations at all: these must not score well.
    main("concord-source", features=["alone", "source"], trainer="ridge-by-kind", spoilt_weight=0.02)
