"""Statistics of matrices: intervals, paired tests, correlations. They know nothing of metrics or of texts."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.stats.paired import Difference, SystemTest
    from tertium.stats.resampling import CONFIDENCE, RESAMPLES, SEED, SIGNIFICANT, Resampling

__all__ = ["CONFIDENCE", "RESAMPLES", "SEED", "SIGNIFICANT", "Difference", "Resampling", "SystemTest"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.stats.paired": ("Difference", "SystemTest"),
            "tertium.stats.resampling": ("CONFIDENCE", "RESAMPLES", "SEED", "SIGNIFICANT", "Resampling"),
        },
    )
