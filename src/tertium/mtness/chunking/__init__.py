"""Chunking: the spans of a segment that are looked up."""
