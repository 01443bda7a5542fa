"""The brain over REST, under /api/brain/."""
