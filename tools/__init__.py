"""Benchmarks and picture making: beside the product, not part of what is installed."""
