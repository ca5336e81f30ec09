"""Detection: from counts to findings."""
