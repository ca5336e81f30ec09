"""What is known of words: stems, WordNet, thesauri, and the modules that match words by them."""
