"""The demonstration: stones, messages, agents and notes of a new site, marked `is_demo` and removed at once."""
