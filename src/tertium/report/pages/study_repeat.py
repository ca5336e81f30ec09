"""How a report can be made again: signatures, digests of the input, the command, and how to cite."""

from __future__ import annotations

from html import escape

from tertium._core import __version__
from tertium.printable import make_printable
from tertium.report.markup import Html
from tertium.report.study.test_set_study import TestSetStudy
from tertium.report.table_html import write_copy_buttons
from tertium.report.texts import name_method

_BIBTEX = """@software{{tertium,
  author = {{{{Tertium contributors}}}},
  title = {{Tertium: machine-translation evaluation, and how far each score can be trusted}},
  version = {{{version}}},
  url = {{https://tertium-mt.github.io/tertium}},
  license = {{Apache-2.0}}
}}"""


def write_bibtex() -> str:
    """Return an entry that cites this version of Tertium; it says the same as ``CITATION.cff``.

    >>> print(write_bibtex().splitlines()[0])
    @software{tertium,
    """
    return _BIBTEX.format(version=__version__)


def show_repeat(study: TestSetStudy) -> Html:
    """Return a closed section with all that is needed to make the report again.

    Args:
        study: What the report says.
    """
    comparison = study.comparison
    method = name_method(comparison.method)
    parts = {
        "Command": study.origin.command,
        "Version": f"tertium {__version__}",
        "Signatures": "\n".join(study.signatures),
        "Tests": f"{method}, {comparison.resamples:,} resamples, seed {comparison.seed}, "
        f"{100 * comparison.level:g}% intervals, Holm's correction for the pairs of systems by one metric",
        "Input files (sha256)": "\n".join(
            f"{each.sha256 or 'not known'}  {each.path} ({each.role})" for each in study.origin.files
        ),
        "BibTeX": write_bibtex(),
    }
    shown = []
    for name, text in parts.items():
        if text:
            printable = "\n".join(make_printable(line) for line in text.split("\n"))
            button = write_copy_buttons({"Copy": f"{printable}\n"}, label="")
            shown.append(f"<dt>{escape(name)}</dt>\n<dd><pre>{escape(printable)}</pre>\n{button}</dd>")
    body = "\n".join(shown)
    return Html(
        "<details><summary>Command, signatures, digests of the input, and BibTeX</summary>\n"
        f'<dl class="repeat">\n{body}\n</dl>\n</details>'
    )
