"""Judging: protocols, plans, campaigns and their judgments."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.human.answers import Answer, ErrorSpan
    from tertium.human.campaign import Campaign, CampaignAnnotator
    from tertium.human.error_types import read_error_types
    from tertium.human.importing import import_judgments
    from tertium.human.judged_rows import export_judgments, export_spans, values_by_system
    from tertium.human.lessons import Lesson, find_lessons, read_lessons
    from tertium.human.marked_words import split_words
    from tertium.human.plan import Plan, PlanSettings, plan_campaign
    from tertium.human.protocols import PROTOCOLS, JudgingProtocol, Step, find_protocol
    from tertium.human.quality import AnnotatorQuality, check_annotators
    from tertium.human.sample_size import Separation, separate
    from tertium.human.sitting import LinkError, Receipt, Sitting, Task
    from tertium.human.store import CampaignStore

__all__ = [
    "PROTOCOLS",
    "AnnotatorQuality",
    "Answer",
    "Campaign",
    "CampaignAnnotator",
    "CampaignStore",
    "ErrorSpan",
    "JudgingProtocol",
    "Lesson",
    "LinkError",
    "Plan",
    "PlanSettings",
    "Receipt",
    "Separation",
    "Sitting",
    "Step",
    "Task",
    "check_annotators",
    "export_judgments",
    "export_spans",
    "find_lessons",
    "find_protocol",
    "import_judgments",
    "plan_campaign",
    "read_error_types",
    "read_lessons",
    "separate",
    "split_words",
    "values_by_system",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.human.answers": ("Answer", "ErrorSpan"),
            "tertium.human.campaign": ("Campaign", "CampaignAnnotator"),
            "tertium.human.error_types": ("read_error_types",),
            "tertium.human.importing": ("import_judgments",),
            "tertium.human.judged_rows": ("export_judgments", "export_spans", "values_by_system"),
            "tertium.human.lessons": ("Lesson", "find_lessons", "read_lessons"),
            "tertium.human.marked_words": ("split_words",),
            "tertium.human.plan": ("Plan", "PlanSettings", "plan_campaign"),
            "tertium.human.protocols": ("PROTOCOLS", "JudgingProtocol", "Step", "find_protocol"),
            "tertium.human.quality": ("AnnotatorQuality", "check_annotators"),
            "tertium.human.sample_size": ("Separation", "separate"),
            "tertium.human.sitting": ("LinkError", "Receipt", "Sitting", "Task"),
            "tertium.human.store": ("CampaignStore",),
        },
    )
