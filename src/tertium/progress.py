"""How long work reports its progress."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int], object]
"""Called after each step with the number of items done since the last call."""

StepProgress = Callable[[int, int], object]
"""Called after each step with the work that is done so far and all of it, so that the time left can be estimated."""
