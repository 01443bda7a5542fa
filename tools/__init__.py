"""Benchmarks and picture making. Not part of the installed product."""
