"""Judging: protocols, plans, campaigns and their judgments."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.annotation.answers import Answer, ErrorSpan
    from tertium.annotation.campaign import Campaign, CampaignAnnotator
    from tertium.annotation.error_types import read_error_types
    from tertium.annotation.importing import import_judgments
    from tertium.annotation.judged_rows import export_judgments, export_spans, values_by_system
    from tertium.annotation.lessons import Lesson, find_lessons, read_lessons
    from tertium.annotation.marked_words import split_words
    from tertium.annotation.plan import Plan, PlanSettings, plan_campaign
    from tertium.annotation.protocols import PROTOCOLS, JudgingProtocol, Step, find_protocol
    from tertium.annotation.quality import AnnotatorQuality, check_annotators
    from tertium.annotation.sample_size import Separation, separate
    from tertium.annotation.sitting import LinkError, Receipt, Sitting, Task
    from tertium.annotation.store import CampaignStore

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
            "tertium.annotation.answers": ("Answer", "ErrorSpan"),
            "tertium.annotation.campaign": ("Campaign", "CampaignAnnotator"),
            "tertium.annotation.error_types": ("read_error_types",),
            "tertium.annotation.importing": ("import_judgments",),
            "tertium.annotation.judged_rows": ("export_judgments", "export_spans", "values_by_system"),
            "tertium.annotation.lessons": ("Lesson", "find_lessons", "read_lessons"),
            "tertium.annotation.marked_words": ("split_words",),
            "tertium.annotation.plan": ("Plan", "PlanSettings", "plan_campaign"),
            "tertium.annotation.protocols": ("PROTOCOLS", "JudgingProtocol", "Step", "find_protocol"),
            "tertium.annotation.quality": ("AnnotatorQuality", "check_annotators"),
            "tertium.annotation.sample_size": ("Separation", "separate"),
            "tertium.annotation.sitting": ("LinkError", "Receipt", "Sitting", "Task"),
            "tertium.annotation.store": ("CampaignStore",),
        },
    )
