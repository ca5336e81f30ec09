"""Measurements against the peers: one script a kernel, both sides timed in the same run, one thread each."""
