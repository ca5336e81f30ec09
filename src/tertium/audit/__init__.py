"""Why a score is what it is: what matched, what did not."""
