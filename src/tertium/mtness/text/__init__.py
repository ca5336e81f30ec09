"""Segments, words and tags: what a text is before anything is looked for in it."""
