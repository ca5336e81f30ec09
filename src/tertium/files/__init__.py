"""Files: opening them, reading lines and tables, writing them whole, and databases in one file."""
