"""Whole sections of HTML pages that are more than tables and pictures."""
