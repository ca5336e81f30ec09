"""Whether metrics are for the language of the translations.

A metric says which languages it is for (``Metric.languages``): METEOR with an English stemmer, or a metric over the
trees of an English parser, gives figures for Russian too, and they mean nothing. Where the language of a test set is
not known, nothing is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tertium.errors import SpecError
from tertium.languages import is_for, name_language, to_two_letters
from tertium.metrics.metric import Metric

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
    """
    unfit = find_unfit(metrics, language)
    if not unfit:
        return
    first = metrics[unfit[0]]
    setting = first.for_language.format(code=to_two_letters(language))
    other = f"; or {setting}" if setting else ""
    raise SpecError(
        f"{describe_unfit(metrics, unfit)}, and the translations are in {name_language(language)}",
        remedy=f"Use a metric for any language, such as chrf{other}",
    )


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
