"""The history of a prompt: what summaries and turns fit into it, and how they are labelled."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from texts import CountTokens

HISTORY_TOKENS = 800
SUMMARIES_SHARE = 0.5
"""Of the budget, before turns are looked at: turns are never pushed out by what is older than they are."""


@dataclass(frozen=True, slots=True)
class PastTurn:
    """`cited`: the first excerpt that the answer rests on; empty where it rests on none."""

    ordinal: int
    query: str
    answer: str
    cited: str = ""


@dataclass(frozen=True, slots=True)
class PastSummary:
    """What stands for the turns `first` to `last`."""

    first: int
    last: int
    text: str


def prompt_history(
    summaries: Sequence[PastSummary],
    turns: Sequence[PastTurn],
    *,
    count_tokens: CountTokens,
    most_tokens: int = HISTORY_TOKENS,
) -> str:
    """Summaries, then turns, both oldest first as they are given; never more than `most_tokens`.

    Where not all fit: summaries have half of it, turns the rest, and what they leave goes to summaries again. The
    oldest of each are left out, whole and without a gap; of a newest turn that is too long its beginnings are told.
    """
    told, said = [_told(each) for each in summaries], [_said(each) for each in turns]

    def fits(of_told: int, of_said: int, limit: float = most_tokens) -> bool:
        return count_tokens(_joined(told, said, of_told, of_said)) <= limit

    kept = _most(len(told), lambda number: fits(number, 0, most_tokens * SUMMARIES_SHARE))
    last = _most(len(said), lambda number: fits(kept, number))
    if said and not last:
        # What the next question most likely refers to.
        said[-1] = _said(_shortened(turns[-1], count_tokens, most_tokens))
        last = _most(1, lambda number: fits(kept, number))
    kept = max(kept, _most(len(told), lambda number: fits(number, last)))
    return _joined(told, said, kept, last)


def _most(number: int, fits: Callable[[int], bool]) -> int:
    """How many fit, counted up from none until one more does not."""
    return next((tried for tried in range(number) if not fits(tried + 1)), number)


def _joined(told: Sequence[str], said: Sequence[str], of_told: int, of_said: int) -> str:
    """The newest so many of each."""
    return "\n\n".join([*told[len(told) - of_told :], *said[len(said) - of_said :]])


def beginning(text: str, count_tokens: CountTokens, most_tokens: int) -> str:
    """At most so many tokens of it, and a sign where it was cut."""
    # No token is longer than a few dozen characters: a huge text is not counted whole again and again.
    cut = text[: most_tokens * 40]
    while cut and count_tokens(f"{cut}…") > most_tokens:
        cut = cut[: len(cut) * 4 // 5]
    return text if len(cut) == len(text) else f"{cut.rstrip()}…"


def _shortened(turn: PastTurn, count_tokens: CountTokens, most_tokens: int) -> PastTurn:
    """Together well within the half that summaries leave."""
    query, answer = (" ".join(text.split()) for text in (turn.query, turn.answer))
    return PastTurn(
        turn.ordinal,
        beginning(query, count_tokens, most_tokens // 8),
        beginning(answer, count_tokens, most_tokens // 4),
    )


def _told(summary: PastSummary) -> str:
    return f"Summary of turns {summary.first} to {summary.last}:\n{_indented(summary.text)}"


def _said(turn: PastTurn) -> str:
    return f"Turn {turn.ordinal}, asked:\n{_indented(turn.query)}\nanswered:\n{_indented(turn.answer)}"


def _indented(text: str) -> str:
    # No line of what was said begins where our labels do.
    return "\n".join(f"  {line}" for line in text.splitlines() if line.strip())
