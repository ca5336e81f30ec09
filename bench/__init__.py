"""Measurements against the peers: one script per kernel, both sides timed in the same run, one thread each."""
