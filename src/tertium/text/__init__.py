"""Resources of text: tokenizers and readers."""
