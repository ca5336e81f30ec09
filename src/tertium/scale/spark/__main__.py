"""``python -m tertium.scale.spark score|count|index``, also as the program of ``spark-submit``."""

import sys

from tertium.scale.spark import run_program

if __name__ == "__main__":
    sys.exit(run_program())
