"""What a sender says of its own text: its sentence (LOD-0) and its paragraph (LOD-1), taken where the text says so too.

Whoever sends a text has just read it; its words are the best levels that it can have, if they are true.
"""

from dataclasses import asdict, dataclass

from llm import count_tokens
from rest.tokens import refuse_tokens
from stones.exceptions import SummaryMissing, SummaryRefused
from stones.format import canonical
from stones.levels import LIMITS
from stones.levels.summary import SummaryFault, check_summary

# A shorter text is read whole for little more than its sentence would cost.
NEEDED_ABOVE = 200
EXAMPLE = "Deploy release 1.4 to staging today; do not touch production before Ana signs off."
NAMES = ("summary", "detail")


@dataclass(frozen=True)
class SenderWords:
    """A sender's own LOD-0 and LOD-1; empty: none was given."""

    summary: str = ""
    detail: str = ""

    @property
    def levels(self) -> dict[int, str]:
        """Those that were given, by their number."""
        return {number: text for number, text in enumerate((self.summary, self.detail)) if text}


NO_WORDS = SenderWords()


def require_summary(text: str, summary: str, *, outcome: str) -> None:
    """Refuse a text of more than NEEDED_ABOVE tokens without a sentence.

    For doors that a model uses: it has read the text, and mends its call by itself. `outcome` is what was not done:
    "stored" or "sent". Raises SummaryMissing.
    """
    if summary.strip() or (tokens := count_tokens(text)) <= NEEDED_ABOVE:
        return
    raise SummaryMissing(
        f"This text has {tokens:,} tokens: give summary, too, one or two sentences (at most "
        f"{LIMITS.scan_tokens} tokens): what it is, what is asked or came out, and the warning that turns it. "
        f'Example: summary="{EXAMPLE}" Nothing was {outcome}: the same call with summary does it.'
    )


def read_words(*, summary: str, detail: str) -> SenderWords:
    """What was typed as words of a text: canonical, each on one line. Raises TokenInContent."""
    words = SenderWords(*(" ".join(canonical(given).split()) for given in (summary, detail)))
    for name, text in zip(NAMES, (words.summary, words.detail), strict=True):
        refuse_tokens(text, where=name)
    return words


def check_words(words: SenderWords, text: str, *, outcome: str) -> tuple[str, ...]:
    """What of the text's own warnings and asks the words leave out, each in a sentence with its line; () for none.

    Raises SummaryRefused for words that are too long, or say what the text does not.
    """
    if not words.levels:
        return ()
    report = check_summary(words.summary, words.detail, text, count_tokens=count_tokens)
    faults = [*_shape_faults(words, text), *report.faults]
    if faults:
        told = " ".join(fault.message for fault in faults[:5])
        raise SummaryRefused(
            f"{told} Nothing was {outcome}: mend the words and call again.",
            faults=[asdict(fault) for fault in faults[:20]],
        )
    return tuple(f'"{left.text}" (line {left.line})' for left in report.left_out)


def _shape_faults(words: SenderWords, text: str) -> list[SummaryFault]:
    """Words that no text of this size can have."""
    if not words.summary:
        return [SummaryFault("empty", "detail was given without summary, which comes before it.", "summary")]
    whole, longest = count_tokens(text), count_tokens(words.detail or words.summary)
    if longest < whole:
        return []
    name = "detail" if words.detail else "summary"
    return [
        SummaryFault(
            "not_shorter",
            f"{name} has {longest} tokens, the text {whole}: leave it out, the text is its own.",
            name,
        )
    ]
