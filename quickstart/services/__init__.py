"""Use cases: one function each, keyword-only, atomic."""
