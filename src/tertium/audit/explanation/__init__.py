"""Explanation: which parts of a hypothesis matched the references, and which did not."""
