"""How an answer begins that only quotes what comes nearest. Pure."""

NEAREST = "Perhaps this, the nearest in your notes"
