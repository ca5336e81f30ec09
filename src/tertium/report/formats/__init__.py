"""The formats of documents: one format per file, the same verb ``render`` in each."""
