"""Scores by one call, as in ``sacrebleu.compat``."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.sacrebleu.metrics import BLEU, CHRF, TER, BLEUScore, CHRFScore, TERScore


def corpus_bleu(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    lowercase: bool = False,
    tokenize: str | None = BLEU.TOKENIZER_DEFAULT,
    use_effective_order: bool = False,
) -> BLEUScore:
    """Return BLEU of a corpus.

    Args:
        hypotheses: A list of strings.
        references: One list per reference translation.
        smooth_method: ``exp``, ``floor``, ``add-k`` or ``none``.
        smooth_value: The value of ``floor`` and ``add-k``; ``None`` for the usual one.
        force: Whether hypotheses that look tokenised are accepted without a warning.
        lowercase: Whether case is ignored.
        tokenize: The name of the tokenizer.
        use_effective_order: Whether orders without n-grams are left out.
    """
    metric = BLEU(
        lowercase=lowercase,
        force=force,
        tokenize=tokenize,
        smooth_method=smooth_method,
        smooth_value=smooth_value,
        effective_order=use_effective_order,
    )
    score: BLEUScore = metric.corpus_score(hypotheses, references)
    return score


def raw_corpus_bleu(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    smooth_value: float | None = BLEU.SMOOTH_DEFAULTS["floor"],
) -> BLEUScore:
    """Return BLEU of a corpus that is tokenised already, with ``floor`` smoothing and effective order.

    Args:
        hypotheses: A list of strings.
        references: One list per reference translation.
        smooth_value: The value of the smoothing.
    """
    return corpus_bleu(
        hypotheses,
        references,
        smooth_method="floor",
        smooth_value=smooth_value,
        force=True,
        tokenize="none",
        use_effective_order=True,
    )


def sentence_bleu(
    hypothesis: str,
    references: Sequence[str],
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    lowercase: bool = False,
    tokenize: str | None = BLEU.TOKENIZER_DEFAULT,
    use_effective_order: bool = True,
) -> BLEUScore:
    """Return BLEU of one segment.

    Args:
        hypothesis: A string.
        references: A list of strings.
        smooth_method: ``exp``, ``floor``, ``add-k`` or ``none``.
        smooth_value: The value of ``floor`` and ``add-k``; ``None`` for the usual one.
        lowercase: Whether case is ignored.
        tokenize: The name of the tokenizer.
        use_effective_order: Whether orders without n-grams are left out.
    """
    metric = BLEU(
        lowercase=lowercase,
        tokenize=tokenize,
        smooth_method=smooth_method,
        smooth_value=smooth_value,
        effective_order=use_effective_order,
    )
    return metric.sentence_score(hypothesis, references)


def corpus_chrf(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: int = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """Return chrF of a corpus.

    Args:
        hypotheses: A list of strings.
        references: One list per reference translation.
        char_order: The longest character n-grams.
        word_order: The longest word n-grams; 2 for chrF++.
        beta: How many times recall weighs as much as precision.
        remove_whitespace: Whether white space is left out.
        eps_smoothing: Whether the F of each order is averaged.
    """
    metric = CHRF(char_order, word_order, beta, whitespace=not remove_whitespace, eps_smoothing=eps_smoothing)
    score: CHRFScore = metric.corpus_score(hypotheses, references)
    return score


def sentence_chrf(
    hypothesis: str,
    references: Sequence[str],
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: int = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """Return chrF of one segment.

    Args:
        hypothesis: A string.
        references: A list of strings.
        char_order: The longest character n-grams.
        word_order: The longest word n-grams; 2 for chrF++.
        beta: How many times recall weighs as much as precision.
        remove_whitespace: Whether white space is left out.
        eps_smoothing: Whether the F of each order is averaged.
    """
    metric = CHRF(char_order, word_order, beta, whitespace=not remove_whitespace, eps_smoothing=eps_smoothing)
    score: CHRFScore = metric.sentence_score(hypothesis, references)
    return score


def corpus_ter(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """Return TER of a corpus.

    Args:
        hypotheses: A list of strings.
        references: One list per reference translation.
        normalized: Whether Tercom's normalisation and tokenizer are applied.
        no_punct: Whether punctuation is removed.
        asian_support: Whether Chinese and Japanese characters and punctuation are treated too.
        case_sensitive: Whether case counts.
    """
    score: TERScore = TER(normalized, no_punct, asian_support, case_sensitive).corpus_score(hypotheses, references)
    return score


def sentence_ter(
    hypothesis: str,
    references: Sequence[str],
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """Return TER of one segment.

    Args:
        hypothesis: A string.
        references: A list of strings.
        normalized: Whether Tercom's normalisation and tokenizer are applied.
        no_punct: Whether punctuation is removed.
        asian_support: Whether Chinese and Japanese characters and punctuation are treated too.
        case_sensitive: Whether case counts.
    """
    score: TERScore = TER(normalized, no_punct, asian_support, case_sensitive).sentence_score(hypothesis, references)
    return score
