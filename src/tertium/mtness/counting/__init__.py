"""Counting: how often spans and their suggestions occur in a corpus."""
