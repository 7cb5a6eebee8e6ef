"""A second resolver, written from the rules text alone, for the real one to be compared with."""
