"""Features of hits, their scores, and how sure they make us."""
