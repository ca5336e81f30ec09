"""The command: what it prints for its arguments, as the command of sacrebleu 2.6.0 does.

Deviations: nothing is downloaded, and bad input is an error of ours with a remedy, where sacrebleu ends with the status
1 or 17, or a traceback.
"""

from __future__ import annotations

import logging
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from tertium.errors import InputError, SpecError
from tertium.sacrebleu.dataset import find_dataset, get_available_origlangs, get_available_subsets
from tertium.sacrebleu.metrics import METRICS
from tertium.sacrebleu.paint import Paint
from tertium.sacrebleu.results_table import SYSTEM, write_single, write_table
from tertium.sacrebleu.scored_input import ScoredInput, read_input, take_part
from tertium.sacrebleu.test_set_listing import echo_fields, list_citations, list_test_sets

_log = logging.getLogger("sacrebleu")
# Numbers of resamples, trials and decimals beyond these are mistakes.
_MOST_RESAMPLES = 10_000_000
_MOST_DECIMALS = 1_000
_TEST_NEEDS_SYSTEMS = "Give the baseline and at least one other system after -i"


def run_command(arguments: Namespace, *, color: bool = False) -> Iterator[str]:
    """Return what the command prints on standard output, part by part; a line break follows each.

    Args:
        arguments: Those of ``parse_command``.
        color: Whether the output goes to a terminal, which shows colours.

    Raises:
        InputError: Something cannot be read, or does not fit together.
        SpecError: The arguments contradict each other.
    """
    paint = Paint(color and not arguments.no_color)
    if arguments.download:
        raise InputError(
            f"nothing is downloaded here, so not {arguments.download!r} either",
            remedy=f"Run: sacrebleu --download {arguments.download}; its folder is then read by -t",
        )
    if arguments.list:
        return list_test_sets(arguments.test_set, arguments.langpair)
    if arguments.citation:
        return list_citations(_require_test_sets(arguments))
    _check(arguments)
    if arguments.echo:
        return echo_fields(arguments)
    return _score(arguments, paint)


def _require_test_sets(arguments: Namespace) -> list[str]:
    if not arguments.test_set:
        raise SpecError("no test set is named", remedy="Name one with -t; --list lists all of them")
    names: list[str] = arguments.test_set.split(",")
    return names


def _check(arguments: Namespace) -> None:
    """Refuse arguments that contradict each other."""
    if arguments.sentence_level and len(arguments.metrics) > 1:
        raise SpecError("--sentence-level takes one metric", remedy="Name one after -m")
    _check_numbers(arguments)
    if arguments.num_refs != 1 and (arguments.test_set is not None or len(arguments.refs) > 1):
        raise SpecError(
            "--num-refs is for one file with several references in each line",
            remedy="Give one file of references, and no test set",
        )
    if arguments.test_set is None:
        if arguments.echo:
            raise SpecError("--echo prints fields of a test set, and none is named", remedy="Name one with -t and -l")
        if not arguments.refs:
            raise SpecError(
                "there are no references",
                remedy="Name files of references before -i, or a test set with -t; --list lists all of them",
            )
        return
    if arguments.refs:
        raise SpecError("both a test set and files of references are given", remedy="Give one of them")
    if arguments.langpair is None:
        raise SpecError(
            "a test set needs a language pair",
            remedy=f"Name one with -l; all are listed by: --list -t {arguments.test_set}",
        )
    for name in _require_test_sets(arguments):
        find_dataset(name).require_pair(arguments.langpair)


def _check_numbers(arguments: Namespace) -> None:
    """Refuse numbers for which there is no result. Numbers of trials below 1 mean the default, or no interval."""
    limits = (
        ("--num-refs", arguments.num_refs, 1, _MOST_RESAMPLES),
        ("--width", arguments.width, 0, _MOST_DECIMALS),
        *(
            (f"--{name.replace('_', '-')}", max(0, getattr(arguments, name)), 0, _MOST_RESAMPLES)
            for name in ("confidence_n", "paired_bs_n", "paired_ar_n")
        ),
        ("--paired-jobs", arguments.paired_jobs, 0, _MOST_RESAMPLES),
    )
    for name, value, least, most in limits:
        if not least <= value <= most:
            raise SpecError(f"{name} is {value}", remedy=f"Give a number from {least:,} to {most:,}")


def _score(arguments: Namespace, paint: Paint) -> Iterator[str]:
    if arguments.langpair:
        _, separator, target = arguments.langpair.partition("-")
        if not separator:
            raise SpecError(
                f"{arguments.langpair!r} is not a language pair", remedy="Give source and target, such as de-en"
            )
        arguments.bleu_trg_lang = target.partition("-")[0]
    if arguments.test_set is not None and arguments.bleu_tokenize == "none":
        _log.warning("You are turning off BLEU's internal tokenizer presumably to supply your own tokenized files.")
        _log.warning("Published numbers will not be comparable to other papers.")
    whole = read_input(arguments)
    _check_systems(arguments, len(whole.systems))
    part = take_part(whole, arguments, arguments.origlang, arguments.subset)
    if not next(iter(part.systems.values())):
        raise InputError("there is no segment to score", remedy="Check the files, and --origlang and --subset")
    if arguments.sentence_level:
        arguments.bleu_effective_order = True
    if arguments.detail and arguments.format == "json":  # scores by part of the test set are not JSON
        arguments.format = "text"
    metrics = {name.upper(): _make_metric(name, arguments, part.references) for name in arguments.metrics}
    if arguments.sentence_level:
        yield from _score_segments(arguments, next(iter(metrics.values())), part)
    elif len(part.systems) > 1:
        yield from _score_systems(arguments, metrics, part, paint)
    else:
        yield from _score_system(arguments, metrics, part, paint)
        if arguments.detail:
            yield from _score_parts(arguments, metrics, whole, paint)


