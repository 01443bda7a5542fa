"""Which HTTP status each error of this app carries."""

from core.rest.problems import register_statuses
from stones import exceptions

register_statuses(
    {
        exceptions.StoneError: 400,
        exceptions.SummaryOfAnotherAgent: 403,
        exceptions.StoneNotFound: 404,
        exceptions.LevelNotFound: 404,
        exceptions.SummaryChanged: 409,
        exceptions.AmbiguousHash: 409,
        exceptions.CopyDiffers: 409,
        exceptions.ContentTooLarge: 413,
        exceptions.NotAStone: 422,
        exceptions.SummaryMissing: 422,
        exceptions.SummaryRefused: 422,
        exceptions.AlreadyAStone: 422,
        exceptions.PinnedCopies: 409,
    }
)
