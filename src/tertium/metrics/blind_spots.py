"""What metrics cannot see: the reasons for which Callison-Burch, Osborne and Koehn (2006) find BLEU crude.

Section 3 of the paper names four: synonyms and paraphrases count only if a reference has them, phrases may stand in any
order, content words count no more than others, and the brevity penalty stands in for recall. Section 6 expects them of
other metrics too, to a greater or lesser degree. So each metric declares its own, by the names of this table.
"""

from __future__ import annotations

from collections.abc import Mapping

BLIND_SPOTS: Mapping[str, str] = {
    "synonyms": "synonyms and paraphrases that no reference has",
    "paraphrases": "paraphrases that no reference has",
    "order": "the order of matching phrases",
    "content": "whether a wrong word carries content",
    "recall": "what is left out, except by the length",
    "words": "the words themselves",
    "source": "whether the translation says what the source says",
    "training": "kinds of systems that were not in its training",
}
