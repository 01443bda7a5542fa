"""The response templates of the specification ("Response Assembly"), without their empty parts.

Outcomes without a template in the specification (a place, asking back, no answer) follow their layout.
"""

from collections.abc import Iterable, Sequence

from core.text.one_line import collapse_spaces
from quickstart.kinds import AskOutcome, Intent
from quickstart.rendering.answer_content import (
    AnswerEntry,
    AnswerOption,
    AnswerSkill,
    EntryRef,
    ManualRef,
    PartAnswer,
    QuickstartAnswer,
)
from quickstart.rendering.embed_markdown import (
    embed_markdown,
    escape_heading,
    fence_code,
    first_sentence,
)
from quickstart.tree_paths import SEPARATOR

NOT_SURE = "Perhaps this; it is the nearest there is."
NOT_RUN = "(not run by us)"
EXPLAINED_BEFORE = "(explained before in this session)"
WORDS_ALONE = "(Found by words alone: meaning could not be compared just now.)"
_NUMBERS = (
    "No",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Eleven",
    "Twelve",
)


def to_markdown(answer: QuickstartAnswer) -> str:
    """Ends with a line break. Commands are in code blocks that they cannot close."""
    unsure = "" if answer.is_sure else NOT_SURE
    follows = f"(Read as following “{collapse_spaces(answer.follows)}”.)" if answer.follows else ""
    return (
        "\n\n".join(part for part in [follows, unsure, *_about_parts(answer), *_parts(answer)] if part) + "\n"
    )


def _about_parts(answer: QuickstartAnswer) -> list[str]:
    """Of a question of two parts: what is answered here, what elsewhere, and what is open."""
    answered = f"(Answers “{collapse_spaces(answer.answered_part)}”.)" if answer.answered_part else ""
    still_open = [
        f"**Perhaps open:** nothing here clearly answers “{collapse_spaces(part)}”."
        for part in answer.open_parts
    ]
    own = answer.entry.entry_id if answer.entry else ""
    others = [
        f"“{collapse_spaces(each.part)}” is {'' if each.is_sure else 'perhaps '}answered "
        + ("here, in other words." if each.id == own else f"in: {_named(each)}")
        for each in answer.other_parts
    ]
    return [answered, *still_open, *others]


def _named(part: PartAnswer) -> str:
    return f"{collapse_spaces(part.title)} ({part.kind} `{collapse_spaces(part.id)}`)"


def _parts(answer: QuickstartAnswer) -> list[str]:
    if answer.outcome == AskOutcome.NO_ANSWER:
        return _no_answer(answer)
    if answer.outcome == AskOutcome.ASK_BACK:
        return _ask_back(answer)
    if answer.intent == Intent.NAVIGATION:
        body = _navigation(answer)
    elif answer.entry is None:
        body = _action(answer)
    elif answer.skill and answer.intent in (Intent.HYBRID, Intent.ACTION):
        body = _hybrid(answer, answer.entry, answer.skill)
    else:
        body = _understanding(answer, answer.entry)
    others = _bullet_list("**Or perhaps:**", map(_option, answer.options))
    return [
        _know_first_section(answer.unmet_prerequisites),
        *body,
        others,
        _manual(answer.manual),
        *_offers(answer),
    ]


def _understanding(answer: QuickstartAnswer, entry: AnswerEntry) -> list[str]:
    deeper = _bullet_list("**Go deeper:**", map(_ref, answer.go_deeper))
    skills = [f"Skill: {collapse_spaces(skill.file)}" for skill in _skills(answer)]
    related = _bullet_list(
        "**Related:**", [*skills, *(f"Docs: {collapse_spaces(doc)}" for doc in answer.related_docs)]
    )
    return [*_entry_parts(answer, entry), _below_separator(deeper, related)]


def _action(answer: QuickstartAnswer) -> list[str]:
    parts = _workflow(answer.skill) if answer.skill else []
    parts += [
        _bullet_list("**Skills about it:**", (collapse_spaces(each.file) for each in answer.related_skills))
    ]
    return [*parts, _below_separator(_explained_in(answer))]


def _explained_in(answer: QuickstartAnswer) -> str:
    return _bullet_list("**See also:**", [_ref(answer.explained_in)] if answer.explained_in else [])


def _hybrid(answer: QuickstartAnswer, entry: AnswerEntry, skill: AnswerSkill) -> list[str]:
    return [*_entry_parts(answer, entry), "---\n**How to do it:**", *_workflow(skill)]


def _navigation(answer: QuickstartAnswer) -> list[str]:
    """The place in the tree, the answer, files and documents, and neighbours in the tree."""
    found = answer.entry or answer.skill
    if found is None:
        return []
    place = f"**Found at:** {_path(found.tree_path)}" if found.tree_path else ""
    if answer.entry:
        title, *body = _entry_parts(answer, answer.entry)
    else:
        title, body = (
            f"## {escape_heading(answer.skill.title if answer.skill else '')}",
            [_description(answer.skill)],
        )
    files = _bullet_list("**Skill file:**", (collapse_spaces(skill.file) for skill in _skills(answer)))
    docs = _bullet_list("**Docs:**", map(collapse_spaces, answer.related_docs))
    nearby = _bullet_list("**Nearby:**", map(_ref, answer.go_deeper))
    explained = _explained_in(answer)
    return [title, place, *body, _below_separator(files, docs, nearby, explained)]


