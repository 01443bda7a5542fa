"""The compact text for agents: the same layout within a token budget; what is left out is named."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from core.text.cut_to_tokens import last_fitting
from core.text.passages import CountTokens
from core.text.sentence_ends import sentence_ends
from quickstart.kinds import AskOutcome
from quickstart.rendering.answer_content import AnswerEntry, AnswerOption, AnswerSkill, QuickstartAnswer
from quickstart.rendering.answer_markdown import to_markdown
from quickstart.rendering.embed_markdown import ends_in_empty_code, first_sentence

DEFAULT_TOKENS = 1_000
_NO_SENTENCE = re.compile(r"\s*\d+[.)]|[^`]*(?:`[^`]*`[^`]*)*`[^`]*")
"""The number of an item, and what ends within inline code."""
SHORTENED_ITEMS = 3
"""Items of a shortened list."""

Cut = Callable[[QuickstartAnswer], QuickstartAnswer]


def to_plain(
    answer: QuickstartAnswer,
    *,
    count_tokens: CountTokens,
    max_tokens: int = DEFAULT_TOKENS,
    fallback_hint: str = "",
) -> str:
    """At most `max_tokens`: a line with the outcome, the answer, and what was cut if anything was.

    The least useful parts go first (offers and links, then the rest of the text); commands are never cut in half.
    `fallback_hint` is a sentence that says how to get everything; it follows that line.
    """
    dropped: list[str] = []

    def fits(text: str) -> bool:
        return count_tokens(text) <= max_tokens

    for name, cut in _CUTS:
        if fits(text := _render(answer, dropped, fallback_hint)):
            return text
        shorter = cut(answer)
        if shorter != answer:
            answer, dropped = shorter, [*dropped, name]
    for name, without in (
        ("", _unchanged),
        ("the commands", _without_commands),
        ("the skill", _with_entry_alone),
    ):
        remaining = without(answer)
        dropped = [*dropped, name] if remaining != answer else dropped
        if found := _with_shorter_text(remaining, dropped, fallback_hint, fits):
            return found
        answer = remaining
    return _render_minimum(answer, dropped, fallback_hint, fits)


def _render(answer: QuickstartAnswer, dropped: Sequence[str], fallback_hint: str) -> str:
    return f"{_head(answer)}\n\n{to_markdown(answer)}{_note(dropped, fallback_hint)}".rstrip("\n")


def _head(answer: QuickstartAnswer) -> str:
    chosen = "chosen by you" if answer.intent_chosen else answer.intent_reason
    confidence_note = f", {answer.confidence:.0%} sure" if answer.outcome == AskOutcome.ANSWERED else ""
    outcome = answer.outcome.replace("_", " ") if answer.is_sure else "perhaps answered"
    return f"{outcome[0].upper()}{outcome[1:]}{confidence_note}; intent {answer.intent} ({chosen})."


def _note(dropped: Sequence[str], fallback_hint: str) -> str:
    return f"\nCut to fit: {', '.join(dropped)}. {fallback_hint}".rstrip() if dropped else ""


def _with_shorter_text(
    answer: QuickstartAnswer, dropped: Sequence[str], fallback_hint: str, fits: Callable[[str], bool]
) -> str | None:
    """With as many lines of the answer's text as fit, the last up to the end of a sentence; None if none does."""
    entry = answer.entry
    if entry is None or answer.repeated:
        text = _render(answer, dropped, fallback_hint)
        return text if fits(text) else None
    body = answer.phrased.text if answer.phrased else entry.answer
    ends = [*_text_ends(body)]
    named = [*dropped, "the rest of the text"]

    def written(end: int) -> str:
        if end == len(body):
            return _render(answer, dropped, fallback_hint)
        return _render(_with_text(answer, entry, body[:end].rstrip()), named, fallback_hint)

    def is_whole(end: int) -> bool:
        # A command that goes on in the next line would be half a command.
        return end == len(body) or not (body[:end].endswith("\\") or ends_in_empty_code(body[:end].rstrip()))

    count = last_fitting(range(1, len(ends) + 1), lambda count: fits(written(ends[count - 1])))
    while count and not (is_whole(ends[count - 1]) and fits(written(ends[count - 1]))):
        count -= 1
    return written(ends[count - 1]) if count else None


