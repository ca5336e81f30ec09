"""Statistics over tally matrices. They know no metric: only rows, and a function from rows to scores."""
