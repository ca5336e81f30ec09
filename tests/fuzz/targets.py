"""Which attack each reader, format and provider has: a test of this folder, or the reason why it has none.

``test_targets.py`` fails where something new is in a table of the registry and not here.
"""

from __future__ import annotations

from collections.abc import Mapping

CORE = "test_core:test_core[tokens]"
"""Tokenizers of the core; ``rust/src/fuzz.rs`` attacks them too."""

_PROGRAM = "trusted like a program: a library reads its own models"

TARGETS: Mapping[str, Mapping[str, str]] = {
    "registry.READERS": {
        "text": "test_readers:test_text",
        "tsv": "test_readers:test_tsv",
        "csv": "test_readers:test_csv",
        "jsonl": "test_readers:test_jsonl",
        "parquet": "test_readers:test_parquet",
        "sgml": "test_readers:test_sgml",
        "wmt-xml": "test_readers:test_wmt_xml",
        "xliff": "test_readers:test_xliff",
        "tmx": "test_readers:test_tmx",
        "po": "test_readers:test_po",
        "docx": "test_readers:test_docx",
        "xlsx": "test_readers:test_xlsx",
    },
    "registry.TABLES": dict.fromkeys(("tsv", "csv", "jsonl", "parquet"), "test_readers:test_tables"),
    "registry.BILINGUAL": {name: f"test_readers:test_{name}" for name in ("xliff", "tmx", "po", "docx", "xlsx")},
    "registry.LEARNED": {"learned": "test_settings:test_models"},
    "registry.TOKENIZERS": {
        **dict.fromkeys(("none", "13a", "intl", "zh", "char"), CORE),
        **dict.fromkeys(("ja-mecab", "ko-mecab"), _PROGRAM),
        **dict.fromkeys(("spm", "flores101", "flores200", "spBLEU-1K"), "test_resources:test_sentencepiece_models"),
    },
    "registry.MODULES": {
        **dict.fromkeys(("exact", "porter", "snowball"), "reads no file"),
        **dict.fromkeys(("wn_stem", "wn_synonym", "relatedness"), "test_stores:test_wordnet"),
        "thesaurus": "test_readers:test_thesauri",
        "contextual": "test_encoders:test_weights",
    },
    "registry.PARSERS": {
        "ptb": "test_settings:test_files_of_trees",
        "conllu": "test_settings:test_files_of_trees",
        "corenlp": "test_answers:test_answer[corenlp]",
        **dict.fromkeys(("spacy", "stanza", "benepar"), _PROGRAM),
    },
    "registry.COUNTS": {
        "index": "test_stores:test_indexes",
        "scan": "test_resources:test_corpora",
        "elastic": "test_answers:test_answer[elastic]",
        "infinigram": "test_answers:test_answer[infinigram]",
        "websearch": "test_answers:test_answer[websearch]",
    },
    "registry.TAGGERS": {
        "wordlist": "test_readers:test_word_lists",
        **dict.fromkeys(("apertium", "spacy"), _PROGRAM),
    },
    "registry.DICTIONARIES": {"pairs": "test_readers:test_dictionaries", "apertium": _PROGRAM},
    "meta.judgments.layouts.LAYOUTS": {
        **{
            name: f"test_layouts:test_layout[{name}]"
            for name in (
                "sampled_assessment",
                "segment_assessment",
                "system_assessment",
                "pairwise_ranking",
                "system_human",
                "adequacy_fluency",
                "two_references",
            )
        },
        "tidy_folder": "test_readers:test_judged_folder",
        "metrics_eval_folder": "test_readers:test_metrics_eval_folder",
        "annotated_folder": "test_readers:test_exports_of_annotations[m.tsv]",
    },
    "meta.judgments.annotation_files.FORMATS": {
        "marot": "test_readers:test_exports_of_annotations[m.tsv]",
        "appraise_csv": "test_readers:test_exports_of_annotations[a.csv]",
        "appraise_jsonl": "test_readers:test_exports_of_annotations[a.jsonl]",
        "pearmut": "test_readers:test_exports_of_annotations[p.jsonl]",
    },
    "files.compression.SUFFIXES": dict.fromkeys((".gz", ".xz", ".bz2", ".zst"), "test_readers:test_compressed"),
}

