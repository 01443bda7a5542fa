"""The clipboard of a desktop: what is on it, who marked it as secret, and putting a stone there."""
