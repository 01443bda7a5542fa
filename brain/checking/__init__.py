"""A model's answer checked against the sources it was given; only what they support is kept.

Pure. Accepts any answer and never raises; time is linear in sources and answer.
"""
