"""Tables of metrics, formats, providers and other choices, by name.

Most contain import strings: a name is imported when it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from tertium.errors import SpecError

METRICS: Mapping[str, str] = {
    "bertscore": "tertium.metrics.bertscore:BertScore",
    "bertscore-qe": "tertium.metrics.source_bertscore:SourceBertScore",
    "blend": "tertium.metrics.learned:Blend",
    "bleu": "tertium.metrics.bleu:Bleu",
    "cder": "tertium.metrics.cder:Cder",
    "character": "tertium.metrics.character:Character",
    "chrf": "tertium.metrics.chrf:Chrf",
    "chrf++": "tertium.metrics.chrf:ChrfPlusPlus",
    "concord": "tertium.metrics.learned:Concord",
    "concord-qe": "tertium.metrics.learned:ConcordQe",
    "dstm": "tertium.metrics.syntactic:Dstm",
    "dtkm": "tertium.metrics.syntactic:Dtkm",
    "gleu": "tertium.metrics.gleu:Gleu",
    "hwcm": "tertium.metrics.syntactic:Hwcm",
    "meteor": "tertium.metrics.meteor:Meteor",
    "meteor-1.5": "tertium.metrics.meteor_presets:Meteor15",
    "meteor-universal": "tertium.metrics.meteor_presets:MeteorUniversal",
    "nist": "tertium.metrics.nist:Nist",
    "per": "tertium.metrics.per:Per",
    "ribes": "tertium.metrics.ribes:Ribes",
    "slor": "tertium.metrics.slor:Slor",
    "stm": "tertium.metrics.syntactic:Stm",
    "ter": "tertium.metrics.ter:Ter",
    "tkm": "tertium.metrics.syntactic:Tkm",
    "unigram": "tertium.metrics.unigram:Unigram",
    "wer": "tertium.metrics.wer:Wer",
}

# The metrics of every command where none is asked for.
DEFAULT_METRICS = ("bleu", "chrf", "ter")

# The reader of model files; there is no metric of this name without a file.
LEARNED: Mapping[str, str] = {"learned": "tertium.metrics.learned:Learned"}

# Metrics that run a program of the user, `external(COMMAND)`, or read a file of scores, `scores(FILE)`. They are apart,
# so that whoever takes the specs of others from the table of metrics, as a server does, can be made to do neither.
LOCAL_METRICS: Mapping[str, str] = {
    "external": "tertium.metrics.external:External",
    "scores": "tertium.metrics.given_metric:GivenScores",
}

# How the names of well-known metrics begin that need a neural model which Tertium does not have.
NEURAL_METRICS = (
    "comet",
    "xcomet",
    "wmt22-comet",
    "wmt22-cometkiwi",
    "unbabel/",
    "bleurt",
    "metricx",
    "gemba",
    "prism",
)

# Tables of any data.
TABLES: Mapping[str, str] = {
    "tsv": "tertium.files.delimited:read_tsv",
    "csv": "tertium.files.delimited:read_csv",
    "jsonl": "tertium.files.json_lines:read_jsonl",
    "parquet": "tertium.files.parquet:read_parquet",
}

# Localisation files: source and target side by side.
BILINGUAL: Mapping[str, str] = {
    "xliff": "tertium.text.bilingual.xliff:parse",
    "tmx": "tertium.text.bilingual.tmx:parse",
    "po": "tertium.text.bilingual.po:parse",
    "docx": "tertium.text.bilingual.docx:parse",
    "xlsx": "tertium.text.bilingual.xlsx:parse",
}

# Localisation files that are ZIP archives.
ARCHIVES = ("docx", "xlsx")

# Test sets, tables among them.
READERS: Mapping[str, str] = {
    "text": "tertium.text.readers.plain_text:read",
    **dict.fromkeys(TABLES, "tertium.text.readers.table:read"),
    "sgml": "tertium.text.readers.sgml:read",
    "wmt-xml": "tertium.text.readers.wmt_xml:read",
    **dict.fromkeys(BILINGUAL, "tertium.text.readers.localisation:read"),
}

# Paired tests of two systems, on the tallies of the same segments.
SYSTEM_TESTS: Mapping[str, str] = {
    "bootstrap": "tertium.stats.paired:paired_bootstrap",
    "randomization": "tertium.stats.paired:paired_randomization",
}

# What `diff` shows.
DIFF_PARTS = ("buckets", "words", "ngrams", "segments")

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

# What annotators are asked; ``tertium.annotation.protocols`` has the questions.
JUDGING_PROTOCOLS = ("fluency-adequacy", "da", "esa", "mqm", "ranking")

# What runs the web app. The command line starts it by this name, since doors do not import each other.
SERVERS: Mapping[str, str] = {"web": "tertium.web.server:run_server"}

# How annotators are put on one scale: z-scores, or the common mean and deviation.
NORMALISATIONS = ("z", "common")

# The normal forms of Unicode that texts can be given before they are scored.
NORMAL_FORMS = ("nfc", "nfkc")

# How a combination of metrics is learned.
TRAINERS: Mapping[str, str] = {
    "ridge": "tertium.meta.tuning.trainers:train_ridge",
    "ridge-by-kind": "tertium.meta.tuning.trainers:train_ridge_by_kind",
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
    "spm": "tertium.text.tokenizers.spm:make",
    "flores101": "tertium.text.tokenizers.spm:make",
    "flores200": "tertium.text.tokenizers.spm:make",
    "spBLEU-1K": "tertium.text.tokenizers.spm:make",
}

MODULES: Mapping[str, str] = {
    "exact": "tertium.lexicon.modules.exact:make",
    "porter": "tertium.lexicon.modules.stem:make_porter",
    "snowball": "tertium.lexicon.modules.stem:make_snowball",
    "wn_stem": "tertium.lexicon.modules.wordnet:make_stem",
    "wn_synonym": "tertium.lexicon.modules.wordnet:make_synonym",
    "thesaurus": "tertium.lexicon.modules.thesaurus:make",
    "relatedness": "tertium.lexicon.modules.wordnet:make_relatedness",
    "contextual": "tertium.metrics.contextual:make",
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
    "csv": "tertium.report.formats.csv:render",
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

# The same of words and their partners by an encoder.
PARTNER_FORMATS: Mapping[str, str] = {"svg": "tertium.report.drawings.partner_rows:draw_partners"}

# Formats that only trees have: pictures alone, and what other programs read.
TREE_FORMATS: Mapping[str, str] = {
    "svg": "tertium.report.formats.tree_files:render_constituents",
    "dependency-svg": "tertium.report.formats.tree_files:render_dependencies",
    "brackets": "tertium.report.formats.tree_files:render_brackets",
    "conllu": "tertium.report.formats.tree_files:render_conllu",
}

# What a picture of the format ``svg`` is converted to, with the extra ``plots``.
PICTURE_FORMATS = ("png", "pdf")

# What notebooks show of a result, by the name of its class: a function from the result to a document.
VIEWS: Mapping[str, str] = {
    "Agreement": "tertium.report.notebook_views:view_agreement",
    "Alignment": "tertium.report.tables.alignment:describe_alignment",
    "Alignments": "tertium.report.notebook_views:view_alignments",
    "Combination": "tertium.report.tables.tuning:describe_combination",
    "Comparison": "tertium.report.tables.comparison:describe_comparison",
    "Constituents": "tertium.report.notebook_views:view_constituents",
    "CorpusAudit": "tertium.report.tables.corpus_audit:describe_corpus_audit",
    "Count": "tertium.report.notebook_views:view_count",
    "Dependencies": "tertium.report.notebook_views:view_dependencies",
    "Diff": "tertium.report.tables.diff:describe_diff",
    "Document": "tertium.report.notebook_views:view_document",
    "Examination": "tertium.report.notebook_views:view_examination",
    "Explanation": "tertium.report.tables.explanation:describe_explanation",
    "Finding": "tertium.report.notebook_views:view_finding",
    "FragmentTuning": "tertium.report.tables.tuning:describe_fragment_tuning",
    "Frame": "tertium.report.notebook_views:view_frame",
    "GroupedScores": "tertium.report.notebook_views:view_groups",
    "Outcome": "tertium.report.notebook_views:view_outcome",
    "PairedTest": "tertium.report.notebook_views:view_test",
    "ParsedText": "tertium.report.notebook_views:view_parsed",
    "Plot": "tertium.report.notebook_views:view_plot",
    "Score": "tertium.report.notebook_views:view_score",
    "Scores": "tertium.report.notebook_views:view_scores",
    "SegmentAudit": "tertium.report.tables.segment_audit:describe_segment_audit",
    "Table": "tertium.report.notebook_views:view_table",
    "TestSetStudy": "tertium.report.tables.study:describe_study",
    "Tuning": "tertium.report.tables.tuning:describe_tuning",
}

# How notebooks show the document of a view.
MTNESS_FORMATS: Mapping[str, str] = {"languagetool": "tertium.report.formats.languagetool:render_matches"}
NOTEBOOK_FORMATS: Mapping[str, str] = {"html": "tertium.report.formats.notebook:render"}

# What a plot can be saved as: a method ``to_…`` of ``Plot`` each.
PLOT_FORMATS = ("svg", "png", "pdf", "html", "json")


class PluginKind(NamedTuple):
    """What other packages may add, by an entry point.

    Attributes:
        group: The group of the entry points.
        table: The names that are taken: a plug-in cannot replace what Tertium has.
        contract: What an entry is, as an import string: a protocol, or a class that it is derived from.
    """

    group: str
    table: Mapping[str, str]
    contract: str


# By what an entry is called in messages.
PLUGINS: Mapping[str, PluginKind] = {
    "metric": PluginKind("tertium.metrics", METRICS, "tertium.metrics:Metric"),
    "tokenizer": PluginKind("tertium.tokenizers", TOKENIZERS, "tertium.text.tokenizers:MakeTokenizer"),
    "module": PluginKind("tertium.modules", MODULES, "tertium.lexicon.module:MakeModule"),
    "parser": PluginKind("tertium.parsers", PARSERS, "tertium.syntax.parsers:MakeParser"),
    "count provider": PluginKind("tertium.counts", COUNTS, "tertium.corpus.providers:MakeCounts"),
    "tagger": PluginKind("tertium.taggers", TAGGERS, "tertium.mtness.text.tagger:MakeTagger"),
    "dictionary": PluginKind(
        "tertium.dictionaries", DICTIONARIES, "tertium.mtness.resources.dictionary:MakeDictionary"
    ),
    "input format": PluginKind("tertium.readers", READERS, "tertium.text.readers.segment_run:ReadSegments"),
    "table format": PluginKind("tertium.tables", TABLES, "tertium.files.rows:ReadRows"),
    "layout": PluginKind("tertium.layouts", {}, "tertium.meta.judgments.layouts:JudgedLayout"),
    "significance test": PluginKind("tertium.tests", SYSTEM_TESTS, "tertium.stats.paired:SystemTest"),
    "control": PluginKind("tertium.controls", CONTROLS, "tertium.meta.correlation.controls:MeasureControl"),
    "output format": PluginKind("tertium.formats", FORMATS, "tertium.report.document:Render"),
}


def load(table: Mapping[str, str], name: str, what: str) -> Any:
    """Import what a table, or the plug-in of another package, has under a name.

    Args:
        table: One of the tables of this module.
        name: The name to look up.
        what: What the entries of the table are called in a message, such as ``"metric"``.

    Raises:
        SpecError: There is no such name.
        PluginError: The plug-in cannot be imported, or violates its contract.
    """
    if name in table:
        module, attribute = table[name].split(":")
        return getattr(import_module(module), attribute)
    if is_known(table, name, what):
        from tertium.plugins import load_plugin

        return load_plugin(what, name)
    raise unknown(what, name, list_names(table, what))


def make(table: Mapping[str, str], name: str, what: str, *arguments: Any, **options: Any) -> Any:
    """Call what a table, or a plug-in, has under a name, and return the result.

    Args:
        table: One of the tables of this module, of functions that make something.
        name: The name to look up.
        what: What the entries of the table are called in a message.
        arguments: What the function takes.
        options: What it takes by name.

    Raises:
        SpecError: There is no such name.
        PluginError: The plug-in cannot be imported, fails, or makes what violates its contract.
    """
    function = load(table, name, what)
    if name in table:
        return function(*arguments, **options)
    from tertium.plugins import call_plugin

    return call_plugin(what, name, function, *arguments, **options)


def list_names(table: Mapping[str, str], what: str) -> list[str]:
    """Return the names of a table, and then those of installed plug-ins."""
    return [*table, *sorted(set(_list_plugin_names(what)) - table.keys())]


def is_known(table: Mapping[str, str], name: str, what: str) -> bool:
    """Return whether a table or an installed plug-in has a name."""
    return name in table or name in _list_plugin_names(what)


def _list_plugin_names(what: str) -> list[str]:
    if what not in PLUGINS:
        return []
    from tertium.plugins import list_plugin_names

    return list_plugin_names(what)


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
    there = f"There are: {', '.join(names)}" if names else f"There is no {what} at all; leave it out"
    return SpecError(problem, remedy=f"{guess}{there}")
