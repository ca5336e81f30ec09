"""Resources of a language: rules, dictionaries, word lists, spelling, Apertium."""
