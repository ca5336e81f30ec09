"""How often a phrase occurs: a local index, plain text, or a service elsewhere, all behind one protocol."""
