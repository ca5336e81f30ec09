"""Which two systems are compared, and how differences are tested."""

from __future__ import annotations

from dataclasses import dataclass, field

from tertium.registry import SYSTEM_TESTS, load
from tertium.stats.paired import SystemTest
from tertium.stats.resampling import Resampling


@dataclass(frozen=True, kw_only=True)
class ContrastSetting:
    """Which two systems are compared, and how differences are tested.

    Attributes:
        names: The names of the first system and of the second.
        resampling: How intervals and tests are drawn.
        method: One of ``tertium.registry.SYSTEM_TESTS``.
        threads: How many threads to use.
    """

    names: tuple[str, str]
    resampling: Resampling = field(default_factory=Resampling)
    method: str = "bootstrap"
    threads: int = 1

    @property
    def test(self) -> SystemTest:
        """The paired test.

        Raises:
            SpecError: There is no such test.
        """
        test: SystemTest = load(SYSTEM_TESTS, self.method, "test")
        return test
