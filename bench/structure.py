"""The shape of a checkout, read from its source: ``python -m bench.structure [TREE…]``.

Nothing is imported from the checkout, so any commit can be measured. With several trees, each is a column;
``--list`` names what was counted in the last one.

``tests/test_house.py`` asserts the rules with the same functions.
"""

from __future__ import annotations

import ast
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

MOST_POSITIONAL = 4
MOST_LINES = 500
PASSAGE = 6
VAGUE = frozenset(("utils.py", "util.py", "helpers.py", "common.py", "misc.py"))


@dataclass(frozen=True)
class SourceFile:
    """One file of the package.

    Attributes:
        path: Its path below the package.
        text: Its source.
    """

    path: Path
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def module(self) -> str:
        parts = self.path.with_suffix("").parts
        return ".".join(["tertium", *(parts[:-1] if self.is_package else parts)])

    @property
    def classes(self) -> Iterator[ast.ClassDef]:
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef))


@dataclass(frozen=True)
class House:
    """All files of ``src/tertium``, below any folder."""

    files: tuple[SourceFile, ...]

    @classmethod
    def read(cls, tree: Path) -> House:
        root = tree / "src" / "tertium"
        paths = sorted(root.rglob("*.py"))
        if not paths:
            raise SystemExit(f"{root} has no Python files; give the root of a checkout")
        return cls(tuple(SourceFile(path.relative_to(root), path.read_text(encoding="utf-8")) for path in paths))

    @property
    def largest_folder(self) -> tuple[str, int]:
        """The folder with the most files directly in it, ``__init__.py`` included."""
        counts = Counter(file.path.parent.as_posix() for file in self.files)
        return counts.most_common(1)[0]

    @property
    def repeated_classes(self) -> dict[str, list[str]]:
        """Class names that occur twice in the package, with their files."""
        found = ((node.name, file.path.as_posix()) for file in self.files for node in file.classes)
        return _keep_repeated(found)

    @property
    def repeated_files(self) -> dict[str, list[str]]:
        """File names that occur twice in one room, a folder of the package with all folders below it."""
        found = (
            (f"{file.path.parts[0]}/…/{file.path.name}", file.path.as_posix())
            for file in self.files
            if len(file.path.parts) > 1 and not file.is_package
        )
        return _keep_repeated(found)

    @property
    def positional_dataclasses(self) -> list[str]:
        """Dataclasses with more than four fields that can be given by position, inherited ones included."""
        known = {node.name: node for file in self.files for node in file.classes}
        return [
            f"{file.path.as_posix()}: {node.name}"
            for file in self.files
            for node in file.classes
            if (keywords := _read_decorator(node)) is not None
            and not keywords.get("kw_only")
            and _count_fields(node, known) > MOST_POSITIONAL
        ]

    @property
    def long_files(self) -> list[str]:
        """Files with more lines than anybody reads at once."""
        return [f"{file.path.as_posix()}: {file.lines} lines" for file in self.files if file.lines > MOST_LINES]

    @property
    def vague_files(self) -> list[str]:
        """Files whose names do not say what is in them."""
        return [file.path.as_posix() for file in self.files if file.path.name in VAGUE]

    @property
    def imported_once(self) -> list[str]:
        """Modules that exactly one other module imports.

        An ``__init__`` that re-exports does not count as an importer: whoever imports a name from it imports the
        module that defines the name. Names in registries are not imports.
        """
        modules = {file.module for file in self.files}
        exports = {
            f"{file.module}.{name}": target
            for file in self.files
            if file.is_package
            for name, target in _list_imports(file)
        }
        importers: defaultdict[str, set[str]] = defaultdict(set)
        for file in self.files:
            for _, target in () if file.is_package else _list_imports(file):
                found = _resolve(target, modules, exports)
                if found is not None and found != file.module:
                    importers[found].add(file.module)
        return sorted(module for module, others in importers.items() if len(others) == 1)

    @property
    def repeated_passages(self) -> list[tuple[str, str]]:
        """Passages of six or more lines that stand twice, by their first lines: blank lines and indents aside."""
        places: defaultdict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
        numbered = []
        for which, file in enumerate(self.files):
            body = _list_statement_lines(file)
            numbered.append([number for number, _ in body])
            for at in range(len(body) - PASSAGE + 1):
                places[tuple(line for _, line in body[at : at + PASSAGE])].append((which, at))
        pairs = {pair for found in places.values() for pair in _pair(found)}
        first = sorted(pair for pair in pairs if tuple((which, at - 1) for which, at in pair) not in pairs)

        def name(place: tuple[int, int]) -> str:
            which, at = place
            return f"{self.files[which].path.as_posix()}:{numbered[which][at]}"

        return [(name(one), name(other)) for one, other in first]

    def measure(self) -> dict[str, str]:
        """The figures of the table."""
        lines = sorted(file.lines for file in self.files)
        folder, count = self.largest_folder
        return {
            "Python files": f"{len(lines)}",
            "lines in all": f"{sum(lines)}",
            "median lines": f"{statistics.median(lines):g}",
            "90th percentile of lines": f"{statistics.quantiles(lines, n=10, method='inclusive')[-1]:g}",
            "longest file": f"{lines[-1]}",
            "files flat in the largest folder": f"{count} ({folder})",
            "modules imported by exactly one other": f"{len(self.imported_once)}",
            "class names that occur twice": f"{len(self.repeated_classes)}",
            "file names that occur twice in a room": f"{len(self.repeated_files)}",
            "dataclasses above 4 positional fields": f"{len(self.positional_dataclasses)}",
            f"passages of {PASSAGE} lines or more that stand twice": f"{len(self.repeated_passages)}",
        }


