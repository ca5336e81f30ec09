"""Packs WordNet's dictionary files into the one file that the library maps into memory.

Run from the project root, after ``apt-get install wordnet-base``::

    python scripts/pack_wordnet.py

Words, their synsets, the exceptions of the morphology and the hypernyms are kept; glosses, sense order, word forms
in capitals and all other relations are not. The same input gives the same bytes.

The file is little-endian: a header, then the sections that its table lists, each at a multiple of 8 bytes.

| at | header |
|---|---|
| 0 | ``TERTWNET`` |
| 8 | u32 format, 1 |
| 12 | u32 CRC-32 of everything after these four bytes |
| 16 | u32 length of the file |
| 20 | u32 number of words |
| 24 | version of WordNet, 16 bytes, padded with zeros |
| 40 | 4 u32 numbers of synsets: noun, verb, adjective (with satellites), adverb |
| 56 | 8 pairs of u32, where a section starts and its length in bytes |

| section | content |
|---|---|
| keys | a u64 a block of 16 words: the first 8 bytes of its first word, as a big-endian number |
| blocks | two u32 a block: where it starts in ``words`` and in ``senses`` |
| words | all lemmas, exceptions and their base forms, sorted; each is four bytes and a string, see below |
| senses | u32, the synsets of each word, ascending |
| offsets | u32, where each synset starts in its data file; nouns, verbs, adjectives, adverbs |
| hypernyms | u32 a noun or verb synset: ``NONE``, the hypernym, or ``MANY`` + an index into ``many`` |
| many | u32, a number and that many hypernyms, for synsets with more than one |
| exceptions | three u32: word, part of speech (0 to 3), base form; sorted by the first two |

The four bytes of a word: how many bytes it shares with the word before it in the block, how many follow, its parts of
speech, how many senses it has. The parts of speech are bits: 1 noun, 2 verb, 4 adjective, 8 adverb where it is a lemma;
16, 32, 64, 128 where it is an exception.
"""

from __future__ import annotations

import argparse
import re
import struct
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

MAGIC, FORMAT = b"TERTWNET", 1
PARTS = ("noun", "verb", "adj", "adv")
BLOCK = 16
HEADER = 56 + 8 * 8
NONE, MANY = 0xFFFFFFFF, 0x80000000

DICTIONARY = Path("/usr/share/wordnet")
OUTPUT = Path(__file__).parents[1] / "src" / "tertium" / "lexicon" / "wordnet-3.0.bin"


class Synset(NamedTuple):
    """A part of speech, and where the synset starts in that data file."""

    part: int
    offset: int


class Dictionary(NamedTuple):
    """What is kept of WordNet."""

    version: str
    senses: dict[str, list[Synset]]
    hypernyms: dict[Synset, list[Synset]]
    exceptions: dict[tuple[str, int], list[str]]


def read_lines(path: Path) -> list[str]:
    """The lines of a file, without the licence that opens it."""
    return [line for line in path.read_text(encoding="ascii").splitlines() if not line.startswith("  ")]


def read_hypernyms(line: str) -> list[Synset]:
    """The hypernyms and instance hypernyms of a line of a data file."""
    fields = line.partition(" | ")[0].split()
    pointers = fields[4 + 2 * int(fields[3], 16) :]
    found = []
    for at in range(1, 1 + 4 * int(pointers[0]), 4):
        symbol, offset, part = pointers[at : at + 3]
        if symbol in ("@", "@i"):
            found.append(Synset("nvar".index(part), int(offset)))
    return found


def read_dictionary(folder: Path) -> Dictionary:
    """Reads the index, data and exception files."""
    senses, hypernyms, exceptions = defaultdict(list), {}, defaultdict(list)
    for part, name in enumerate(PARTS):
        for line in read_lines(folder / f"index.{name}"):
            lemma, _, *fields = line.split()
            offsets = fields[-int(fields[0]) :]
            senses[lemma] += [Synset(part, int(offset)) for offset in offsets]
        for line in read_lines(folder / f"data.{name}"):
            hypernyms[Synset(part, int(line[:8]))] = read_hypernyms(line)
        for line in read_lines(folder / f"{name}.exc"):
            form, *bases = line.split()
            exceptions[form, part] += bases  # a few forms have two lines
    header = (folder / "data.noun").read_text(encoding="ascii")[:2000]
    match = re.search(r"WordNet (\d+\.\d+) Copyright", header)
    if match is None:
        raise SystemExit(f"{folder / 'data.noun'}: no WordNet version in its header")
    return Dictionary(match[1], senses, hypernyms, exceptions)


