"""From results to documents: what people want to see of each result."""
