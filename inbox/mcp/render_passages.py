"""The answer of `read` to a question: passages, and what reading on costs."""

from core.llm import count_tokens
from core.mcp.fenced_text import fence, new_nonce
from core.mcp.tool_output import ToolAnswer
from core.text.cut_to_tokens import cut_to_tokens
from inbox.mcp.inbox_outputs import LevelOutput
from stones.focus import Focus

# Of a sender's; of a long one a row shows as much, too.
NAME_TOKENS = 16


def render_passages(
    head: str,
    focus: Focus,
    *,
    sender: str,
    whole: int,
    fields: dict[str, str | None],
    max_tokens: int | None,
) -> ToolAnswer:
    found = {
        "from": cut_to_tokens(sender, NAME_TOKENS, count_tokens),
        "tokens": focus.tokens,
        "of_tokens": whole,
        "is_match": focus.is_match,
        "text": focus.text,
        "next_tokens": focus.next.tokens if focus.next else None,
        "next_skip": focus.next.skip if focus.next else None,
    }
    data = LevelOutput.model_validate(fields | found)
    if not focus.text and focus.delivered:
        return ToolAnswer(f"{head}: nothing is left of its {whole:,} tokens.", data)
    if not focus.text:
        return ToolAnswer(
            f"{head}: nothing in its {whole:,} tokens matches. Ask in its own words, or read a level.", data
        )
    how = "" if focus.is_match else " (nothing clearly matches)"
    head_line = f"{head}: the passages nearest to the question{how}, {focus.tokens:,} of {whole:,} tokens."
    fenced = fence(focus.text, sender=sender, nonce=new_nonce())
    more = _more(focus, has_budget=max_tokens is not None)
    text = f"{head_line}{more}\n{fenced}"
    if max_tokens is not None and count_tokens(text) > max_tokens:
        text = f"{head_line}\n{fenced}"
    return ToolAnswer(text, data)


def _more(focus: Focus, *, has_budget: bool) -> str:
    """How to read on, and what that costs."""
    if (step := focus.next) is None:
        return ""
    again = [f"with skip {step.skip!r}"] if step.skip else []
    if has_budget and step.max_tokens is None:
        again.append("without max_tokens")
    return f" If the answer is not there: the same {' and '.join(again)} costs {step.tokens:,}."
