"""Reads that join and rank; none writes."""
