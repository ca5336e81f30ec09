"""``python -m tertium.sacrebleu``, as ``python -m sacrebleu``: the same as ``tertium sacrebleu``."""

import sys

from tertium.cli import main

if __name__ == "__main__":
    sys.argv[1:1] = ["sacrebleu"]
    main()
