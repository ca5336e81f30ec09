"""Twins: other texts with the same BLEU statistics as a hypothesis."""
