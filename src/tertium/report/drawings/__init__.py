"""Pictures that need no library, as SVG: alignments, trees, blocks of text."""
