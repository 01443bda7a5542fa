"""Analysis of copied texts: where they came from, and what must not be recorded. Pure: values in, values out."""