def _text_ends(body: str) -> Iterator[int]:
    """Where `body` may end: behind its lines and, outside code, behind their sentences."""
    start, is_code = 0, False
    for line in body.split("\n"):
        end = start + len(line)
        is_fence = line.lstrip().startswith(("```", "~~~"))
        is_code ^= is_fence
        ends = [end] if is_code or is_fence else sentence_ends(body, start, end)
        yield from (at for at in ends if at == end or not _NO_SENTENCE.fullmatch(body, start, at))
        start = end + 1


def _with_text(answer: QuickstartAnswer, entry: AnswerEntry, text: str) -> QuickstartAnswer:
    if answer.phrased:
        return replace(answer, phrased=replace(answer.phrased, text=text))
    return replace(answer, entry=replace(entry, answer=text))


def _render_minimum(
    answer: QuickstartAnswer, dropped: Sequence[str], fallback_hint: str, fits: Callable[[str], bool]
) -> str:
    """For a budget too small for any line of the answer: the outcome, and that there is more."""
    best_ids = [answer.entry.entry_id] if answer.entry else []
    best_ids += [answer.skill.skill_id] if answer.skill else []
    named = f"\n\nBest: {', '.join(best_ids)}." if best_ids else ""
    texts = (
        f"{_head(answer)}{named}\n{_note([*dropped, 'the text'], fallback_hint)}",
        f"{_head(answer)}\nCut to fit: all of the answer.",
        "Cut to fit: all of the answer.",
    )
    return next(filter(fits, texts), "")


def _unchanged(answer: QuickstartAnswer) -> QuickstartAnswer:
    return answer


def _without_commands(answer: QuickstartAnswer) -> QuickstartAnswer:
    entry = replace(answer.entry, verify_command="", command_notes="") if answer.entry else None
    skill = replace(answer.skill, quick_command="") if answer.skill else None
    return replace(answer, entry=entry, skill=skill)


def _without_command_notes(answer: QuickstartAnswer) -> QuickstartAnswer:
    return replace(answer, entry=answer.entry and replace(answer.entry, command_notes=""))


def _with_entry_alone(answer: QuickstartAnswer) -> QuickstartAnswer:
    return replace(answer, skill=None) if answer.entry else answer


def _without_related_skills(answer: QuickstartAnswer) -> QuickstartAnswer:
    return replace(
        answer, related_skills=answer.related_skills[:0] if answer.skill else answer.related_skills[:1]
    )


def _with_fewer_prerequisites(answer: QuickstartAnswer) -> QuickstartAnswer:
    skill = answer.skill and replace(answer.skill, prerequisites=answer.skill.prerequisites[:SHORTENED_ITEMS])
    return replace(answer, skill=skill, unmet_prerequisites=answer.unmet_prerequisites[:SHORTENED_ITEMS])


def _without_excerpts(answer: QuickstartAnswer) -> QuickstartAnswer:
    def bare(options: Sequence[AnswerOption]) -> Sequence[AnswerOption]:
        return [replace(option, excerpt="") for option in options] if options else options

    return replace(answer, options=bare(answer.options), nearest=bare(answer.nearest))


def _with_fewer_options(answer: QuickstartAnswer) -> QuickstartAnswer:
    return replace(answer, options=answer.options[:SHORTENED_ITEMS], nearest=answer.nearest[:SHORTENED_ITEMS])


def _with_short_description(answer: QuickstartAnswer) -> QuickstartAnswer:
    return replace(answer, skill=answer.skill and _with_first_sentence(answer.skill))


def _with_first_sentence(skill: AnswerSkill) -> AnswerSkill:
    return replace(skill, description=first_sentence(skill.description))


def _without_text_beside_wording(answer: QuickstartAnswer) -> QuickstartAnswer:
    return (
        replace(answer, entry=replace(answer.entry, answer="")) if answer.entry and answer.phrased else answer
    )


_CUTS: tuple[tuple[str, Cut], ...] = (
    ("the offer", lambda answer: replace(answer, offer=None)),
    ("what the commands use", _without_command_notes),
    ("related documents", lambda answer: replace(answer, related_docs=answer.related_docs[:0])),
    ("going deeper", lambda answer: replace(answer, go_deeper=answer.go_deeper[:0])),
    ("further skills", _without_related_skills),
    ("further prerequisites", _with_fewer_prerequisites),
    ("the manual", lambda answer: replace(answer, manual=answer.manual[:0])),
    ("the options' sentences", _without_excerpts),
    ("further options", _with_fewer_options),
    ("most of the description", _with_short_description),
    ("the curated text", _without_text_beside_wording),
)
"""In this order, each only if needed."""
