"""Reads that join and rank. They write nothing."""
