"""Files with the scores of other metrics: numbers per line, tables, files of mt-metrics-eval, and COMET's output."""
