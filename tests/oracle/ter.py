"""Translation edit rate the slow and obvious way: the oracle for the Rust kernel.

Greedy search of Snover et al. (2006) with the limits of sacrebleu 2.6.0. Lists of words in, number of edits out.
"""

import math

BEAM = 25
MAX_SIZE, MAX_DISTANCE, MAX_TRIED = 10, 50, 1000
NEVER = (10**9, "?")


def count_edits(hypothesis, reference):
    """Number of edits, shifts included, from one list of words to the other."""
    if not reference:
        return len(hypothesis)
    shifts = tried = 0
    while True:
        cost, path = find_path(hypothesis, reference)
        shifted, now_tried = list_shifts(hypothesis, reference, path, MAX_TRIED - tried)
        tried += now_tried
        gains = [(cost - find_path(words, reference)[0], *rank, words) for rank, words in shifted]
        if tried >= MAX_TRIED or not gains or max(gains)[0] <= 0:
            return shifts + cost
        hypothesis = max(gains)[-1]
        shifts += 1


def find_path(hypothesis, reference):
    """Cost and operations (keep, swap, drop a word, add a reference word) of the cheapest path in the beam."""
    n, m = len(hypothesis), len(reference)
    ratio = m / n if n else 1
    width = math.ceil(ratio / 2 + BEAM) if ratio / 2 > BEAM else BEAM
    table = {(0, j): (j, "add") for j in range(m + 1)}
    for i in range(1, n + 1):
        diagonal = math.floor(i * ratio)
        end = m + 1 if i == n else min(m + 1, diagonal + width)
        for j in range(max(0, diagonal - width), end):
            same = j > 0 and hypothesis[i - 1] == reference[j - 1]
            ways = [
                (table.get((i - 1, j - 1), NEVER)[0] + (not same), "keep" if same else "swap"),
                (table.get((i - 1, j), NEVER)[0] + 1, "drop"),
                (table.get((i, j - 1), NEVER)[0] + 1, "add"),
            ]
            table[i, j] = min(ways, key=lambda way: way[0])  # the first of equals
    path, i, j = [], n, m
    while i or j:
        path.insert(0, table[i, j][1])
        i -= path[0] != "add"
        j -= path[0] != "drop"
    return table[n, m][0], path


def list_shifts(hypothesis, reference, path, limit):
    """The shifts to try, each with what decides between equals, and their number."""
    wrong_hypothesis, wrong_reference, aligned = set(), set(), {-1: -1}
    i = j = -1
    for operation in path:
        i += operation != "add"
        j += operation != "drop"
        if operation in ("swap", "drop"):
            wrong_hypothesis.add(i)
        if operation in ("swap", "add"):
            wrong_reference.add(j)
        if operation != "drop":
            aligned[j] = i
    shifts = []
    for start, target, size in list_blocks(hypothesis, reference):
        if wrong_hypothesis.isdisjoint(range(start, start + size)):
            continue
        if wrong_reference.isdisjoint(range(target, target + size)):
            continue
        if aligned[target] in range(start, start + size):
            continue
        places = sorted({aligned[target + offset] + 1 for offset in range(-1, size)})
        shifts.extend(((size, -start, -index), shift(hypothesis, start, size, index)) for index in places)
        if len(shifts) >= limit:
            break
    return shifts, len(shifts)


def list_blocks(hypothesis, reference):
    """Places and sizes of equal blocks."""
    for start in range(len(hypothesis)):
        for target in range(len(reference)):
            if abs(start - target) > MAX_DISTANCE:
                continue
            for size in range(1, MAX_SIZE + 1):
                block = hypothesis[start : start + size]
                if len(block) < size or block != reference[target : target + size]:
                    break
                yield start, target, size


def shift(words, start, size, index):
    """Moves a block before `index`; an index within the block moves it that many words on."""
    block, rest = words[start : start + size], words[:start] + words[start + size :]
    if index > start + size:
        index -= size
    return rest[:index] + block + rest[index:]
