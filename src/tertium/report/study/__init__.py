"""Everything that a report of a test set says, computed once: each system is scored once, and all is made from that."""
