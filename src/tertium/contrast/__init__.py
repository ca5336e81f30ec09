"""Where two systems differ: scores by bucket, accuracy of words, characteristic n-grams, and the segments themselves.

Breakdowns and tests take tally matrices and tokens, so that others can use them for any pair of systems.
"""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.contrast.breakdown import Breakdown, Bucket, break_down, score_buckets
    from tertium.contrast.buckets import Buckets, bucket_labels, bucket_numbers, bucket_quarters
    from tertium.contrast.distribution import Distribution, distribute
    from tertium.contrast.frequencies import count_words
    from tertium.contrast.marking import MarkedText, MarkedWord, mark_words
    from tertium.contrast.ngrams import NgramDifference, NgramTests, contrast_ngrams
    from tertium.contrast.own_words import mark_pair
    from tertium.contrast.pair import TokenizedPair
    from tertium.contrast.result import Diff
    from tertium.contrast.segments import SegmentDifference, find_segments
    from tertium.contrast.setting import ContrastSetting
    from tertium.contrast.system_diff import DiffOptions, diff, diff_systems
    from tertium.contrast.word_accuracy import (
        WordAccuracy,
        WordGroup,
        compare_words,
        group_by_form,
        group_by_frequency,
        group_by_function,
    )

__all__ = [
    "Breakdown",
    "Bucket",
    "Buckets",
    "ContrastSetting",
    "Diff",
    "DiffOptions",
    "Distribution",
    "MarkedText",
    "MarkedWord",
    "NgramDifference",
    "NgramTests",
    "SegmentDifference",
    "TokenizedPair",
    "WordAccuracy",
    "WordGroup",
    "break_down",
    "bucket_labels",
    "bucket_numbers",
    "bucket_quarters",
    "compare_words",
    "contrast_ngrams",
    "count_words",
    "diff",
    "diff_systems",
    "distribute",
    "find_segments",
    "group_by_form",
    "group_by_frequency",
    "group_by_function",
    "mark_pair",
    "mark_words",
    "score_buckets",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.contrast.breakdown": ("Breakdown", "Bucket", "break_down", "score_buckets"),
            "tertium.contrast.buckets": ("Buckets", "bucket_labels", "bucket_numbers", "bucket_quarters"),
            "tertium.contrast.distribution": ("Distribution", "distribute"),
            "tertium.contrast.frequencies": ("count_words",),
            "tertium.contrast.marking": ("MarkedText", "MarkedWord", "mark_words"),
            "tertium.contrast.ngrams": ("NgramDifference", "NgramTests", "contrast_ngrams"),
            "tertium.contrast.own_words": ("mark_pair",),
            "tertium.contrast.pair": ("TokenizedPair",),
            "tertium.contrast.result": ("Diff",),
            "tertium.contrast.segments": ("SegmentDifference", "find_segments"),
            "tertium.contrast.setting": ("ContrastSetting",),
            "tertium.contrast.system_diff": ("DiffOptions", "diff", "diff_systems"),
            "tertium.contrast.word_accuracy": (
                "WordAccuracy",
                "WordGroup",
                "compare_words",
                "group_by_form",
                "group_by_frequency",
                "group_by_function",
            ),
        },
    )
