"""One segment: its texts with all scores, and the words, trees, explanation or audit of one system."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from tertium.audit import audit_segment, explain
from tertium.contrast import mark_words
from tertium.errors import InputError, TertiumError
from tertium.languages import to_two_letters
from tertium.metrics import align, find_class
from tertium.printable import make_printable
from tertium.report import (
    Document,
    Html,
    describe_alignment,
    describe_explanation,
    describe_parse,
    describe_segment_audit,
    write_content,
)
from tertium.syntax import parse_trees
from tertium.text import get_tokenizer
from tertium.web.fields import Number
from tertium.web.pages import show
from tertium.web.segment_query import SegmentQuery
from tertium.web.workspace import LoadedSet, StoredSegment, Workspace, find_neighbours

VIEWS = {"words": "Words", "trees": "Trees", "why": "Why", "audit": "Audit"}
_LEADS = {
    "words": "Which words METEOR matches with the closest reference. "
    "Words in one box are a chunk: they stand together, in the same order, in both texts.",
    "trees": "How the output is parsed, and then the first reference.",
    "why": "How the metric arrives at its score of this segment.",
    "audit": "",  # it begins with its own conclusion
}

# Pictures and searches of longer segments take too long, and nobody can read them.
MOST_CHARACTERS = 3000


def make_segment_view_router(workspace: Workspace) -> APIRouter:
    """Return the page of a segment.

    Args:
        workspace: The workspace.
    """
    router = APIRouter(include_in_schema=False)

    @router.get("/sets/{identity}/segments/{number}")
    def segment_page(identity: Number, number: Number, request: Request) -> Response:
        """Show a segment in the order that it was found in."""
        loaded = workspace.load(identity)
        query = SegmentQuery.read(request.query_params, loaded)
        asked = request.query_params
        segment = loaded.segment(number)
        systems = loaded.record.systems
        system = asked.get("system", "")
        system = system if system in systems else query.a or systems[0]
        view = asked.get("view", "words")
        view = view if view in VIEWS else "words"
        metric = asked.get("metric", "")
        explained = _list_explained(loaded)
        metric = metric if metric in explained else explained[0]
        listed = query.select(loaded)
        around = find_neighbours(listed, number)
        own = {"view": "" if view == "words" else view, "system": system if "system" in asked else ""}
        content = loaded.keep(
            ("view", number, view, system, metric if view == "why" else ""),
            lambda: make_view(view, segment.outputs[system], segment.references, metric, loaded),
        )
        return show(
            "segment.html",
            record=loaded.record,
            query=query,
            segment=segment,
            lines=_write_lines(loaded, segment, query),
            specs=loaded.record.specs,
            system=system,
            view=view,
            lead=_LEADS[view],
            views=VIEWS,
            metric=metric,
            explained=explained if view == "why" else (),
            content=content,
            is_note=not isinstance(content, Html),
            around=around,
            count=len(listed),
            ends=lambda **changes: query.write_order(**{**own, **changes}),
        )

    return router


def _write_lines(loaded: LoadedSet, segment: StoredSegment, query: SegmentQuery) -> list[dict[str, Any]]:
    """Return each system with its words marked, those that no reference has, and its scores by all metrics."""
    table = loaded.scores
    tokenizer = get_tokenizer("13a")
    names = list(segment.outputs)
    texts = [*segment.outputs.values(), *segment.references]
    is_long = sum(map(len, texts)) > 10 * MOST_CHARACTERS
    tokens = [] if is_long else tokenizer.tokenize(texts).to_lists()
    lines = []
    for place, name in enumerate(names):
        text = segment.outputs[name]
        pieces = [(text, False)]
        if not is_long and segment.references:
            marked = mark_words(text, tokens[place], tokens[len(names) :], [])
            # Where tokens are not words of the text, such as those of entities, nobody submitted what they make up.
            if marked.text == text:
                pieces = _split(text, [(word.start, word.end) for word in marked.words if not word.matched])
        scores = []
        if table is not None:
            column = table.values[:, place, segment.number - 1].tolist()
            scores = [f"{value:.{decimals}f}" for value, decimals in zip(column, table.decimals, strict=True)]
        lines.append({"name": name, "pieces": pieces, "scores": scores, "chosen": name in (query.a, query.b)})
    return lines


def _split(text: str, spans: list[tuple[int, int]]) -> list[tuple[str, bool]]:
    """Return a text in pieces, each with whether it is within one of the spans; neighbours are one piece."""
    pieces: list[tuple[str, bool]] = []
    done = 0
    for start, end in spans:
        if pieces and pieces[-1][1] and not text[done:start].strip():
            pieces[-1] = (pieces[-1][0] + text[done:end], True)
        else:
            pieces += [(text[done:start], False), (text[start:end], True)]
        done = end
    pieces.append((text[done:], False))
    return [piece for piece in pieces if piece[0]]


def _list_explained(loaded: LoadedSet) -> list[str]:
    """Return the metrics of the test set whose scores can be explained, or else BLEU."""
    return [spec for spec in loaded.record.specs if (metric := find_class(spec)) and metric.explainable] or ["bleu"]


def make_view(view: str, hypothesis: str, references: Sequence[str], metric: str, loaded: LoadedSet) -> Html | str:
    """Return what a view shows; or why it shows nothing, as a sentence."""
    if not references:
        return "This segment has no reference."
    if len(hypothesis) + sum(map(len, references)) > MOST_CHARACTERS:
        return f"The segment is too long for this view: at most {MOST_CHARACTERS:,} characters are shown."
    if not hypothesis.strip():
        return "The output of this system is empty."
    try:
        if view == "audit":
            # Its conclusion is what people read first; the figures follow.
            audit = audit_segment(hypothesis, list(references), samples=200, evaluations=1500, threads=1)
            first = f'<p class="lead">{escape(make_printable(audit.conclusion))}</p>\n'
            return Html(first + write_content(describe_segment_audit(audit)))
        document = _DOCUMENTS[view](hypothesis, list(references), metric, loaded.record.languages[1])
        return write_content(document)
    except TertiumError as error:
        return str(error)


def _align(hypothesis: str, references: list[str], _: str, language: str) -> Document:
    # Stems, synonyms and paraphrases are those of English; for others, equal words are what can be shown.
    metric = "meteor" if to_two_letters(language or "en") == "en" else "meteor:stages=exact"
    return describe_alignment(align(hypothesis, references, metric))


def _parse(hypothesis: str, references: list[str], _: str, language: str) -> Document:
    if to_two_letters(language or "en") != "en":
        raise InputError("trees are shown for English only", remedy="Use `tertium tree` with a parser of the language")
    trees = [parse_trees(text) for text in (hypothesis, references[0])]
    both = [
        describe_parse(each.constituents, each.dependencies, notes=[each.origin], parser=each.parser) for each in trees
    ]
    return Document(title="Trees", blocks=[block for each in both for block in each.blocks])


def _explain(hypothesis: str, references: list[str], metric: str, _: str) -> Document:
    return describe_explanation(explain(hypothesis, references, metric))


_DOCUMENTS: Mapping[str, Callable[[str, list[str], str, str], Document]] = {
    "words": _align,
    "trees": _parse,
    "why": _explain,
}
