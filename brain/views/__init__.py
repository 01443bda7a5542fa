"""The pages of the brain."""