def _ask_back(answer: QuickstartAnswer) -> list[str]:
    options = [f"{number}. {_option(option)}" for number, option in enumerate(answer.options, start=1)]
    return [
        f"I am not sure. Perhaps {'one of these' if len(options) > 1 else 'this'}?",
        "\n".join(options),
        _manual(answer.manual),
        *_notes(answer),
    ]


def _no_answer(answer: QuickstartAnswer) -> list[str]:
    """Nothing is invented: the nearest entries, and that the question was logged."""
    noted = "" if answer.question_id is None else " The question is noted for the curators."
    return [
        f"No answer to this is known in {collapse_spaces(answer.collection)}.{noted}",
        collapse_spaces(answer.why_not),
        _bullet_list("**Nearest:**", map(_option, answer.nearest)),
        _bullet_list("**Docs:**", [collapse_spaces(answer.closest_doc)] if answer.closest_doc else []),
        _manual(answer.manual),
        *_notes(answer),
    ]


def _manual(refs: Sequence[ManualRef]) -> str:
    return _bullet_list("**In the manual:**", (f"{ref.place} ({ref.url})" for ref in refs))


def _entry_parts(answer: QuickstartAnswer, entry: AnswerEntry) -> list[str]:
    title = f"## {escape_heading(entry.question)}"
    if answer.repeated:
        return [title, first_sentence(entry.answer), EXPLAINED_BEFORE]
    verify = f"**Verify:**\n{_command(entry.verify_command)}" if entry.verify_command.strip() else ""
    if answer.phrased is None:
        return [title, embed_markdown(entry.answer), entry.command_notes, verify]
    worded = f"(worded by the model {collapse_spaces(answer.phrased.model)} from {', '.join(answer.phrased.cited)})"
    curated = embed_markdown(entry.answer)
    beside = ["**As curated:**", curated] if curated else []
    return [title, embed_markdown(answer.phrased.text), worded, *beside, entry.command_notes, verify]


def _workflow(skill: AnswerSkill) -> list[str]:
    quick = f"**Quick start:**\n{_command(skill.quick_command)}" if skill.quick_command.strip() else ""
    return [
        f"Loading skill: **{collapse_spaces(skill.title)}**",
        _description(skill),
        _bullet_list("**Prerequisites:**", map(collapse_spaces, skill.prerequisites)),
        quick,
        f"Following skill workflow... ({collapse_spaces(skill.file)})",
    ]


def _description(skill: AnswerSkill | None) -> str:
    return embed_markdown(skill.description) if skill else ""


def _know_first_section(unmet: Sequence[EntryRef]) -> str:
    return _bullet_list("**Read first:**", map(_ref, unmet))


def _offers(answer: QuickstartAnswer) -> list[str]:
    offers = []
    # In an explanation the skill is only named: the specification offers it ("Understanding Query").
    if answer.intent == Intent.UNDERSTANDING and answer.entry and (skills := _skills(answer)):
        offers.append(f"Want to see how to use it? → {collapse_spaces(skills[0].file)}")
    if answer.offer:
        offers.append(
            f"{_offer_text(answer.offer.branch, answer.offer.count)} → {_ref(answer.offer.overview)}"
        )
    return [*offers, *_notes(answer)]


def _offer_text(branch: str, count: int) -> str:
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} {collapse_spaces(branch.split(SEPARATOR)[-1])} questions: want the overview?"


def _notes(answer: QuickstartAnswer) -> list[str]:
    return [] if answer.by_vectors else [WORDS_ALONE]


def _skills(answer: QuickstartAnswer) -> list[AnswerSkill]:
    """The best skill first, each once."""
    found = [*([answer.skill] if answer.skill else []), *answer.related_skills]
    return list({skill.skill_id: skill for skill in found}.values())


def _below_separator(*parts: str) -> str:
    """After a separator, if there is anything."""
    filled = [part for part in parts if part]
    return "---\n" + "\n\n".join(filled) if filled else ""


def _bullet_list(title: str, items: Iterable[str]) -> str:
    lines = [f"- {item}" for item in items]
    return "\n".join([title, *lines]) if lines else ""


def _command(command: str) -> str:
    return f"{fence_code(command, 'bash')}\n{NOT_RUN}"


def _option(option: AnswerOption) -> str:
    place = f", {_path(option.tree_path)}" if option.tree_path else ""
    excerpt = f"\n   {option.excerpt}" if option.excerpt else ""
    return f"{collapse_spaces(option.title)} ({option.kind} `{collapse_spaces(option.id)}`{place}){excerpt}"


def _ref(ref: EntryRef) -> str:
    return f"{collapse_spaces(ref.question)} (`{collapse_spaces(ref.entry_id)}`)"


def _path(path: Sequence[str]) -> str:
    return SEPARATOR.join(map(collapse_spaces, path))
