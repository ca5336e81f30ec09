"""The worked example of Callison-Burch, Osborne and Koehn 2006, table 1, with what the paper says of it."""

HYPOTHESIS = "Appeared calm when he was taken to the American plane, which will to Miami, Florida."
REFERENCES = [
    "Orejuela appeared calm as he was led to the American plane which will take him to Miami, Florida.",
    "Orejuela appeared calm while being escorted to the plane that would take him to Miami, Florida.",
    "Orejuela appeared calm as he was being led to the American plane that was to carry him to Miami in Florida.",
    "Orejuela seemed quite calm as he was being led to the American plane that would take him to Miami in Florida.",
]
BLOCKS = "appeared calm | when | he was | taken | to the american plane | , | which will | to miami , florida ."
PERMUTED = "which will he was , when taken Appeared calm to the American plane to Miami , Florida ."
DRAWN = "was being led to the calm as he was would take carry him seemed quite when taken"
SPEC = "bleu:lowercase"
