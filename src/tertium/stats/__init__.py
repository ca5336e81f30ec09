"""Statistics of matrices: intervals, paired tests, correlations. They know nothing of metrics or of texts."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.stats.paired import Difference, SystemTest
    from tertium.stats.resampling import SEED, Resampling

__all__ = ["SEED", "Difference", "Resampling", "SystemTest"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.stats.paired": ("Difference", "SystemTest"),
            "tertium.stats.resampling": ("SEED", "Resampling"),
        },
    )