def pack_numbers(numbers: Iterable[int]) -> bytes:
    """An array of u32."""
    numbers = list(numbers)
    return struct.pack(f"<{len(numbers)}I", *numbers)


def count_shared(one: str, other: str) -> int:
    """The length of the common start of two words."""
    return next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))


def pack_words(words: list[str], flags: list[int], counts: list[int]) -> tuple[bytes, bytes, bytes]:
    """The sections ``keys``, ``blocks`` and ``words``."""
    keys, blocks, packed = [], [], bytearray()
    first_senses = list(accumulate(counts, initial=0))
    for index, word in enumerate(words):
        shared = 0
        if index % BLOCK == 0:
            keys.append(int.from_bytes(word.encode()[:8].ljust(8, b"\0"), "big"))
            blocks += [len(packed), first_senses[index]]
        else:
            shared = count_shared(words[index - 1], word)
        packed += bytes([shared, len(word) - shared, flags[index], counts[index]]) + word[shared:].encode()
    return struct.pack(f"<{len(keys)}Q", *keys), pack_numbers(blocks), bytes(packed)


def pack_hypernyms(dictionary: Dictionary, synsets: list[Synset]) -> tuple[bytes, bytes]:
    """The sections ``hypernyms`` and ``many``."""
    numbers = {synset: number for number, synset in enumerate(synsets)}
    single, many = [], []
    for synset in synsets:
        above = [numbers[hypernym] for hypernym in dictionary.hypernyms[synset]]
        if len(above) > 1:
            single.append(MANY + len(many))
            many += [len(above), *above]
        elif synset.part < 2:  # adjectives and adverbs have no hypernyms
            single += above or [NONE]
    return pack_numbers(single), pack_numbers(many)


def pack(dictionary: Dictionary) -> bytes:
    """The whole file."""
    exceptions = dictionary.exceptions
    listed = {form for form, _ in exceptions} | {base for bases in exceptions.values() for base in bases}
    words = sorted(listed | set(dictionary.senses))
    word_numbers = {word: number for number, word in enumerate(words)}
    synsets = sorted(dictionary.hypernyms)
    numbers = {synset: number for number, synset in enumerate(synsets)}
    senses = [sorted(numbers[synset] for synset in set(dictionary.senses.get(word, ()))) for word in words]
    flags = [0] * len(words)
    for word, found in dictionary.senses.items():
        for synset in found:
            flags[word_numbers[word]] |= 1 << synset.part
    for form, part in exceptions:
        flags[word_numbers[form]] |= 16 << part
    rows = [  # the order of the base forms is kept, since the first one counts in compounds
        (word_numbers[form], part, word_numbers[base])
        for form, part in sorted(exceptions)
        for base in dict.fromkeys(exceptions[form, part])
    ]
    sections = [
        *pack_words(words, flags, [len(found) for found in senses]),
        pack_numbers(number for found in senses for number in found),
        pack_numbers(synset.offset for synset in synsets),
        *pack_hypernyms(dictionary, synsets),
        pack_numbers(number for row in rows for number in row),
    ]
    table, body = [], bytearray()
    for section in sections:
        table += [HEADER + len(body), len(section)]
        body += section + bytes(-len(section) % 8)
    parts = [sum(synset.part == part for synset in synsets) for part in range(4)]
    rest = struct.pack("<2I16s4I", HEADER + len(body), len(words), dictionary.version.encode(), *parts)
    rest += pack_numbers(table) + body
    return MAGIC + struct.pack("<2I", FORMAT, zlib.crc32(rest)) + rest


def main() -> None:
    """Packs the files of a folder."""
    parser = argparse.ArgumentParser(description="Packs WordNet's dictionary files into one file.")
    parser.add_argument("folder", nargs="?", type=Path, default=DICTIONARY, help="of the files; %(default)s")
    parser.add_argument("output", nargs="?", type=Path, default=OUTPUT, help="the file to write; %(default)s")
    arguments = parser.parse_args()
    packed = pack(read_dictionary(arguments.folder))
    arguments.output.write_bytes(packed)
    sys.stderr.write(f"{arguments.output}: {len(packed):,} bytes\n")


if __name__ == "__main__":
    main()
