"""What a machine-translation system gets wrong, learned from text that it has translated."""
