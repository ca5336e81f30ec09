"""Translation by an installed pair of Apertium, as ``apertium -n -u`` does it, many texts at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tertium.mtness.apertium.pair import describe_programs, find_pair
from tertium.mtness.apertium.pipe import CORPUS, TIMEOUT, Pipe
from tertium.mtness.apertium.source_text import Disguise, deformat, reformat
from tertium.mtness.tagger import Progress


class ApertiumTranslator:
    """Translates from one language to another.

    Args:
        source: The language of the texts, by two or three letters.
        target: The language that is wanted.
        folder: Where the data of Apertium is; the usual place if None.
        timeout: After how many silent seconds the programs are taken to hang.

    Raises:
        SpecError: The pair is not installed.
    """

    def __init__(self, source: str, target: str, *, folder: str | Path | None = None, timeout: float = TIMEOUT) -> None:
        self.pair = find_pair(source, target, folder)
        self.failures: list[int] = []
        self._pipe = Pipe(self.pair.make_translation(), timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def version(self) -> str:
        """The pair, with versions of programs and data."""
        return f"{self.pair.name}, {describe_programs(self._pipe.programs)}"

    def close(self) -> None:
        """Ends the programs."""
        self._pipe.close()

    def translate(self, texts: Sequence[str], progress: Progress | None = None) -> list[str]:
        """The translation of each text, in order.

        A text that the programs fail on twice stays as it is; ``failures`` has its place until the next call.

        Args:
            texts: Any texts, of as many sentences and lines as they may be.
            progress: Called with the number of texts that are done since the last time.
        """
        disguises = [Disguise.of(text) for text in texts]
        streams = [deformat(disguise.put_on(text)) for disguise, text in zip(disguises, texts, strict=True)]
        answers = self._pipe.send(streams, progress, fresh=len(texts) >= CORPUS)
        self.failures = [place for place, answer in enumerate(answers) if answer is None]
        return [
            text if answer is None else disguise.take_off(reformat(answer))
            for text, disguise, answer in zip(texts, disguises, answers, strict=True)
        ]
