"""Whether metrics are for the language of the translations.

A metric says which languages it is for (``Metric.languages``): METEOR with an English stemmer, or a metric over the
trees of an English parser, gives figures for Russian too, and they mean nothing. It is refused where the language of a
test set is known. Texts that are evidently in another language, or have no spaces for a metric to split at, are warned
of, also where a language was given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tertium.errors import MissingPartError, SpecError, TextWarning, warn_caller
from tertium.languages import is_for, name_language, to_two_letters
from tertium.metrics.metric import Metric
from tertium.metrics.spec import list_given
from tertium.parts import require_parts
from tertium.types import TestSet

# More specs than these are too long to read in a sentence.
_MOST_NAMED = 3


def check_language(metrics: Mapping[str, Metric], language: str) -> None:
    """Refuse metrics that are not for a language.

    >>> from tertium.metrics.spec import parse_all
    >>> check_language(parse_all(["meteor", "chrf"]), "en")

    Args:
        metrics: The metrics, by their specs.
        language: The code of the language; empty if it is not known.

    Raises:
        SpecError: One of them is not.
        MissingPartError: One of them needs a part that is not installed to know its languages.
    """
    try:
        unfit = find_unfit(metrics, language)
    except MissingPartError:  # a parser that is not there was asked for its language
        check_parts(metrics)
        raise
    if not unfit:
        return
    raise SpecError(
        f"{describe_unfit(metrics, unfit)}, and the translations are in {name_language(language)}",
        remedy=_suggest(metrics[unfit[0]], language),
    )


def check_parts(metrics: Mapping[str, Metric]) -> None:
    """Refuse metrics that need optional parts that are not installed.

    Raises:
        MissingPartError: A part is missing; the error names all that the first such metric needs.
    """
    for spec, metric in metrics.items():
        require_parts(f"the metric {spec!r}", metric.parts)


def adapt_metrics(metrics: Mapping[str, Metric], language: str) -> dict[str, Metric]:
    """Return metrics as they are used on a language: those over words with its tokenizer, if it needs one.

    >>> from tertium.metrics.spec import parse_all
    >>> [metric.tokenize for metric in adapt_metrics(parse_all(["bleu", "bleu:tokenize=13a"]), "zh").values()]
    ['zh', '13a']

    Args:
        metrics: The metrics, by their specs; settings that these name stay as they are.
        language: The code of the language; empty if it is not known.

    Raises:
        SpecError: One of them is not for the language.
        MissingPartError: One of them needs a part that is not installed.
    """
    if not language:
        return dict(metrics)
    check_language(metrics, language)
    check_parts(metrics)
    return {spec: metric.adapt(language, list_given(spec, metric)) for spec, metric in metrics.items()}


def warn_of_language(metrics: Mapping[str, Metric], test_set: TestSet) -> None:
    """Warn of references, or of hypotheses if there are none, that are evidently not what metrics are for.

    Args:
        metrics: The metrics, by their specs.
        test_set: The texts, or the first of them.

    Warns:
        TextWarning: They have no spaces, and a metric splits at spaces; or a metric is for another language.
    """
    splitting = [spec for spec, metric in metrics.items() if metric.splits_at_spaces]
    bound = [spec for spec, metric in metrics.items() if metric.languages is not None]
    # Imported only here: a test set is looked at once.
    from tertium.text.text_language import find_other_language, find_unspaced_language

    _warn_of_sides(test_set)
    if not splitting and not bound:
        return
    of_references = len(test_set.references.flat) > 0
    texts = test_set.references.flat if of_references else next(iter(test_set.systems.values()))
    name = "the references" if of_references else "the hypotheses"
    others = {}
    for spec in bound:
        found = find_other_language(texts, metrics[spec].languages or frozenset())
        if found is not None:
            others[spec] = found
    if others:
        spec, language = next(iter(others.items()))
        _warn(
            f"{name} look like {language.name}, and {describe_unfit(metrics, list(others))}: the scores mean nothing",
            _suggest(metrics[spec], language.code),
        )
    splitting = [spec for spec in splitting if spec not in others]
    if splitting and (unspaced := find_unspaced_language(texts)):
        verb = "splits" if len(_shorten(splitting)) == 1 else "split"
        _warn(
            f"{name} look like {unspaced.name}, which has no spaces between words, and "
            f"{', '.join(_shorten(splitting))} {verb} at spaces: the scores mean nothing",
            *_suggest_tokenizer(unspaced.code, splitting[0], metrics[splitting[0]], given=bool(test_set.language)),
        )


def _warn_of_sides(test_set: TestSet) -> None:
    """Warn of hypotheses that are evidently in another language than their references: untranslated, or other files."""
    from tertium.text.text_language import find_other_language

    references = find_other_language(test_set.references.flat, frozenset())
    if references is None or not references.code:
        return
    for name, hypotheses in test_set.systems.items():
        found = find_other_language(hypotheses, frozenset({references.code}))
        if found is not None:
            what = f"the output of {name}" if name else "the output"
            _warn(
                f"{what} looks like {found.name}, and the references like {references.name}: the scores mean nothing",
                "Check which files are which",
            )


def _suggest(metric: Metric, language: str) -> str:
    """Return what to use for another language than a metric is for."""
    setting = metric.for_language.format(code=to_two_letters(language) or "that language")
    return f"Use a metric for any language, such as chrf{f'; or {setting}' if setting else ''}"


def _suggest_tokenizer(language: str, spec: str, metric: Metric, *, given: bool) -> tuple[str, str]:
    """Return what to do about a metric that splits a language without spaces at spaces: in Python, and as a command."""
    from tertium.text.tokenizers.by_language import choose_tokenizer

    if metric.adapt(language, ()) == metric:
        return (f"Use chrf, or bleu with tokenize={choose_tokenizer(language)}, instead of {spec}",) * 2
    if given:
        return ("Leave its tokenizer out of the metric, so that the language chooses it; or use chrf",) * 2
    return (f"Give language={language!r}, or use chrf", f"Give the language, -l {language}, or use chrf")


def _warn(message: str, remedy: str, command_remedy: str = "") -> None:
    warn_caller(TextWarning(message, remedy=remedy, command_remedy=command_remedy or remedy))


def find_unfit(metrics: Mapping[str, Metric], language: str) -> list[str]:
    """Return the specs of metrics that are not for a language.

    >>> from tertium.metrics.spec import parse_all
    >>> find_unfit(parse_all(["meteor", "chrf"]), "ru")
    ['meteor']

    Args:
        metrics: The metrics, by their specs.
        language: The code of the language; empty if it is not known.
    """
    return [spec for spec, metric in metrics.items() if language and not is_for(metric.languages, language)]


def describe_unfit(metrics: Mapping[str, Metric], unfit: Iterable[str]) -> str:
    """Say which languages some metrics are for: ``meteor is for English``.

    Args:
        metrics: The metrics, by their specs.
        unfit: The specs of those that the sentence is about, one at least.
    """
    by_languages: dict[str, list[str]] = {}
    for spec in unfit:
        languages = " and ".join(sorted(map(name_language, metrics[spec].languages or ())))
        # Such as a German stemmer with English synonyms.
        by_languages.setdefault(languages or "no single language", []).append(spec)
    return "; ".join(
        f"{', '.join(_shorten(specs))} {'is' if len(_shorten(specs)) == 1 else 'are'} for {languages}"
        for languages, specs in by_languages.items()
    )


def _shorten(specs: Sequence[str]) -> list[str]:
    """Return specs, or the names of the metrics only where there are many."""
    return list(specs) if len(specs) <= _MOST_NAMED else list(dict.fromkeys(spec.partition(":")[0] for spec in specs))
