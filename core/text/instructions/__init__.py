"""Sentences that address a model: found for the brain, which withholds them, and for levels, which do not tell them."""
