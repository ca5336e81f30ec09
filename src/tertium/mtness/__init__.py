"""Machine-translationness (Moré & Climent 2006): what no fluent speaker would write, found without references.

The rooms within stand in the order of the data: ``text`` (words and tags), ``chunking`` (spans), ``repairs``
(suggestions), ``counting``, ``detection``; and ``resources``, what they need of a language.
"""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.mtness.comparison import SystemDifference, compare_mtness
    from tertium.mtness.detection.combiner import Combiner
    from tertium.mtness.detection.findings import Finding, Verdict
    from tertium.mtness.detection.rule import MIN_PROBABILITY, Rule
    from tertium.mtness.examination import Examination
    from tertium.mtness.learning.choice_learning import learn_choices
    from tertium.mtness.learning.equivalents import Equivalents
    from tertium.mtness.learning.inputs import draw_lines, open_equivalents, open_translator
    from tertium.mtness.learning.learner import LearnedSystem, learn_system
    from tertium.mtness.pipeline import Pipeline
    from tertium.mtness.resources.confusions import Confusion, ConfusionTable
    from tertium.mtness.resources.form_cache import check_form_cache, clear_form_cache, find_form_cache
    from tertium.mtness.resources.languages import list_languages
    from tertium.mtness.resources.opening import choose_dictionary
    from tertium.mtness.resources.word_choices import WordChoices
    from tertium.mtness.segment import Segment
    from tertium.mtness.stages import Stage
    from tertium.mtness.study import find_mtness, find_mtness_by_system, list_hints, make_segments, open_mtness
    from tertium.mtness.wrong_words import WrongWord

__all__ = [
    "MIN_PROBABILITY",
    "Combiner",
    "Confusion",
    "ConfusionTable",
    "Equivalents",
    "Examination",
    "Finding",
    "LearnedSystem",
    "Pipeline",
    "Rule",
    "Segment",
    "Stage",
    "SystemDifference",
    "Verdict",
    "WordChoices",
    "WrongWord",
    "check_form_cache",
    "choose_dictionary",
    "clear_form_cache",
    "compare_mtness",
    "draw_lines",
    "find_form_cache",
    "find_mtness",
    "find_mtness_by_system",
    "learn_choices",
    "learn_system",
    "list_hints",
    "list_languages",
    "make_segments",
    "open_equivalents",
    "open_mtness",
    "open_translator",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.mtness.comparison": ("SystemDifference", "compare_mtness"),
            "tertium.mtness.detection.combiner": ("Combiner",),
            "tertium.mtness.detection.findings": ("Finding", "Verdict"),
            "tertium.mtness.detection.rule": ("MIN_PROBABILITY", "Rule"),
            "tertium.mtness.examination": ("Examination",),
            "tertium.mtness.learning.choice_learning": ("learn_choices",),
            "tertium.mtness.learning.equivalents": ("Equivalents",),
            "tertium.mtness.learning.inputs": ("draw_lines", "open_equivalents", "open_translator"),
            "tertium.mtness.learning.learner": ("LearnedSystem", "learn_system"),
            "tertium.mtness.pipeline": ("Pipeline",),
            "tertium.mtness.resources.form_cache": ("check_form_cache", "clear_form_cache", "find_form_cache"),
            "tertium.mtness.resources.confusions": ("Confusion", "ConfusionTable"),
            "tertium.mtness.resources.languages": ("list_languages",),
            "tertium.mtness.resources.opening": ("choose_dictionary",),
            "tertium.mtness.resources.word_choices": ("WordChoices",),
            "tertium.mtness.segment": ("Segment",),
            "tertium.mtness.stages": ("Stage",),
            "tertium.mtness.study": (
                "find_mtness",
                "find_mtness_by_system",
                "list_hints",
                "make_segments",
                "open_mtness",
            ),
            "tertium.mtness.wrong_words": ("WrongWord",),
        },
    )
