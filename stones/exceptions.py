"""What can go wrong with stones, in words for whoever meets it."""

from typing import Self

from core.rest.exceptions import ProductError


class StoneError(ProductError):
    """The base of this app's errors."""

    code = "stone_error"


class StoneNotFound(StoneError):
    """There is none, or it belongs to somebody else: nobody can tell which."""

    code = "stone_not_found"

    @classmethod
    def named(cls, name: str) -> Self:
        return cls(
            f"There is no stone {name!r} that you may read. Search for it by its words, or ask whoever named it to "
            "send it to you."
        )


class SummaryChanged(StoneError):
    """Somebody else changed the words since they were looked at. Nothing was changed."""

    code = "summary_changed"

    @classmethod
    def since(cls) -> Self:
        return cls("Its summary was changed in the meantime. Nothing was saved.")


class AmbiguousHash(StoneError):
    """A prefix that several stones share; `candidates` lists their hashes, or their ids where one of
    several stones of one text is to be deleted."""

    code = "ambiguous_hash"


class InvalidHash(StoneError):
    code = "invalid_hash"


class LevelNotFound(StoneError):
    """The stone has no such level."""

    code = "level_not_found"


class CopyDiffers(StoneError):
    """A copy of a stone does not say what the stored one of its name says, which `address` finds."""

    code = "copy_differs"


class StoneGone(StoneNotFound, LevelNotFound):
    """It was there, or was sent to who asks; to everybody else it is StoneNotFound."""


class StoneDeleted(StoneGone):
    code = "stone_deleted"


class StoneExpired(StoneGone):
    """Its time to live ran out."""

    code = "stone_expired"


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


class SummaryOfAnotherAgent(InvalidLevels):
    """Another agent of the account stored the stone, and only it changes the words."""

    code = "summary_of_another_agent"


class SummaryMissing(StoneError):
    """A long text was given without its sender's sentence, where one is needed."""

    code = "summary_missing"


class SummaryRefused(StoneError):
    """The sender's own words say what the text does not; `faults` lists what, each with code, message and line."""

    code = "summary_refused"


class NotAStone(StoneError):
    """A text that is no stone; `line` and `reason` say where it fails."""

    code = "not_a_stone"


class AlreadyAStone(StoneError):
    """A stone is to be made of a text that is one; `border_hash` is what its header names it."""

    code = "already_a_stone"


class InvalidFocusQuestion(StoneError):
    code = "invalid_question"


class PinnedCopies(StoneError):
    """A text that is to be deleted is pinned in the clipboard; `pinned` lists the ids of its newest pinned copies."""

    code = "pinned_copies"
