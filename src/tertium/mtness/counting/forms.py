"""The forms of words that a corpus has: *sube*, *subió*, *subir* are one verb, and what follows one may follow all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tertium.mtness.resources.dictionary import Analysis
from tertium.mtness.resources.form_cache import WordForms
from tertium.mtness.text.tagger import Analyser
from tertium.mtness.text.tags import Part, Tag

_VARIED = frozenset((Part.NOUN, Part.ADJECTIVE, Part.VERB, Part.AUXILIARY))

# A verb of Spanish has some fifty; those that are hardly ever used tell nothing.
MOST = 40

# A word that is more than 1 in this number of a corpus is too common for its forms to be evidence: *ser*, *cosa*.
_COMMON = 2000


class Forms:
    """The forms of words by their base forms.

    Args:
        readings: Forms and what each may be.
        counts: How often each form occurs: the most common are kept.
    """

    def __init__(self, readings: Iterable[tuple[str, Analysis]], counts: Mapping[str, int]) -> None:
        found: dict[tuple[str, Part], set[str]] = {}
        for form, analysis in readings:
            part = _class_of(analysis.tag)
            if part is not None:
                found.setdefault((analysis.lemma.casefold(), part), set()).add(form)
        most = sum(counts.values()) / _COMMON
        self._forms: WordForms = {
            key: tuple(sorted(forms, key=lambda form: (-counts.get(form, 0), form))[:MOST])
            for key, forms in found.items()
            if len(forms) > 1 and sum(counts.get(form, 0) for form in forms) <= most
        }

    @classmethod
    def of(cls, analyser: Analyser, counts: Mapping[str, int], least: int = 2) -> Forms:
        """Return the forms of a corpus.

        Args:
            analyser: Who knows the words.
            counts: How often each word of the corpus occurs.
            least: How often a form has to occur.
        """
        words = [word for word, count in counts.items() if count >= least and word.isalpha()]
        readings = zip(words, analyser.analyse(words), strict=True)
        return cls(((word, each) for word, found in readings for each in found), counts)

    @classmethod
    def restore(cls, table: WordForms) -> Forms:
        """Return the forms that ``table`` gave."""
        made = cls((), {})
        made._forms = table
        return made

    @property
    def table(self) -> WordForms:
        """All forms by base form and part of speech, to be cached."""
        return self._forms

    def find(self, lemma: str, tag: Tag) -> tuple[str, ...]:
        """Return all forms of a word, the most common first; none if there is only one, or the word is too common."""
        part = _class_of(tag)
        return () if part is None else self._forms.get((lemma.casefold(), part), ())


def _class_of(tag: Tag) -> Part | None:
    if tag.part not in _VARIED:
        return None
    return Part.VERB if tag.is_verbal else tag.part
