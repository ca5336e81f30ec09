"""Our own layout: ``judgments.tsv`` in the tidy form, beside the outputs of the systems and the references.

Outputs are ``system.<name>.txt`` or ``hyp.<name>.txt``, references ``reference.txt`` or ``reference.<name>.txt``.
One judged set, with the folder's name. The language stands nowhere in it.
"""

from __future__ import annotations

import numpy as np

from tertium.files.table import read_table
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts.folder import Folder, check_known, check_range
from tertium.meta.judgments.tidy import make_judgments

FILE = "judgments.tsv"
COLUMNS = ()  # their names may vary, and are checked where they are read
OPTIONS = ("references",)


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    folder.check_pairs([])
    table = read_table(folder.path / FILE)
    judgments = make_judgments(table)
    test_set = folder.read_outputs(folder.path)
    rows = np.arange(len(table))
    check_known(table, rows, judgments.system, test_set.systems)
    check_range(table, rows, judgments.segment, test_set, "segment")
    return [JudgedSet(name=folder.name, test_set=test_set, judgments=judgments)]
