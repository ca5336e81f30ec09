"""Blindness: edits and differences between outputs that metrics fail to penalise."""
