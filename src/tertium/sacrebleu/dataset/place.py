"""Where test sets are: in the folder that sacrebleu keeps them in."""

from __future__ import annotations

import os
from pathlib import Path

from tertium.files.user_folders import expand_user

VARIABLE = "SACREBLEU"


def find_place() -> Path:
    """Return the folder of test sets: that of the environment variable ``SACREBLEU``, else ``~/.sacrebleu``."""
    return Path(os.environ.get(VARIABLE) or expand_user("~/.sacrebleu"))
