"""Actions: what each kind of suggestion is, declared in its own file in ``kinds/``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from tertium.mtness.repairs.error_types import ErrorType


class Reach(Enum):
    """The words beside a repair by which it is judged; ``counting.windows`` explains them."""

    BOTH_SIDES = auto()
    EITHER_SIDE = auto()
    RIGHT = auto()
    ITSELF = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A way to make suggestions: the paper's A1 and A2, and those that it outlines.

    Attributes:
        name: Its name in results, such as ``A2``.
        error: What is wrong with the text if the suggestion is right, unless the suggestion says more.
        lexical: Whether it puts another word in a place. Other actions are about forms of one word, the order of words,
            or function words.
        contested: Whether both texts are often right, so that more evidence is required.
        stylistic: Whether it is often a matter of style, so that the span as it is has to be missing from the corpus.
        reach: The words beside a repair by which it is judged. For ``EITHER_SIDE``, the number of words has to stay
            the same; otherwise both sides are needed.
        pronoun_reach: The same where a pronoun is replaced; None if that makes no difference.
        any_word_before: Whether any word before the repair will do, even a function word.
        pooled_as_one: Whether a system that makes this mistake makes it with all words, so that the evidence of all
            such repairs of a text is pooled; otherwise, of those of the same words.
        settled_by_counts: Whether counts that call for it are enough; how sure they are, the combiner has learned.
        ruled: Whether it is a rule of spelling or agreement. Counts that call for it are enough, and no other evidence
            outvotes them: a language model says little about *e* in *e hizo*.
        borrowed: Whether its words are those of another system. By themselves they are not evidence, so what anything
            else proposes as well is not borrowed.
    """

    name: str
    error: ErrorType
    lexical: bool = False
    contested: bool = False
    stylistic: bool = False
    reach: Reach = Reach.BOTH_SIDES
    pronoun_reach: Reach | None = None
    any_word_before: bool = False
    pooled_as_one: bool = False
    settled_by_counts: bool = False
    ruled: bool = False
    borrowed: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def is_counted_anyway(self) -> bool:
        """Whether it is counted even where a language model is against it."""
        return self.settled_by_counts or self.ruled

    @property
    def reordering(self) -> bool:
        """Whether the same words change places, so that they are judged by themselves."""
        return self.reach is Reach.ITSELF
