"""The history of a prompt: which summaries and turns fit, and how they are labelled."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.text.cut_to_tokens import cut_to_tokens
from core.text.passages import CountTokens

HISTORY_TOKENS = 800
SUMMARIES_SHARE = 0.5
"""Share of the budget for summaries: older material never pushes out turns."""


@dataclass(frozen=True, slots=True)
class PastTurn:
    """`cited`: the first excerpt that the answer cites; empty if it cites none."""

    ordinal: int
    query: str
    answer: str
    cited: str = ""


@dataclass(frozen=True, slots=True)
class PastSummary:
    """The summary that replaces the turns `first` to `last`."""

    first: int
    last: int
    text: str


def prompt_history(
    summaries: Sequence[PastSummary],
    turns: Sequence[PastTurn],
    *,
    count_tokens: CountTokens,
    max_tokens: int = HISTORY_TOKENS,
) -> str:
    """Summaries, then turns, both oldest first as passed in; at most `max_tokens`.

    If not all fit, summaries get half of the tokens, turns the rest, and summaries again what turns leave. The oldest
    of each are left out whole, without a gap; a newest turn that is too long is truncated.
    """
    summary_texts, turn_texts = (
        [_format_summary(each) for each in summaries],
        [_format_turn(each) for each in turns],
    )

    def fits(summary_count: int, turn_count: int, limit: float = max_tokens) -> bool:
        return count_tokens(_join_newest(summary_texts, turn_texts, summary_count, turn_count)) <= limit

    summaries_fitting = _count_fitting(
        len(summary_texts), lambda number: fits(number, 0, max_tokens * SUMMARIES_SHARE)
    )
    last = _count_fitting(len(turn_texts), lambda number: fits(summaries_fitting, number))
    if turn_texts and not last:
        # The next question most likely refers to the newest turn.
        turn_texts[-1] = _format_turn(_shortened(turns[-1], count_tokens, max_tokens))
        last = _count_fitting(1, lambda number: fits(summaries_fitting, number))
    summaries_fitting = max(
        summaries_fitting, _count_fitting(len(summary_texts), lambda number: fits(number, last))
    )
    return _join_newest(summary_texts, turn_texts, summaries_fitting, last)


def _count_fitting(number: int, fits: Callable[[int], bool]) -> int:
    """How many fit, counting up from none until one more does not."""
    return next((tried for tried in range(number) if not fits(tried + 1)), number)


def _join_newest(
    summary_texts: Sequence[str], turn_texts: Sequence[str], summary_count: int, turn_count: int
) -> str:
    """The newest of each, `summary_count` and `turn_count` of them."""
    return "\n\n".join(
        [*summary_texts[len(summary_texts) - summary_count :], *turn_texts[len(turn_texts) - turn_count :]]
    )


def _shortened(turn: PastTurn, count_tokens: CountTokens, max_tokens: int) -> PastTurn:
    """Question and answer shortened to fit the half that summaries leave."""
    query, answer = (" ".join(text.split()) for text in (turn.query, turn.answer))
    return PastTurn(
        turn.ordinal,
        cut_to_tokens(query, max_tokens // 8, count_tokens),
        cut_to_tokens(answer, max_tokens // 4, count_tokens),
    )


def _format_summary(summary: PastSummary) -> str:
    return f"Summary of turns {summary.first} to {summary.last}:\n{_indented(summary.text)}"


def _format_turn(turn: PastTurn) -> str:
    return f"Turn {turn.ordinal}, asked:\n{_indented(turn.query)}\nanswered:\n{_indented(turn.answer)}"


def _indented(text: str) -> str:
    # Indented, so that no quoted line can begin like one of our labels.
    return "\n".join(f"  {line}" for line in text.splitlines() if line.strip())
