"""Metrics made to agree with people: tuned parameters and learned combinations."""
