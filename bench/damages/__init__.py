"""Human text that is damaged on purpose, and the corpus without it."""
