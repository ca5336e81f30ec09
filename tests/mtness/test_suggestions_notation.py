"""Segments and dictionaries written short, for the tests of suggestions; and that they are what they say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tertium.edits import apply_edits
from tertium.mtness.chunking.spans import SpanKind
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.repairs.repairer import Repairer
from tertium.mtness.resources.dictionary import Analysis, SourceWord, Translation, Wish
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token


def read_segment(
    notation: str,
    source: str | None = None,
    others: Mapping[str, str] | None = None,
    spans: Sequence[tuple[int, int]] | None = None,
) -> Segment:
    """``mueran/morir/verb.finite de/preposition siete/numeral``; the lemma may be left out, and all is one span.

    There is no blank behind an apostrophe, nor before a mark; ``_`` is a blank within a word.
    """
    tokens: list[Token] = []
    text = ""
    for piece in notation.split():
        form, *lemma, tag_text = piece.replace("_", " ").split("/")
        tag = Tag.parse(tag_text)
        if text and not text.endswith(("'", "’")) and tag.part is not Part.PUNCTUATION:
            text += " "
        tokens.append(
            Token(
                text=form,
                start=len(text),
                end=len(text) + len(form),
                lemma=lemma[0] if lemma else form.casefold(),
                tag=tag,
            )
        )
        text += form
    tagged = Segment(text=text, source=source, other_systems=others or {}).with_tokens(tuple(tokens))
    spans = [(0, len(tokens))] if spans is None else spans
    return tagged.with_spans(tuple(tagged.make_span(SpanKind.NOUN_PHRASE, *span) for span in spans))


@dataclass
class GivenDictionary:
    """Words by ``"set/numeral": ["siete/numeral", "sed/noun.f.s"]``: for each reading of a form its translations.

    A reading is ``form/tag`` or ``form/lemma/tag``, and so is a translation.
    """

    entries: Mapping[str, Sequence[str]]
    asked: list[list[str]] = field(default_factory=list)
    version: str = "given"

    def look_up(self, sources: Sequence[str]) -> list[tuple[SourceWord, ...]]:
        self.asked.append(list(sources))
        return [tuple(self._words(source)) for source in sources]

    def _words(self, source: str) -> Iterable[SourceWord]:
        start = 0
        for form in source.split():
            start = source.index(form, start)
            found = []
            for reading, translations in self.entries.items():
                text, analysis = _read(reading)
                if text == form.casefold():
                    for each in translations:
                        target_text, target = _read(each)
                        found.append(Translation(target_text, target, analysis))
            yield SourceWord(form, start, start + len(form), tuple(found))
            start += len(form)


@dataclass
class GivenForms:
    """An inflector of ``"nuevo f.s": "nueva"``: by base form, gender and number; verbs by their tags, without `verb.`.

    ``"ver finite.past.3.s": "vio"``.
    """

    forms: Mapping[str, str]
    asked: list[int] = field(default_factory=list)

    def inflect(self, wishes: Sequence[Wish]) -> list[str | None]:
        self.asked.append(len(wishes))
        return [self.forms.get(f"{wish.token.lemma} {self._form(wish)}") for wish in wishes]

    @staticmethod
    def _form(wish: Wish) -> str:
        tag = wish.token.tag
        if tag.is_verbal and tag.form != "participle":
            return str(tag).partition(".")[2]
        return f"{wish.gender or tag.gender}.{wish.number or tag.number}"


def _read(text: str) -> tuple[str, Analysis]:
    form, *lemma, tag = text.split("/")
    return form, Analysis(lemma[0] if lemma else form, Tag.parse(tag))


def find_repairs(
    segment: Segment | str,
    actions: Iterable[str] | None = None,
    language: str = "es",
    dictionary: GivenDictionary | None = None,
    inflector: GivenForms | None = None,
) -> list[Repair]:
    """The repairs of a segment."""
    made = read_segment(segment) if isinstance(segment, str) else segment
    (repaired,) = Repairer.of(language, dictionary, inflector, actions=actions).repair([made])
    for repair in repaired.repairs:
        assert repair.edits
        ends = [0]
        for edit in repair.edits:
            assert ends[-1] <= edit.start <= edit.end <= len(made.text)
            ends.append(edit.end)
    return list(repaired.repairs)


def find_texts(
    segment: Segment | str,
    actions: Iterable[str] | None = None,
    language: str = "es",
    dictionary: GivenDictionary | None = None,
    inflector: GivenForms | None = None,
) -> list[str]:
    """The segment after each of its repairs."""
    made = read_segment(segment) if isinstance(segment, str) else segment
    repairs = find_repairs(made, actions, language, dictionary, inflector)
    return [apply_edits(made.text, repair.edits) for repair in repairs]


def test_a_segment_is_read_as_it_is_written() -> None:
    made = read_segment("l'/el/determiner.definite.m.s home/noun.m.s ve/venir/verb.finite ./punctuation.final")
    assert made.text == "l'home ve."
    assert [token.lemma for token in made.tokens] == ["el", "home", "venir", "."]
    for token in made.tokens:
        assert made.text[token.start : token.end] == token.text


def test_a_dictionary_is_read_as_it_is_written() -> None:
    (words,) = GivenDictionary({"vol/voler/verb.finite": ["quiere/querer/verb.finite"]}).look_up(["sortida vol"])
    assert [(word.text, word.start, len(word.translations)) for word in words] == [("sortida", 0, 0), ("vol", 8, 1)]
    assert words[1].translations[0].target.lemma == "querer"