def _check_systems(arguments: Namespace, count: int) -> None:
    is_paired = arguments.paired_bs or arguments.paired_ar
    if arguments.sentence_level and count > 1:
        raise SpecError("--sentence-level takes one system", remedy="Give one file after -i")
    if arguments.sentence_level and (arguments.confidence or is_paired):
        raise SpecError("there are no tests of single segments", remedy="Leave out --sentence-level or the test")
    if is_paired and count == 1:
        raise SpecError("a paired test compares several systems, and there is one", remedy=_TEST_NEEDS_SYSTEMS)
    if arguments.confidence and count > 1:
        raise SpecError("--confidence is for one system", remedy="Use --paired-bs or --paired-ar for several")


def _make_metric(name: str, arguments: Namespace, references: list[list[str]]) -> Any:
    prefix = f"{name}_"
    settings = {key.removeprefix(prefix): value for key, value in vars(arguments).items() if key.startswith(prefix)}
    return METRICS[name.upper()](**settings, references=references)


def _score_segments(arguments: Namespace, metric: Any, scored: ScoredInput) -> Iterator[str]:
    (system,) = scored.systems.values()
    for hypothesis, *references in zip(system, *scored.references, strict=True):
        score = metric.sentence_score(hypothesis, references)
        signature = metric.get_signature().format(arguments.short)
        yield score.format(arguments.width, arguments.score_only, signature)


def _score_system(arguments: Namespace, metrics: dict[str, Any], scored: ScoredInput, paint: Paint) -> Iterator[str]:
    is_json = arguments.format == "json"
    (system,) = scored.systems.values()
    results = []
    for name in sorted(metrics):
        resamples = arguments.confidence_n if arguments.confidence else 1
        score = metrics[name].corpus_score(system, references=None, n_bootstrap=resamples)
        signature = metrics[name].get_signature().format(arguments.short and not is_json)
        results.append(score.format(arguments.width, arguments.score_only, signature, is_json))
    return write_single(results, arguments.format, paint)


def _score_systems(arguments: Namespace, metrics: dict[str, Any], scored: ScoredInput, paint: Paint) -> Iterator[str]:
    _log.info("Found %d systems.", len(scored.systems))
    columns: dict[str, list[Any]] = {SYSTEM: list(scored.systems)}
    if arguments.paired_bs or arguments.paired_ar:
        from tertium.sacrebleu.significance import PairedTest

        test = PairedTest(
            list(scored.systems.items()),
            metrics,
            references=None,
            test_type="bs" if arguments.paired_bs else "ar",
            n_samples=arguments.paired_bs_n if arguments.paired_bs else arguments.paired_ar_n,
            n_jobs=arguments.paired_jobs,
        )
        found, columns = test()
        signatures = {name: signature.format(arguments.short) for name, signature in found.items()}
    else:
        signatures = {}
        for system in scored.systems.values():
            for name in sorted(metrics):
                score = metrics[name].corpus_score(system, references=None)
                signatures[score.name] = metrics[name].get_signature().format(arguments.short)
                columns.setdefault(score.name, []).append(score.format(arguments.width, True))
    return write_table(columns, signatures, arguments, paint)


def _score_parts(arguments: Namespace, metrics: dict[str, Any], whole: ScoredInput, paint: Paint) -> Iterator[str]:
    """Yield scores by original language and subject of documents."""
    languages = (
        [arguments.origlang] if arguments.origlang else get_available_origlangs(arguments.test_set, arguments.langpair)
    )
    if not languages:
        yield "No subset information found. Consider using --origlang argument."
        return
    subjects = [arguments.subset] if arguments.subset else get_available_subsets(arguments.test_set, arguments.langpair)
    rows: dict[str, list[tuple[int, Any]]] = {}
    for language in languages:
        for subject in (None, *subjects):
            part = take_part(whole, arguments, language, subject)
            (system,) = part.systems.values()
            if system:
                title = f"origlang={language} {_name_subject(subject)}"
                rows[title] = [
                    (len(system), metric.corpus_score(system, part.references)) for metric in metrics.values()
                ]
    title_width = max(map(len, rows)) + 1
    name_width = max(len(score.name) for _, score in next(iter(rows.values())))
    for title, scores in rows.items():
        shown = paint.color(f"{title:<{title_width}}", "yellow")
        for count, score in scores:
            value = f"{score.score:.{arguments.width}f}"
            yield f"{shown}: sentences={count:<6} {score.name:<{name_width}} = {value}"


def _name_subject(subject: str | None) -> str:
    if subject is None:
        return "domain=ALL"
    return f"country={subject[8:]}" if subject.startswith("country:") else f"domain={subject}"
