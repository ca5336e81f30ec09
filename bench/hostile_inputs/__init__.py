"""What ``bench.hostile`` attacks Tertium with: one file per kind of input."""
