"""A test set whose texts and names are attacks, for tests of the report."""

from __future__ import annotations

from tertium import References, TestSet

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}} ]]> </textarea></script>",
    "right\u202eto left\u202c and \x1b[31mred",
    "x" * 2000,
    "السلام عليكم 漢字 \U0001f600 e\u0301",
)
NAMES = ("best<b>", '"next" & co', "</script><script>alert(2)</script>")


def make_hostile() -> TestSet:
    """Return 120 segments: plain ones and hostile ones, in four documents, with sources and two references."""
    plain = [
        "the small dog sat on the mat .",
        "a cat sleeps in the sun all day .",
        "she didn't see the old house again .",
    ]
    texts = [f"{plain[at % 3]} {HOSTILE[at % len(HOSTILE)] if at % 4 == 0 else ''}".strip() for at in range(120)]
    systems = {
        NAMES[0]: [text.replace("old", "ancient") for text in texts],
        NAMES[1]: [text.replace("the", "a") for text in texts],
        NAMES[2]: ["a dog was there" if at % 2 else text.upper() for at, text in enumerate(texts)],
    }
    return TestSet(
        systems=systems,
        references=References.from_nested([[text, f"{text} indeed"] for text in texts]),
        sources=[f"la fuente {at} {HOSTILE[at % len(HOSTILE)]}" for at in range(120)],
        documents=[f"document {at // 40} <i>" for at in range(120)],
    )
