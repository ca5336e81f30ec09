"""What is left of the old door: it moves to the rooms."""
