"""How a part of an answer begins that only quotes what comes nearest. Pure, without pydantic, as models use it."""

NEAREST = "Perhaps this, the nearest in your notes"


def is_reserved(answer: str) -> bool:
    """Whether some part of it is."""
    return any(paragraph.startswith(NEAREST) for paragraph in answer.split("\n\n"))