def _keep_repeated(found: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, place in found:
        places[name].append(place)
    return {name: where for name, where in sorted(places.items()) if len(where) > 1}


def _read_decorator(node: ast.ClassDef) -> dict[str, object] | None:
    """The arguments of ``@dataclass``; None for other classes."""
    for decorator in node.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        name = call.func if call else decorator
        if ast.unparse(name) in ("dataclass", "dataclasses.dataclass"):
            given = call.keywords if call else []
            return {word.arg or "": isinstance(word.value, ast.Constant) and word.value.value for word in given}
    return None


def _count_fields(node: ast.ClassDef, known: Mapping[str, ast.ClassDef]) -> int:
    """The fields of a dataclass that can be given by position, and those of the dataclasses that it inherits from."""
    return len(set(_list_fields(node, known)))


def _list_fields(node: ast.ClassDef, known: Mapping[str, ast.ClassDef]) -> Iterator[str]:
    for base in node.bases:
        parent = known.get(ast.unparse(base))
        if parent is not None and parent is not node and _read_decorator(parent) is not None:
            yield from _list_fields(parent, known)
    for each in node.body:
        if not isinstance(each, ast.AnnAssign) or not isinstance(each.target, ast.Name):
            continue
        if ast.unparse(each.annotation).endswith("KW_ONLY"):
            return
        if not any(word in ast.unparse(each) for word in ("ClassVar[", "init=False", "kw_only=True")):
            yield each.target.id


def _list_imports(file: SourceFile) -> Iterator[tuple[str, str]]:
    """The name in the file and the full name of everything imported from the package, inside functions too."""
    package = file.module.split(".") if file.is_package else file.module.split(".")[:-1]
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield alias.asname or alias.name, f"{start}.{alias.name}"


def _resolve(target: str, modules: set[str], exports: Mapping[str, str]) -> str | None:
    """The module that an import leads to: itself, where a name is defined, or None outside the package."""
    seen = set()
    while target in exports and target not in modules and target not in seen:
        seen.add(target)
        target = exports[target]
    while target and target not in modules:
        target = target.rpartition(".")[0]
    return target or None


def _list_statement_lines(file: SourceFile) -> list[tuple[int, str]]:
    """The lines of a file with their numbers, without blank ones, docstrings, comments, imports and lone brackets."""
    skipped: set[int] = set()
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import | ast.ImportFrom) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ):
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = enumerate(file.text.splitlines(), start=1)
    return [
        (number, line.strip())
        for number, line in lines
        if number not in skipped and line.strip(" ()[]{},:") and not line.lstrip().startswith("#")
    ]


def _pair(found: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    return (
        (one, other)
        for number, one in enumerate(found)
        for other in found[number + 1 :]
        if one[0] != other[0] or other[1] - one[1] >= PASSAGE
    )


def main() -> None:
    trees = [Path(name) for name in sys.argv[1:] if not name.startswith("-")] or [Path.cwd()]
    columns = [House.read(tree).measure() for tree in trees]
    width = max(map(len, columns[0]))
    wide = max(len(value) for column in columns for value in column.values())
    print(" " * width, *(f"{tree.resolve().name:>{wide}}" for tree in trees), sep="  ")
    for name in columns[0]:
        print(f"{name:<{width}}", *(f"{column[name]:>{wide}}" for column in columns), sep="  ")
    if "--list" in sys.argv:
        house = House.read(trees[-1])
        for title in ("repeated_classes", "repeated_files"):
            for name, where in getattr(house, title).items():
                print(f"{title}: {name}: {', '.join(where)}")
        for title in ("positional_dataclasses", "long_files", "vague_files", "imported_once"):
            for line in getattr(house, title):
                print(f"{title}: {line}")
        for one, other in house.repeated_passages:
            print(f"repeated_passages: {one} and {other}")


if __name__ == "__main__":
    main()
