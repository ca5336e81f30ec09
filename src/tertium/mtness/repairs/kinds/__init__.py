"""Ways to make alternatives: one a file."""
