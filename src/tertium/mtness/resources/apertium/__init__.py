"""The programs of Apertium, kept running, and what they know."""
