"""Meta-evaluation: does a score agree with people, by how much, and would it hold again."""
