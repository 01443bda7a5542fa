"""What can go wrong with stones, in words for whoever meets it."""

from rest.exceptions import ProductError


class StoneError(ProductError):
    """The base of this app's errors."""

    code = "stone_error"


class StoneNotFound(StoneError):
    """There is none, or it belongs to somebody else: nobody can tell which."""

    code = "stone_not_found"


class AmbiguousHash(StoneError):
    """A prefix that several stones share; `candidates` lists their hashes."""

    code = "ambiguous_hash"


class InvalidHash(StoneError):
    code = "invalid_hash"


class LevelNotFound(StoneError):
    """The stone has no such level."""

    code = "level_not_found"


class ContentTooLarge(StoneError):
    code = "content_too_large"


class ContentNotText(StoneError):
    """Empty, or with characters that no text has: NUL, a lone surrogate."""

    code = "content_not_text"


class InvalidHeader(StoneError):
    """A channel, type, sender or time to live that a header cannot carry."""

    code = "invalid_header"


class InvalidLevels(StoneError):
    """Levels given by hand that do not fit the format."""

    code = "invalid_levels"


class NotAStone(StoneError):
    """A text that is no stone; `line` and `reason` say where it fails."""

    code = "not_a_stone"


class InvalidQuestion(StoneError):
    code = "invalid_question"
