"""What people said about translations: reading, normalising, and how far annotators agree."""
