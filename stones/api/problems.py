"""Which HTTP status each error of this app carries."""

from rest.problems import answer_with
from stones import exceptions

answer_with(
    {
        exceptions.StoneError: 400,
        exceptions.StoneNotFound: 404,
        exceptions.LevelNotFound: 404,
        exceptions.AmbiguousHash: 409,
        exceptions.CopyDiffers: 409,
        exceptions.ContentTooLarge: 413,
        exceptions.NotAStone: 422,
        exceptions.SummaryMissing: 422,
        exceptions.SummaryRefused: 422,
        exceptions.AlreadyAStone: 422,
        exceptions.CopyNotFound: 404,
        exceptions.PinnedCopies: 409,
        exceptions.ClipboardPaused: 409,
        exceptions.TextNotKept: 409,
        exceptions.StoneNotMade: 422,
        exceptions.SecretCopied: 422,
    }
)
