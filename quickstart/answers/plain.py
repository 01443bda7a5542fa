"""The compact text for agents: the same layout within a budget of tokens, with what was left out by name."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from quickstart.answers.embedding import first_sentence
from quickstart.answers.markdown import to_markdown
from quickstart.answers.model import Answer, EntryTold, SkillTold
from quickstart.kinds import Outcome
from texts import CountTokens

DEFAULT_TOKENS = 1_000
FEW = 3
"""Of a list that is shortened rather than left out."""

Cut = Callable[[Answer], Answer]


def to_plain(
    answer: Answer, *, count_tokens: CountTokens, max_tokens: int = DEFAULT_TOKENS, otherwise: str = ""
) -> str:
    """At most `max_tokens`: a line that says how it came out, the answer, and what was cut if anything was.

    The least useful goes first (offers and links, then the rest of the text); commands are never cut in half.
    `otherwise` is a sentence that names a way to all of it, for behind that line.
    """
    gone: list[str] = []

    def fits(text: str) -> bool:
        return count_tokens(text) <= max_tokens

    for name, cut in _CUTS:
        if fits(text := _written(answer, gone, otherwise)):
            return text
        shorter = cut(answer)
        if shorter != answer:
            answer, gone = shorter, [*gone, name]
    for name, without in (("", _as_it_is), ("the commands", _without_commands)):
        kept = without(answer)
        gone = [*gone, name] if kept != answer else gone
        if found := _with_shorter_text(kept, gone, otherwise, fits):
            return found
        answer = kept
    return _least(answer, gone, otherwise, fits)


def _written(answer: Answer, gone: Sequence[str], otherwise: str) -> str:
    return f"{_head(answer)}\n\n{to_markdown(answer)}{_note(gone, otherwise)}".rstrip("\n")


def _head(answer: Answer) -> str:
    chosen = "chosen by you" if answer.intent_chosen else answer.intent_reason
    asked = "" if answer.question_id is None else f"; question {answer.question_id}"
    sure = f", {answer.confidence:.0%} sure" if answer.outcome == Outcome.ANSWERED else ""
    outcome = answer.outcome.replace("_", " ")
    return f"{outcome[0].upper()}{outcome[1:]}{sure}; intent {answer.intent} ({chosen}){asked}."


def _note(gone: Sequence[str], otherwise: str) -> str:
    return f"\nCut to fit: {', '.join(gone)}. {otherwise}".rstrip() if gone else ""


def _with_shorter_text(
    answer: Answer, gone: Sequence[str], otherwise: str, fits: Callable[[str], bool]
) -> str | None:
    """With as many lines of the answer's text as fit; None where not even the first does."""
    entry = answer.entry
    if entry is None or answer.repeated:
        text = _written(answer, gone, otherwise)
        return text if fits(text) else None
    body = answer.phrased.text if answer.phrased else entry.answer
    lines = body.split("\n")
    named = [*gone, "the rest of the text"]

    def written(kept: int) -> str:
        if kept == len(lines):
            return _written(answer, gone, otherwise)
        return _written(_with_text(answer, entry, "\n".join(lines[:kept])), named, otherwise)

    low, high = 0, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(written(middle)) else (low, middle - 1)
    text = written(low)
    return text if low and fits(text) else None


def _with_text(answer: Answer, entry: EntryTold, text: str) -> Answer:
    if answer.phrased:
        return replace(answer, phrased=replace(answer.phrased, text=text))
    return replace(answer, entry=replace(entry, answer=text))


def _least(answer: Answer, gone: Sequence[str], otherwise: str, fits: Callable[[str], bool]) -> str:
    """Where the budget holds no line of the answer: how it came out, and that there is more."""
    told = [answer.entry.entry_id] if answer.entry else []
    told += [answer.skill.skill_id] if answer.skill else []
    named = f"\n\nBest: {', '.join(told)}." if told else ""
    texts = (
        f"{_head(answer)}{named}\n{_note([*gone, 'the text'], otherwise)}",
        f"{_head(answer)}\nCut to fit: all of the answer.",
        "Cut to fit: all of the answer.",
    )
    return next(filter(fits, texts), "")


def _as_it_is(answer: Answer) -> Answer:
    return answer


def _without_commands(answer: Answer) -> Answer:
    entry = replace(answer.entry, verify_command="") if answer.entry else None
    skill = replace(answer.skill, quick_command="") if answer.skill else None
    return replace(answer, entry=entry, skill=skill)


def _without_related_skills(answer: Answer) -> Answer:
    return replace(
        answer, related_skills=answer.related_skills[:0] if answer.skill else answer.related_skills[:1]
    )


def _with_fewer_prerequisites(answer: Answer) -> Answer:
    skill = answer.skill and replace(answer.skill, prerequisites=answer.skill.prerequisites[:FEW])
    return replace(answer, skill=skill, unmet_prerequisites=answer.unmet_prerequisites[:FEW])


def _with_fewer_options(answer: Answer) -> Answer:
    return replace(answer, options=answer.options[:FEW], nearest=answer.nearest[:FEW])


def _with_short_description(answer: Answer) -> Answer:
    return replace(answer, skill=answer.skill and _in_short(answer.skill))


def _in_short(skill: SkillTold) -> SkillTold:
    return replace(skill, description=first_sentence(skill.description))


def _without_text_beside_wording(answer: Answer) -> Answer:
    return (
        replace(answer, entry=replace(answer.entry, answer="")) if answer.entry and answer.phrased else answer
    )


_CUTS: tuple[tuple[str, Cut], ...] = (
    ("the offer", lambda answer: replace(answer, offer=None)),
    ("related documents", lambda answer: replace(answer, related_docs=answer.related_docs[:0])),
    ("going deeper", lambda answer: replace(answer, go_deeper=answer.go_deeper[:0])),
    ("further skills", _without_related_skills),
    ("further prerequisites", _with_fewer_prerequisites),
    ("further options", _with_fewer_options),
    ("most of the description", _with_short_description),
    ("the curated text", _without_text_beside_wording),
)
"""In this order, each only where it is needed."""
