"""The tests, one folder a room; ``oracle`` holds slow obvious versions, ``golden`` numbers with their origin."""
