"""What encoders are given to encode."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tertium.encoders import Encoder


def record_encoded(patch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gains every text that any encoder is given from now on."""
    seen: list[str] = []
    plain = Encoder.encode

    def record(self: Encoder, texts: Sequence[str], **options: object) -> object:
        seen.extend(texts)
        return plain(self, texts, **options)  # type: ignore[arg-type]

    patch.setattr(Encoder, "encode", record)
    return seen
