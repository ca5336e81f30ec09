"""Tables of metrics, formats, providers and other choices, by name.

Most contain import strings: a name is imported when it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from tertium.errors import SpecError, TertiumError

METRICS: Mapping[str, str] = {
    "blend": "tertium.metrics.learned:Blend",
    "bleu": "tertium.metrics.bleu:Bleu",
    "chrf": "tertium.metrics.chrf:Chrf",
    "chrf++": "tertium.metrics.chrf:ChrfPlusPlus",
    "dstm": "tertium.metrics.syntactic:Dstm",
    "dtkm": "tertium.metrics.syntactic:Dtkm",
    "hwcm": "tertium.metrics.syntactic:Hwcm",
    "meteor": "tertium.metrics.meteor:Meteor",
    "meteor-1.5": "tertium.metrics.meteor_presets:Meteor15",
    "meteor-universal": "tertium.metrics.meteor_presets:MeteorUniversal",
    "nist": "tertium.metrics.nist:Nist",
    "stm": "tertium.metrics.syntactic:Stm",
    "ter": "tertium.metrics.ter:Ter",
    "tkm": "tertium.metrics.syntactic:Tkm",
    "unigram": "tertium.metrics.unigram:Unigram",
    "wer": "tertium.metrics.wer:Wer",
}

# Metrics whose scores of single segments can be explained; a model that weighs many figures at once is none of them.
EXPLAINED = tuple(name for name in METRICS if name != "blend")

# The reader of model files; there is no metric of this name without a file.
LEARNED: Mapping[str, str] = {"learned": "tertium.metrics.learned:Learned"}

# Tables of any data.
TABLES: Mapping[str, str] = {
    "tsv": "tertium.files.delimited:read_tsv",
    "csv": "tertium.files.delimited:read_csv",
    "jsonl": "tertium.files.json_lines:read_jsonl",
    "parquet": "tertium.files.parquet:read_parquet",
}

# Test sets, tables among them.
READERS: Mapping[str, str] = {
    "text": "tertium.text.readers.plain_text:read",
    **dict.fromkeys(TABLES, "tertium.text.readers.table:read"),
    "sgml": "tertium.text.readers.sgml:read",
    "wmt-xml": "tertium.text.readers.wmt_xml:read",
}

# Paired tests of two systems, on the tallies of the same segments.
SYSTEM_TESTS: Mapping[str, str] = {
    "bootstrap": "tertium.stats.paired:paired_bootstrap",
    "randomization": "tertium.stats.paired:paired_randomization",
}

# Which systems are compared: each with the baseline, or all with each other.
PAIRS = ("baseline", "all")

# Tests of whether two metrics agree with people equally well.
METRIC_TESTS: Mapping[str, str] = {
    "permutation": "tertium.stats.pair_tests:permute",
    "williams": "tertium.stats.pair_tests:williams",
    "bootstrap": "tertium.stats.pair_tests:redraw",
}

# Coefficients of two lists of scores.
COEFFICIENTS: Mapping[str, str] = {
    "pearson": "tertium.stats.correlation:pearson",
    "spearman": "tertium.stats.correlation:spearman",
    "kendall-b": "tertium.stats.correlation:kendall_b",
    "kendall-c": "tertium.stats.correlation:kendall_c",
    "accuracy": "tertium.stats.correlation:accuracy",
}

# Partial correlations, and the coefficient that each is of: what ``CONTROLS`` measure is held constant.
PARTIAL_STATISTICS: Mapping[str, str] = {"partial-pearson": "pearson", "partial-spearman": "spearman"}

# What a partial correlation can hold constant.
CONTROLS: Mapping[str, str] = {
    "log-length": "tertium.meta.correlation.controls:log_length",
    "length": "tertium.meta.correlation.controls:length",
    "log-reference-length": "tertium.meta.correlation.controls:log_reference_length",
    "reference-length": "tertium.meta.correlation.controls:reference_length",
    "length-ratio": "tertium.meta.correlation.controls:length_ratio",
    "log-characters": "tertium.meta.correlation.controls:log_characters",
}

# What the points of a correlation are: systems, all translations, or those of each system or segment by itself.
LEVELS = ("system", "pooled", "by-system", "by-segment")

# Statistics that need more than two lists of scores, with the levels that they are defined at.
SPECIAL_STATISTICS: Mapping[str, tuple[str, ...]] = {
    "accuracy-calibrated": ("pooled", "by-segment"),
    "soft-accuracy": ("system",),
    "kendall-wmt": ("pooled",),
}

# What the columns of tables of judgments and of scores contain, apart from system and segment.
JUDGMENT_ROLES = ("annotator", "kind", "value", "sheet")
SCORE_ROLES = ("metric", "score")

# How annotators are put on one scale: z-scores, or the common mean and deviation.
NORMALISATIONS = ("z", "common")

# How a combination of metrics is learned.
TRAINERS: Mapping[str, str] = {
    "ridge": "tertium.meta.tuning.trainers:train_ridge",
    "svr": "tertium.meta.tuning.trainers:train_svr",
    "ranking": "tertium.meta.tuning.trainers:train_ranking",
    "human-or-machine": "tertium.meta.tuning.trainers:train_human_or_machine",
}

TOKENIZERS: Mapping[str, str] = {
    "none": "tertium.text.tokenizers.core:make",
    "13a": "tertium.text.tokenizers.core:make",
    "intl": "tertium.text.tokenizers.core:make",
    "zh": "tertium.text.tokenizers.core:make",
    "char": "tertium.text.tokenizers.core:make",
    "ja-mecab": "tertium.text.tokenizers.mecab:make",
    "ko-mecab": "tertium.text.tokenizers.mecab:make",
}

MODULES: Mapping[str, str] = {
    "exact": "tertium.lexicon.modules.exact:make",
    "porter": "tertium.lexicon.modules.stem:make_porter",
    "snowball": "tertium.lexicon.modules.stem:make_snowball",
    "wn_stem": "tertium.lexicon.modules.wordnet:make_stem",
    "wn_synonym": "tertium.lexicon.modules.wordnet:make_synonym",
    "thesaurus": "tertium.lexicon.modules.thesaurus:make",
    "relatedness": "tertium.lexicon.modules.wordnet:make_relatedness",
}

PARSERS: Mapping[str, str] = {
    "spacy": "tertium.syntax.parsers.spacy:make",
    "ptb": "tertium.syntax.parsers.files:make_ptb",
    "conllu": "tertium.syntax.parsers.files:make_conllu",
    "stanza": "tertium.syntax.parsers.stanza:make",
    "benepar": "tertium.syntax.parsers.benepar:make",
    "corenlp": "tertium.syntax.parsers.corenlp:make",
}

COUNTS: Mapping[str, str] = {
    "index": "tertium.corpus.index:make",
    "scan": "tertium.corpus.scan:make",
    "elastic": "tertium.corpus.elastic:make",
    "infinigram": "tertium.corpus.infinigram:make",
    "websearch": "tertium.corpus.websearch:make",
}

TAGGERS: Mapping[str, str] = {
    "apertium": "tertium.mtness.text.taggers.apertium_tagger:make",
    "spacy": "tertium.mtness.text.taggers.spacy_tagger:make",
    "wordlist": "tertium.mtness.text.taggers.wordlist_tagger:make",
}

DICTIONARIES: Mapping[str, str] = {
    "apertium": "tertium.mtness.resources.apertium.apertium_dictionary:make",
    "pairs": "tertium.mtness.resources.pair_dictionary:make",
}

FORMATS: Mapping[str, str] = {
    "text": "tertium.report.formats.text:render",
    "json": "tertium.report.formats.json:render",
    "tsv": "tertium.report.formats.tsv:render",
    "spreadsheet": "tertium.report.formats.tsv:render_for_spreadsheets",
    "md": "tertium.report.formats.markdown:render",
    "latex": "tertium.report.formats.latex:render",
    "html": "tertium.report.formats.html:render",
}

# What formats are called elsewhere, and as suffixes of files.
OTHER_FORMAT_NAMES: Mapping[str, str] = {"markdown": "md", "tex": "latex", "htm": "html", "txt": "text"}

# Formats that only an alignment has: a picture alone. Each entry is a function of the alignment.
ALIGNMENT_FORMATS: Mapping[str, str] = {
    "svg": "tertium.report.drawings.alignment_rows:draw_alignment",
    "matrix": "tertium.report.drawings.alignment_matrix:draw_matrix",
}

# Formats that only trees have: pictures alone, and what other programs read.
TREE_FORMATS: Mapping[str, str] = {
    "svg": "tertium.report.formats.tree_files:render_constituents",
    "dependency-svg": "tertium.report.formats.tree_files:render_dependencies",
    "brackets": "tertium.report.formats.tree_files:render_brackets",
    "conllu": "tertium.report.formats.tree_files:render_conllu",
}

# What a plot can be saved as: a method ``to_…`` of ``Plot`` each.
PLOT_FORMATS = ("svg", "png", "html", "json")


# The entry points by which other packages add to the tables, by what the entries are called in messages.
PLUGINS: Mapping[str, str] = {
    "metric": "tertium.metrics",
    "tokenizer": "tertium.tokenizers",
    "parser": "tertium.parsers",
    "count provider": "tertium.counts",
    "tagger": "tertium.taggers",
    "dictionary": "tertium.dictionaries",
    "output format": "tertium.formats",
}


def load(table: Mapping[str, str], name: str, what: str) -> Any:
    """Import what a table, or the plug-in of another package, has under a name.

    Args:
        table: One of the tables of this module.
        name: The name to look up.
        what: What the entries of the table are called in a message, such as ``"metric"``.

    Raises:
        SpecError: There is no such name.
        TertiumError: The plug-in cannot be imported.
    """
    if name not in table:
        return _load_plugin(table, name, what)
    module, attribute = table[name].split(":")
    return getattr(import_module(module), attribute)


def list_names(table: Mapping[str, str], what: str) -> list[str]:
    """Return the names of a table, and then those of installed plug-ins."""
    return [*table, *sorted(_find_plugins(what).keys() - table.keys())]


def is_known(table: Mapping[str, str], name: str, what: str) -> bool:
    """Return whether a table or an installed plug-in has a name."""
    return name in table or name in _find_plugins(what)


def _find_plugins(what: str) -> dict[str, Any]:
    # Imported only here: it takes as long as all of this package.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=PLUGINS[what])} if what in PLUGINS else {}


def _load_plugin(table: Mapping[str, str], name: str, what: str) -> Any:
    point = _find_plugins(what).get(name)
    if point is None:
        raise unknown(what, name, list_names(table, what))
    try:
        return point.load()
    except Exception as error:  # the code of another package may raise anything
        package = f"the package {point.dist.name!r}" if point.dist else repr(point.value)
        raise TertiumError(
            f"the {what} {name!r} of {package} cannot be imported: {type(error).__name__}: {error}",
            remedy=f"Report it to the authors of {package}, or remove the package",
        ) from error


def unknown(
    what: str, name: str, known: Iterable[str], others: Mapping[str, str] | None = None, *, owner: str = ""
) -> SpecError:
    """Return the error for an unknown name, with a list of the known ones.

    Args:
        what: What the name should be of, such as ``"metric"``.
        name: The name.
        known: The names that there are.
        others: What some of them are called elsewhere, to guess what was meant.
        owner: Whose names they are, such as ``"bleu"`` for settings.
    """
    from difflib import get_close_matches

    names = list(known)
    meant = (others or {}).get(name.lower())
    close = [meant] if meant in names else get_close_matches(name.lower(), names, n=1)
    guess = f"Did you mean {close[0]!r}? " if close else ""
    problem = f"{owner} has no {what} {name!r}" if owner else f"there is no {what} {name!r}"
    return SpecError(problem, remedy=f"{guess}There are: {', '.join(names)}")
