"""Sentences that tell the reader to do something."""

from stones.levels.markers import markers

_IMPERATIVE = markers("units", "imperative", opening=True)
_IN_SEQUENCE = markers("units", "in_sequence", opening=True)


def is_step(text: str) -> bool:
    """Whether it tells the reader to do something: "Rename it.", "Then merge."."""
    sequence = _IN_SEQUENCE.match(text)
    return _IMPERATIVE.match(text[sequence.end() :] if sequence else text) is not None
