"""Machine-translationness (Moré & Climent 2006): what no fluent speaker would write, found without references."""
