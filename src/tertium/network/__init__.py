"""Servers: their addresses, the keys that they want, and one way of asking them that has limits."""