OTHERS: Mapping[str, str] = {
    "tertium.arrow:find_arrow": "test_resources:test_data_frames",
    "tertium.encoders.weight_files:read_safetensors": "test_encoders:test_weights",
    "tertium.encoders.weight_files:read_onnx": "test_encoders:test_graphs",
    "tertium.encoders.tensor_bundle:read_bundle": "test_encoders:test_bundles",
    "tertium.encoders.vocabulary:read_vocabulary": "test_encoders:test_vocabularies",
    "tertium.encoders.archive:unpack": "test_encoders:test_archives",
    "tertium.encoders.pieces:PieceTokenizer": "test_encoders:test_tokenizers",
    "tertium.encoders.store:read_architecture": "test_encoders:test_configurations",
    "tertium.meta:read_judgments": "test_readers:test_judgments",
    "tertium.metrics:read_scores": "test_readers:test_scores",
    "tertium.meta:read_stored_scores": "test_readers:test_metrics_eval_folder",
    "tertium.metrics.score_files.comet_output:read_comet": "test_readers:test_comet",
    "tertium.metrics.score_files.metrics_eval_scores:read_score_file": "test_readers:test_score_files",
    "tertium.meta.correlation.experiment:load_experiment": "test_settings:test_experiments",
    "tertium.meta.correlation.score_store:ScoreStore": "test_stores:test_kept_scores",
    "tertium.metrics.features.model:load_model": "test_settings:test_models",
    "tertium.metrics.fragment_weights:load_fragment_weights": "test_resources:test_fragment_weights",
    "tertium.metrics.spec:parse": "test_settings:test_specs",
    "tertium.corpus.websearch:read_settings": "test_settings:test_search_settings",
    "tertium.lexicon.function_words:load_function_words": "test_readers:test_function_words",
    "tertium.mtness.repairs.repair_rules:Rules": "test_settings:test_rules",
    "tertium.mtness.detection.combiner:Combiner": "test_settings:test_weights",
    "tertium.mtness.resources.confusions:ConfusionTable": "test_settings:test_confusions",
    "tertium.mtness.resources.word_choices:WordChoices": "test_settings:test_word_choices",
    "tertium.mtness.resources.sense_list:SenseList": "test_settings:test_sense_lists",
    "tertium.mtness.resources.form_cache:FormStore": "test_stores:test_databases",
    "tertium.postedit.pair_tables:read_pairs": "test_readers:test_pairs",
    "tertium.postedit.repository:Repository": "test_stores:test_databases",
    "tertium.annotation:import_judgments": "test_campaigns:test_imports",
    "tertium.annotation:CampaignStore": "test_campaigns:test_stores_of_campaigns",
    "tertium.sacrebleu.dataset.raw_xml:read_xml_fields": "test_resources:test_published_xml",
    "tertium.sacrebleu.dataset.raw_lines:read_column": "test_resources:test_published_lines",
    "tertium.syntax:read_brackets": "test_settings:test_trees",
    "tertium.syntax:read_conllu": "test_settings:test_trees",
    "tertium.text.bilingual.office_archive:OfficeArchive": "test_readers:test_office_archives",
    "tertium.text.readers:Columns": "test_readers:test_columns",
    "tertium.web.api.strict_json:parse_strictly": "test_uploads:test_bodies",
    "tertium.web.languagetool:read_request": "test_uploads:test_texts_of_editors",
    "tertium.web.multipart:receive_form": "test_uploads:test_forms",
    "tertium.web.work.reading:add_files": "test_uploads:test_uploaded_sets",
}
"""What reads untrusted input and is in no table of the registry."""
