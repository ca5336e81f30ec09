"""Meta-evaluation: how far metrics agree with people, which agree better, and how to make them agree better."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.meta.correlation.experiment import Experiment, list_experiments, load_experiment, make_experiment
    from tertium.meta.correlation.figure import Figure
    from tertium.meta.correlation.outcome import Outcome
    from tertium.meta.correlation.question import Question
    from tertium.meta.correlation.running import correlate, run_experiment
    from tertium.meta.correlation.stored import read_stored_scores
    from tertium.meta.correlation.study import Study
    from tertium.meta.judgments.agreement import Agreement, measure_agreement
    from tertium.meta.judgments.error_spans import ErrorSpans
    from tertium.meta.judgments.judged_set import JudgedSet
    from tertium.meta.judgments.judged_table import judge_reader, read_judged_table
    from tertium.meta.judgments.judgments import Judgments
    from tertium.meta.judgments.layouts import read_judged
    from tertium.meta.judgments.tidy import read_judgments, write_judgments
    from tertium.meta.tuning.combination import Combination
    from tertium.meta.tuning.fragment_tuning import FragmentTuning
    from tertium.meta.tuning.learning import learn, tune, weigh_fragments
    from tertium.meta.tuning.search import Tuning

__all__ = [
    "Agreement",
    "Combination",
    "ErrorSpans",
    "Experiment",
    "Figure",
    "FragmentTuning",
    "JudgedSet",
    "Judgments",
    "Outcome",
    "Question",
    "Study",
    "Tuning",
    "correlate",
    "judge_reader",
    "learn",
    "list_experiments",
    "load_experiment",
    "make_experiment",
    "measure_agreement",
    "read_judged",
    "read_judged_table",
    "read_judgments",
    "read_stored_scores",
    "run_experiment",
    "tune",
    "weigh_fragments",
    "write_judgments",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.meta.correlation.experiment": (
                "Experiment",
                "list_experiments",
                "load_experiment",
                "make_experiment",
            ),
            "tertium.meta.correlation.figure": ("Figure",),
            "tertium.meta.correlation.outcome": ("Outcome",),
            "tertium.meta.correlation.question": ("Question",),
            "tertium.meta.correlation.running": ("correlate", "run_experiment"),
            "tertium.meta.correlation.stored": ("read_stored_scores",),
            "tertium.meta.correlation.study": ("Study",),
            "tertium.meta.judgments.agreement": ("Agreement", "measure_agreement"),
            "tertium.meta.judgments.error_spans": ("ErrorSpans",),
            "tertium.meta.judgments.judged_set": ("JudgedSet",),
            "tertium.meta.judgments.judged_table": ("judge_reader", "read_judged_table"),
            "tertium.meta.judgments.judgments": ("Judgments",),
            "tertium.meta.judgments.layouts": ("read_judged",),
            "tertium.meta.judgments.tidy": ("read_judgments", "write_judgments"),
            "tertium.meta.tuning.combination": ("Combination",),
            "tertium.meta.tuning.fragment_tuning": ("FragmentTuning",),
            "tertium.meta.tuning.learning": ("learn", "tune", "weigh_fragments"),
            "tertium.meta.tuning.search": ("Tuning",),
        },
    )
