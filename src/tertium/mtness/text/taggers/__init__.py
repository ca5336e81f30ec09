"""Taggers: one a file; ``tertium.registry.TAGGERS`` has their names."""
