"""Answers to questions of the kind "how do I …" from curated entries and skills, with a coverage report."""
