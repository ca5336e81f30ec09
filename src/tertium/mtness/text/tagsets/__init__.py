"""Tag sets of others: one a file, each with ``convert(tag)`` to ours."""
