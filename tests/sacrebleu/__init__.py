"""Tests of sacrebleu's interface: against sacrebleu itself."""
