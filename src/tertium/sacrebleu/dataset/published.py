"""A test set in a folder of the layout that sacrebleu keeps, read without any network.

``NAME/NAME.PAIR.FIELD`` are text files with one segment per line; a ``/`` in a name is ``_`` in the names of files, and
a ``:`` in a field is ``-``. Where they are missing, the published files in ``NAME/raw`` are read, from which sacrebleu
makes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tertium.errors import InputError, SpecError
from tertium.files.whole import write_whole
from tertium.sacrebleu.dataset.place import VARIABLE, find_place
from tertium.sacrebleu.dataset.raw_lines import read_column, read_sgml_attribute, read_sgml_segments
from tertium.sacrebleu.dataset.raw_xml import read_xml_fields
from tertium.sacrebleu.dataset.stream import read_stream

_ABOUT_DOCUMENTS = ("docid", "genre", "origlang")
# What the fields of a folder are listed by, where no published file says their order.
_ORDER = ("src", "ref", *_ABOUT_DOCUMENTS, "domain")


@dataclass(frozen=True, kw_only=True)
class Dataset:
    """A test set, by the names that sacrebleu gives.

    Attributes:
        name: Its name, such as ``wmt17`` or ``wmt21/dev``.
        kind: What the published files are: ``sgml``, ``mixed``, ``text``, ``tsv`` or ``xml``; ``folder`` for a test set
            of one's own, which has text files only.
        description: What it is, in one sentence.
        langpairs: The published files of each language pair: source first, then references.
        citation: BibTeX of the paper to cite, if there is one.
        data: Where it is published.
        md5: Checksums of what is published there.
        refs: The translators whose references count, in XML; an empty name is a reference without one.
        refs_by_pair: The same where it differs by language pair.
    """

    name: str
    kind: str
    description: str
    langpairs: Mapping[str, Sequence[str]]
    citation: str | None = None
    data: Sequence[str] = ()
    md5: Sequence[str] | None = None
    refs: Sequence[str] = ()
    refs_by_pair: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def fieldnames(self, langpair: str) -> list[str]:
        """Return the fields of a language pair: ``src``, ``ref`` or ``ref:…``, and what is known about documents.

        Raises:
            SpecError: The test set has no such language pair.
            InputError: The fields are in a file that is missing.
        """
        files = self._published(langpair)
        if self.kind in ("text", "tsv"):
            return ["src", "ref"]
        if self.kind in ("sgml", "mixed"):
            references = ["ref"] if len(files) == 2 else [f"ref:{number}" for number in range(len(files) - 1)]
            return ["src", *references, *(() if self.name.startswith("wmt08") else _ABOUT_DOCUMENTS)]
        if files and files[0].exists():
            return list(read_xml_fields(files[0]))
        return self._find_fields(langpair)

    def read(self, langpair: str, fields: Sequence[str]) -> dict[str, list[str]]:
        """Return fields of a language pair: one list each, with one entry per segment. Nothing is written.

        Raises:
            InputError: A file is missing or cannot be read.
            SpecError: The test set has no such language pair or field.
        """
        found = {each: self.text_file(langpair, each) for each in fields}
        missing = [each for each, file in found.items() if not file.exists()]
        derived = self._derive(langpair, missing) if missing else {}
        return {each: derived[each] if each in derived else read_stream(file) for each, file in found.items()}

    def source(self, langpair: str) -> Iterator[str]:
        """Yield the source segments of a language pair."""
        yield from self.read(langpair, ["src"])["src"]

    def references(self, langpair: str) -> Iterator[tuple[str, ...]]:
        """Yield the references of each segment of a language pair."""
        yield from zip(*self.read(langpair, self.reference_fields(langpair)).values(), strict=True)

    def reference_fields(self, langpair: str) -> list[str]:
        """Return the fields of the references that count. XML may have more of them, of other translators."""
        fields = self.fieldnames(langpair)
        if self.kind != "xml":
            return [each for each in fields if each.startswith("ref")]
        wanted = {f"ref:{name}" if name else "ref" for name in self.refs_by_pair.get(langpair, self.refs)}
        return [each for each in fields if each in wanted]

    def text_file(self, langpair: str, field_name: str) -> Path:
        """Return the text file of a field, which need not exist."""
        name = f"{self.name.replace('/', '_')}.{langpair}.{field_name.replace(':', '-')}"
        return find_place() / self.name / name

    def get_source_file(self, langpair: str) -> str:
        """Return the text file of the source; it is written if only the published file is there."""
        return self._write_files(langpair, ["src"])[0]

    def get_reference_files(self, langpair: str) -> list[str]:
        """Return the text files of the references; they are written if only the published files are there."""
        return self._write_files(langpair, self.reference_fields(langpair))

    def get_files(self, langpair: str) -> list[str]:
        """Return the text files of all fields; they are written if only the published files are there."""
        return self._write_files(langpair, self.fieldnames(langpair))

    def process_to_text(self, langpair: str | None = None) -> None:
        """Write the text files of a language pair, or of all, that are missing."""
        for pair in self.langpairs if langpair is None else [langpair]:
            self.get_files(pair)

    def _write_files(self, langpair: str, fields: Sequence[str]) -> list[str]:
        files = {each: self.text_file(langpair, each) for each in fields}
        missing = [each for each, file in files.items() if not file.exists()]
        for each, lines in (self._derive(langpair, missing) if missing else {}).items():
            write_whole("".join(f"{line}\n" for line in lines).encode(), files[each])
        return [str(file) for file in files.values()]

    def require_pair(self, langpair: str) -> None:
        """Refuse a language pair that the test set does not have.

        Raises:
            SpecError: It has no such language pair; the message lists those that it has.
        """
        if langpair not in self.langpairs:
            raise SpecError(
                f"the test set {self.name!r} has no language pair {langpair!r}",
                remedy=f"It has {', '.join(self.langpairs)}",
            )

    def _published(self, langpair: str) -> list[Path]:
        """Return the published files of a language pair, which need not exist."""
        self.require_pair(langpair)
        files = (each.rpartition(":")[2] if self.kind == "tsv" else each for each in self.langpairs[langpair])
        return [find_place() / self.name / "raw" / each for each in files]

    def _find_fields(self, langpair: str) -> list[str]:
        """Return the fields of the text files that there are."""
        start = self.text_file(langpair, "").name
        found = {each.name.removeprefix(start) for each in self.text_file(langpair, "").parent.glob(f"{start}*")}
        if "src" not in found:
            raise self._missing(langpair, "src")
        fields = [each.replace("-", ":", 1) if each.startswith("ref-") else each for each in found]
        return sorted(fields, key=lambda each: (_rank(each), each))

    def _derive(self, langpair: str, fields: Sequence[str]) -> dict[str, list[str]]:
        """Return fields as they are in the published files."""
        known = self.fieldnames(langpair)
        for each in fields:
            if each not in known:
                raise SpecError(
                    f"the test set {self.name!r} has no field {each!r} for {langpair}",
                    remedy=f"It has {', '.join(known)}",
                )
        files = self._published(langpair)
        if self.kind in ("xml", "folder"):
            if not files or not files[0].exists():
                raise self._missing(langpair, fields[0])
            content = read_xml_fields(files[0])
            return {each: content[each] for each in fields}
        return {each: self._derive_field(langpair, known.index(each), each, files) for each in fields}

    def _derive_field(self, langpair: str, index: int, name: str, files: Sequence[Path]) -> list[str]:
        is_text = index < len(files)
        file = files[index] if is_text else files[0]
        if not file.exists():
            raise self._missing(langpair, name, file)
        if not is_text:
            return read_sgml_attribute(file, name)
        if self.kind == "tsv":
            column = self.langpairs[langpair][index].rpartition(":")[0]
            return read_column(file, int(column) if column else index)
        if self.kind == "sgml" or (self.kind == "mixed" and file.suffix == ".sgm"):
            return read_sgml_segments(file)
        return read_stream(file)

    def _missing(self, langpair: str, name: str, published: Path | None = None) -> InputError:
        published = published or next(iter(self._published(langpair)), None)
        remedy = f"Nothing is downloaded here. Run: sacrebleu -t {self.name} -l {langpair} --echo src"
        if self.data:
            archives = " and ".join(self.data)
            remedy += f". Or unpack {archives} in {find_place() / self.name / 'raw'}"
        return InputError(
            f"the test set {self.name}/{langpair} is not in the folder {find_place()}"
            + (f", and neither is {published.relative_to(find_place())}" if published else ""),
            file=self.text_file(langpair, name),
            remedy=f"{remedy}. Another folder can be named in the environment variable {VARIABLE}",
        )


def _rank(name: str) -> int:
    start = name.partition(":")[0]
    return _ORDER.index(start) if start in _ORDER else len(_ORDER)
