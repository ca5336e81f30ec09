"""Other people's tools, for comparing: each says why it cannot run where it cannot."""
