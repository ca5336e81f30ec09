"""Trees: constituents and dependencies, how to read, write and convert them, and parsers that make them."""
