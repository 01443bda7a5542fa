"""A password validator beside Django's own: against repetitions, keyboard runs, and digits and signs alone."""

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError

PASSWORD_HELP = (
    "At least 8 characters, including letters. Three random words work well; "  # noqa: S105
    "common passwords such as aaaabbbb or qwertyuiop are refused."
)
_FEWEST_CHARACTERS = 5
_RUNS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "1234567890qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
)


class TooSimpleValidator:
    """Refuses digits and signs alone, repetitions, few different characters, and runs along a row of keys.

    Digits and signs alone: a date or a telephone number, however it is written.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if not any(character.isalpha() for character in password):
            raise ValidationError(
                "Digits and symbols alone are easy to guess: add some letters.", "no_letters"
            )
        folded = password.casefold()
        if is_repetition(folded) or len(set(folded)) < _FEWEST_CHARACTERS:
            raise ValidationError("Too repetitive: use more different characters.", "repeated")
        if any(folded in doubled for doubled in _doubled_runs()):
            raise ValidationError("This follows the keyboard or the alphabet, and is easy to guess.", "run")

    def get_help_text(self) -> str:
        return "It may not be only digits and symbols, repeat itself, or follow the keyboard."


def is_repetition(text: str) -> bool:
    """Whether it is a shorter text repeated: then its double contains it away from both ends."""
    return text in (text + text)[1:-1]


def _doubled_runs() -> list[str]:
    return [run * 2 for row in _RUNS for run in (row, row[::-1])]
