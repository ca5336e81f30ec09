"""What was asked of metrics, in words: the notes below tables of correlation."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.meta.correlation.experiment import Experiment
from tertium.meta.correlation.outcome import Outcome
from tertium.meta.correlation.question import Question
from tertium.meta.correlation.study import Study

_STATISTICS = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's rho",
    "kendall-b": "Kendall's tau-b",
    "kendall-c": "Kendall's tau-c",
    "accuracy": "pairwise accuracy",
    "partial-pearson": "partial Pearson's r",
    "partial-spearman": "partial Spearman's rho",
    "accuracy-calibrated": "pairwise accuracy with calibrated ties",
    "soft-accuracy": "soft pairwise accuracy",
    "kendall-wmt": "WMT's Kendall-like tau of rankings",
}
_LEVELS = {
    "system": "over whole systems",
    "pooled": "over all translations",
    "by-system": "over the translations of each system, averaged over systems",
    "by-segment": "over the translations of each segment, averaged over segments",
}


def write_statistic(question: Question) -> str:
    """Return the statistic and its level, in words."""
    return f"{name_statistic(question)} {_LEVELS[question.level]}"


def write_statistic_of_lengths(study: Study) -> str:
    """Return the same for the correlations by length of a study, which may be another one."""
    band = study.lengths[0]
    return f"{_STATISTICS[band.statistic]} {_LEVELS[band.level]}"


def name_statistic(question: Question) -> str:
    """Return the statistic in words, with what it holds constant."""
    name = _STATISTICS[question.statistic]
    return f"{name} given {question.controls.replace('+', ' and ')}" if question.controls else name


def list_notes(outcome: Outcome) -> list[str]:
    """Return what was asked, where it is from, how many points there are."""
    asked = outcome.experiment.question
    notes = _tell_statistics(outcome.experiment)
    if outcome.experiment.source:
        notes.append(f"paper: {outcome.experiment.source}")
    notes.append("; ".join(dict.fromkeys(f"{study.name}: {_count(study)}" for study in outcome.studies)))
    notes.append(_describe_judgments(outcome.studies))
    if asked.tested != "none":
        notes.extend(_tell_intervals(outcome))
        if len(outcome.studies) == 1 and len(outcome.studies[0].figures) > 1:
            drawn = f" of {outcome.studies[0].test_resamples:,} resamples" if asked.tested != "williams" else ""
            notes.append(
                f"group: metrics that share a letter do not differ significantly, by {asked.tested} tests{drawn}"
            )
    notes.extend(outcome.notes)
    for study in outcome.studies:
        notes.extend(f"{study.name}: {note}" for note in study.notes)
    return list(dict.fromkeys(notes))


def list_signatures(outcome: Outcome) -> list[str]:
    """Return the signatures of all metrics."""
    return [figure.signature for study in outcome.studies for figure in study.figures if figure.signature]


def _tell_statistics(experiment: Experiment) -> list[str]:
    """Return what the figures are; column by column, or row by row, where these differ."""
    found: dict[str, list[str]] = {}
    for cell in experiment.cells:
        places = found.setdefault(write_statistic(experiment.question_of(cell)), [])
        places.append(cell.column if len(experiment.columns) > 1 else cell.row)
    if len(found) == 1:
        return list(found)
    return [f"{', '.join(dict.fromkeys(places))}: {what}" for what, places in found.items()]


def _tell_intervals(outcome: Outcome) -> list[str]:
    """Return how intervals were made."""
    asked, level = outcome.experiment.question, f"{100 * outcome.experiment.question.confidence:g}% intervals"
    if asked.draws_interval:
        drawn = {"both": "systems and segments"}.get(outcome.studies[0].drawn, outcome.studies[0].drawn)
        return [f"{level} by resampling {drawn}, {asked.interval_resamples:,} times, seed {asked.seed}"]
    found = [figure.interval for study in outcome.studies for figure in study.figures if figure.interval is not None]
    methods = dict.fromkeys(interval.method for interval in found)
    samples = ", ".join(dict.fromkeys(f"{each.resamples:,}" for each in found if each.method == "simulation"))
    ways = {
        "fisher-z": "by Fisher's z",
        "simulation": f"by inversion of simulated samples ({samples}), seed {asked.seed}",
        "normal": "by the normal approximation of atanh",
    }
    said = "; ".join(ways[method] for method in methods if method in ways)
    return [f"{level} of systems as a sample, {said}"] if said else []


def _describe_judgments(studies: Sequence[Study]) -> str:
    """Say which kind of judgment was used, and of how many annotators; set by set, where these differ."""
    said: dict[str, list[str]] = {}
    for study in studies:
        people = f", by {study.annotators:,} annotator{'' if study.annotators == 1 else 's'}" * bool(study.annotators)
        said.setdefault(f"{study.judgment}{people}{_write_scale(study)}", []).append(study.name)
    if len({tuple(names) for names in said.values()}) == 1:
        return f"judgment{'' if len(said) == 1 else 's'}: {'; '.join(said)}"
    return "; ".join(f"judgment of {', '.join(dict.fromkeys(names))}: {what}" for what, names in said.items())


def _write_scale(study: Study) -> str:
    """Say how the judgments were normalised; those of kinds in -z came so, as their name says."""
    if not study.question.normalise or study.judgment.endswith("-z"):
        return ""
    return f", normalised by annotator ({study.question.normalise})"


def _count(study: Study) -> str:
    """How many points a study is from."""
    most = max((figure.count for figure in study.figures), default=0)
    return f"{most:,} {study.points}" if most == 1 else f"{most:,} {study.points}s"
