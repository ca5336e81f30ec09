"""Metrics: one a file, all with the same four verbs."""
