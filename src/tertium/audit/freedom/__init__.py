"""Freedom: how many orders of a hypothesis have the same BLEU, and what that means for a difference."""
