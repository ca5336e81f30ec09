"""Correlation of metrics with human judgments: questions, studies and experiments."""
