"""The arguments are those of sacrebleu 2.6.0, none missing and none more."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from tertium.errors import SpecError
from tertium.sacrebleu.command_arguments import build_parser, parse_command
from tests.peers import sacrebleu_command as peer


@pytest.fixture(scope="module")
def theirs() -> argparse.ArgumentParser:
    """The parser of sacrebleu, which it makes and uses in one function."""
    found: list[argparse.ArgumentParser] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["sacrebleu"])

        def keep(self: argparse.ArgumentParser, args: Sequence[str] | None = None) -> argparse.Namespace:
            found.append(self)
            return argparse.Namespace()

        patch.setattr(argparse.ArgumentParser, "parse_args", keep)
        peer.sacrebleu.sacrebleu.parse_args()
    (parser,) = found
    return parser


def describe(parser: argparse.ArgumentParser) -> dict[str, tuple[Any, ...]]:
    """What each argument takes, by the name that its value gets. No type is the same as text."""
    return {
        action.dest: (
            tuple(action.option_strings),
            action.nargs,
            None if action.type is str else action.type,
            action.default,
            None if action.choices is None else list(action.choices),
            action.required,
            type(action),
        )
        for action in parser._actions
    }


def test_every_argument_is_there_and_takes_the_same(theirs: argparse.ArgumentParser) -> None:
    ours, expected = describe(build_parser()), describe(theirs)
    assert len(expected) == 45  # with --help
    assert ours == expected


def test_arguments_that_exclude_each_other_are_the_same(theirs: argparse.ArgumentParser) -> None:
    def exclusive(parser: argparse.ArgumentParser) -> list[list[str]]:
        return [[action.dest for action in group._group_actions] for group in parser._mutually_exclusive_groups]

    assert exclusive(build_parser()) == exclusive(theirs)


def test_every_argument_has_a_meaning_and_help_has_examples() -> None:
    parser = build_parser()
    assert all(len(action.help or "") > 8 for action in parser._actions)
    shown = parser.format_help()
    assert "examples:\n  tertium sacrebleu reference.txt -i system.txt -m bleu chrf ter\n" in shown
    assert "usage: tertium sacrebleu " in shown


def test_examples_in_the_help_are_parsed() -> None:
    examples = [line.split("tertium sacrebleu")[1] for line in (build_parser().epilog or "").splitlines()[1:6]]
    assert all(parse_command(line.split()).metrics for line in examples)


def test_an_abbreviation_is_completed_as_in_sacrebleu(theirs: argparse.ArgumentParser) -> None:
    words = ["ref", "--met", "chrf", "--chrf-w", "2"]
    with pytest.raises(SpecError, match="ambiguous option: --chrf-w could match"):
        parse_command(words)
    assert parse_command(["ref", "--met", "chrf", "--chrf-wo", "2"]).chrf_word_order == 2


def test_a_wrong_argument_is_an_error_of_ours() -> None:
    with pytest.raises(
        SpecError, match=r"invalid choice: 'blue'.+All arguments are listed by: tertium sacrebleu --help"
    ):
        parse_command(["ref", "-m", "blue"])
