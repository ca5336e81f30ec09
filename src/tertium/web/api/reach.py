"""What a client's spec may name: no path and no server, unless it is a file in the folder of files.

Metrics, tokenizers, modules, parsers, count providers, taggers and dictionaries take files, folders and addresses in
their arguments. A client of a server must not choose those. So a spec is taken apart here by a narrow grammar, each
argument is compared with what its owner may be given, and the spec is put together again. What is not listed here is
refused: a new metric with a setting that is a text, or a plug-in with one, cannot be reached until it is listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import get_type_hints

from tertium import registry
from tertium.encoders import CATALOGUE
from tertium.errors import SpecError, TertiumError
from tertium.metrics import refuse_local

# A name, and what may stand in parentheses after it. Nothing nests, so that no two readers can see different parts.
_ATOM = r"[\w./\-]+(?:\([^()]*\))?"
_PART = rf"\s*\w+\s*(?:=\s*(?:{_ATOM}(?:\+{_ATOM})*)?\s*)?"
_SPEC = re.compile(rf"\s*([\w.+\-]+)\s*(?::((?:{_PART})?(?:,(?:{_PART})?)*))?", re.ASCII)
_CALL = re.compile(r"\s*([\w.\-]+)\s*(?:\(([^()]*)\))?\s*", re.ASCII)
_COMMA = re.compile(r",(?![^(]*\))")
_PLUS = re.compile(r"\+(?![^(]*\))")
_MODEL = re.compile(r"[a-z]{2,3}_[a-z]+_[a-z]+_[a-z]+")
_LANGUAGE = re.compile(r"[a-z]{2,12}(?:-[a-z]{2,8})?", re.ASCII)
_NUMBERS = re.compile(r"[0-9.eE+\-]*", re.ASCII)
# Characters that have a meaning in specs; a folder with one of them in its name cannot be named in one.
_SPECIAL = re.compile(r"[(),+=\n]")

# The lists of function words that are part of the package.
WORD_LISTS = ("english",)


class ReachError(TertiumError):
    """Something that a client may not name."""


@dataclass(frozen=True)
class ClientReach:
    """What clients may name.

    Attributes:
        folder: The folder whose files clients may use; none if None.
    """

    folder: Path | None = None

    def metric(self, spec: str) -> str:
        """Return a metric's spec with its files as full paths.

        Raises:
            ReachError: It names a file outside the folder, or a server.
            SpecError: There is no such metric, it is not written as a spec, or it runs a program.
        """
        refuse_local(spec)
        if spec.strip().endswith(".toml") and ":" not in spec:
            return str(self.file(spec.strip()))
        found = _SPEC.fullmatch(spec)
        if found is None:
            name = spec.partition(":")[0].strip()
            if not registry.is_known(registry.METRICS, name, "metric"):
                raise registry.unknown("metric", name, registry.list_names(registry.METRICS, "metric"))
            raise SpecError(f"{spec!r} is not a metric", remedy="Write it as name or name:setting=value,setting=value")
        name = found[1] if registry.is_known(registry.METRICS, found[1], "metric") else found[1].lower()
        texts = _list_text_settings(name)
        parts, changed = [], False
        for part in filter(None, (part.strip() for part in _COMMA.split(found[2] or ""))):
            key, equals, given = (piece.strip() for piece in part.partition("="))
            # A setting without a value is switched on.
            value = given if equals else "yes"
            if key in texts:
                value = self._setting(name, key, value)
            changed |= equals != "" and value != given
            parts.append(f"{key}={value}")
        # Scores are found by the spec as it was given.
        return f"{name}:{','.join(parts)}" if changed else spec

    def counts(self, spec: str) -> str:
        """Return the spec of a count provider with its files as full paths."""
        return self._call("count provider", registry.COUNTS, PROVIDERS, spec)

    def tagger(self, spec: str) -> str:
        """Return the spec of a tagger with its files as full paths."""
        return spec if spec == "auto" else self._call("tagger", registry.TAGGERS, TAGGERS, spec)

    def dictionary(self, spec: str) -> str:
        """Return the spec of a dictionary with its files as full paths."""
        named = spec in ("auto", "none")
        return spec if named else self._call("dictionary", registry.DICTIONARIES, DICTIONARIES, spec)

    def file(self, name: str) -> Path:
        """Return the full path of a file or folder that a client names.

        Raises:
            ReachError: There is no folder of files, or the name leads out of it, or to nothing in it.
        """
        if self.folder is None:
            raise ReachError(
                f"{name!r} is a file, and this server has no folder of files for clients",
                remedy="Leave the file out, or start the server with --files FOLDER",
            )
        root = self.folder.resolve()
        # What is outside is not looked at: an answer must not say whether it exists.
        given = Path(name)
        if "\0" in name or given.is_absolute() or ".." in given.parts or name.startswith("~"):
            raise _outside(name)
        found = (root / given).resolve()
        if not found.is_relative_to(root) or found == root:
            raise _outside(name)
        if _SPECIAL.search(str(found)) is not None:
            raise ReachError(f"the path of {name!r} has characters that specs use", remedy="Rename the file or folder")
        if not found.exists():
            raise ReachError(f"there is no {name!r} in the folder of files", remedy="Name a file of that folder")
        return found

    def hide(self, text: str) -> str:
        """Return a text without the path of the folder of files."""
        return text if self.folder is None else text.replace(f"{self.folder.resolve()}/", "")

    def _setting(self, name: str, key: str, value: str) -> str:
        if key not in SETTINGS:
            raise ReachError(
                f"the setting {key!r} of {name!r} cannot be given to a server", remedy="Leave it out of the spec"
            )
        return SETTINGS[key](self, value)

    def _call(self, what: str, table: Mapping[str, str], allowed: Mapping[str, Argument], spec: str) -> str:
        found = _CALL.fullmatch(spec)
        known = registry.list_names(table, what)
        if found is None:
            raise SpecError(
                f"this is not a {what}",
                remedy=f"Write it as name or name(argument). There are: {', '.join(known)}",
            )
        name, argument = found[1], (found[2] or "").strip()
        if name not in known:
            raise registry.unknown(what, name, known)
        if not argument:
            return name if found[2] is None else f"{name}()"
        return f"{name}({allowed.get(name, _refuse)(self, argument)})"


def _outside(name: str) -> ReachError:
    return ReachError(
        f"{name!r} is not within the folder of files", remedy="Give the name of a file of that folder, without .."
    )


def _list_text_settings(name: str) -> set[str]:
    """Return the settings of a metric whose values are texts, and so could be files or addresses."""
    metric = registry.load(registry.METRICS, name, "metric")
    hints = get_type_hints(metric)
    return {
        field.name
        for field in fields(metric)
        if field.init
        and field.repr
        and hints[field.name] not in (int, float, bool)
        # A choice among given words cannot name anything else.
        and not hasattr(hints[field.name], "__args__")
    }


Argument = Callable[[ClientReach, str], str]


def _refuse(_: ClientReach, argument: str) -> str:
    # The argument may be an address with a password, so it is not repeated.
    raise ReachError(
        "the spec names a server or a resource that clients may not choose",
        remedy="Leave the argument in parentheses out, or use a resource of this server",
    )


def _file(reach: ClientReach, argument: str) -> str:
    return str(reach.file(argument))


def _files(separator: str) -> Argument:
    def check(reach: ClientReach, argument: str) -> str:
        parts = [part.strip() for part in argument.split(separator)]
        return separator.join(str(reach.file(part)) if part else "" for part in parts)

    return check


def _language(_: ClientReach, argument: str) -> str:
    if _LANGUAGE.fullmatch(argument) is None:
        raise SpecError(f"{argument!r} is not a language", remedy="Give a name or a code, such as english or en")
    return argument


def _installed_model(reach: ClientReach, argument: str) -> str:
    """Return the name of a model that is installed as a package; a folder would be taken for one as well."""
    if _MODEL.fullmatch(argument) is not None and not Path(argument).exists():
        try:
            distribution(argument)
        except PackageNotFoundError as error:
            raise SpecError(f"the model {argument!r} is not installed here", remedy="Name an installed one") from error
        return argument
    return _refuse(reach, argument)


def _word_list(reach: ClientReach, argument: str) -> str:
    return argument if argument in WORD_LISTS else _file(reach, argument)


def _relatedness(reach: ClientReach, argument: str) -> str:
    measure, *rest = (part.strip() for part in argument.split(",", 2))
    if len(rest) == 2 and rest[1]:
        rest[1] = _file(reach, rest[1])
    return ",".join([measure, *rest])


def _numbers(_: ClientReach, value: str) -> str:
    if _NUMBERS.fullmatch(value) is None:
        raise SpecError(f"{value!r} are not weights", remedy="Write numbers with + between them, such as 1+0.5")
    return value


def _optional(check: Argument) -> Argument:
    return lambda reach, value: check(reach, value) if value else value


# What each may be given in parentheses. Those that are not listed take no argument of a client.
TOKENIZERS: Mapping[str, Argument] = dict.fromkeys(("spm", "flores101", "flores200", "spBLEU-1K"), _file)
MODULES: Mapping[str, Argument] = {
    "exact": _word_list,
    "snowball": _language,
    "wn_stem": _file,
    "wn_synonym": _file,
    "thesaurus": _file,
    "relatedness": _relatedness,
    "contextual": _numbers,
}
PARSERS: Mapping[str, Argument] = {
    "spacy": _installed_model,
    "ptb": _file,
    "conllu": _file,
    "stanza": _language,
}
PROVIDERS: Mapping[str, Argument] = {"index": _file, "scan": _files("+")}
TAGGERS: Mapping[str, Argument] = {"spacy": _installed_model, "wordlist": _files(",")}
DICTIONARIES: Mapping[str, Argument] = {"pairs": _files(",")}


def _stages(reach: ClientReach, value: str) -> str:
    parts = _PLUS.split(value)
    return "+".join(reach._call("module", registry.MODULES, MODULES, part) for part in parts if part.strip())


def _encoder(reach: ClientReach, value: str) -> str:
    return value if value in CATALOGUE else str(reach.file(value))


# What each setting that is a text may be.
SETTINGS: Mapping[str, Argument] = {
    "encoder": _optional(_encoder),
    "tokenize": lambda reach, value: reach._call("tokenizer", registry.TOKENIZERS, TOKENIZERS, value),
    "parser": lambda reach, value: reach._call("parser", registry.PARSERS, PARSERS, value),
    "stages": _stages,
    "function_words": _optional(_word_list),
    "fragment_weights": _optional(_file),
    "index": _optional(_file),
    "weights": _numbers,
}
