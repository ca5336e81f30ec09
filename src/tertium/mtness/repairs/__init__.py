"""Repairs: what else the text might have said, and what has to change for it."""
