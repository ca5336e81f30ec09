"""Slow, obvious versions of the kernels, written to be read: the tests hold the fast ones against them."""
