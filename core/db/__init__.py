"""Tables: how old rows are deleted, and what migrations share."""
