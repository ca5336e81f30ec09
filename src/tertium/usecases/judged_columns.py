"""``--columns`` of commands that read judgments and scores too: which role is of which table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Self

from tertium.errors import SpecError
from tertium.registry import JUDGMENT_ROLES, SCORE_ROLES
from tertium.text import Columns

_EVERYWHERE = ("system", "segment")


@dataclass(frozen=True)
class JudgedColumns:
    """The columns of each table.

    Attributes:
        outputs: Those of tables of outputs, as they are given there; None if there are none.
        judgments: The column of each role of ``--judgments``.
        scores: The column of each role of ``--scores``.
    """

    outputs: str | None = None
    judgments: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str | None, *, judgments: bool, scores: bool = False) -> Self:
        """Share out ``role=column`` among tables. System and segment are roles of all of them.

        >>> found = JudgedColumns.parse("reference=gold,segment=line,value=rating", judgments=True)
        >>> found.outputs, found.judgments
        ('reference=gold,segment=line', {'segment': 'line', 'value': 'rating'})

        Args:
            text: The option ``--columns``.
            judgments: Whether ``--judgments`` is given.
            scores: Whether ``--scores`` is given.

        Raises:
            SpecError: A role is of a table that is not given, or there is no such role.
        """
        own: list[str] = []
        said: dict[str, str] = {}
        scored: dict[str, str] = {}
        for item in filter(None, (item.strip() for item in (text or "").split(","))):
            key, _, column = (part.strip() for part in item.partition("="))
            role = key.lower()
            _require(role, JUDGMENT_ROLES, judgments, "--judgments")
            _require(role, SCORE_ROLES, scores, "--scores")
            if role in (*JUDGMENT_ROLES, *_EVERYWHERE) and column and judgments:
                said[role] = column
            if role in (*SCORE_ROLES, *_EVERYWHERE) and column and scores:
                scored[role] = column
            if role not in (*JUDGMENT_ROLES, *SCORE_ROLES):
                _check_role(item)
                own.append(item)
        return cls(",".join(own) or None, said, scored)


def _check_role(item: str) -> None:
    try:
        Columns.parse(item)
    except SpecError as error:
        others = f"{', '.join(JUDGMENT_ROLES)} of --judgments, and {', '.join(SCORE_ROLES)} of --scores"
        raise SpecError(error.message, remedy=f"{error.remedy}; {others}") from error


def _require(role: str, roles: Collection[str], is_given: bool, option: str) -> None:
    if role in roles and not is_given:
        raise SpecError(f"{role} is a column of {option}", remedy=f"Give {option}, or leave the column out")
