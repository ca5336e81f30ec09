"""Translation by an installed pair of Apertium, as ``apertium -n -u`` does it, many texts at a time."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.mtness.resources.apertium.pair_user import PairUser, Running
from tertium.mtness.resources.apertium.pipe import CORPUS, Pipe
from tertium.mtness.resources.apertium.source_text import Disguise, deformat, reformat
from tertium.progress import Progress


class ApertiumTranslator(PairUser):
    """Translates from one language to another.

    It takes what every ``PairUser`` takes.

    Attributes:
        failures: The places of those texts of the last call that the programs failed on.
    """

    def _open(self, timeout: float) -> tuple[Running, ...]:
        self.failures: list[int] = []
        self._pipe = Pipe(self.pair.make_translation(), timeout=timeout)
        return (self._pipe,)

    def translate(self, texts: Sequence[str], progress: Progress | None = None) -> list[str]:
        """Return the translation of each text, in order.

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
