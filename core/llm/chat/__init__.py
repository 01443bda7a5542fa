"""Chat completions that return a value of a given shape."""
