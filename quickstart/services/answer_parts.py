"""Builds the parts of an answer from rows: the entry and skill, links, and prerequisites."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.text.follow_up import is_held
from quickstart.models import Collection, Entry, Review, Skill
from quickstart.parsing.skill_references import skill_named
from quickstart.rendering.answer_content import AnswerEntry, AnswerSkill, EntryRef
from quickstart.rendering.command_notes import command_notes
from quickstart.services.ask_conversations import ConversationState, unmet_prerequisites
from quickstart.services.choose_answer import AnswerChoice
from quickstart.services.retrieve_items import QuickstartRetrieval

MAX_REFS = 5
"""Links of each list. Nobody reads more, and an agent pays for each."""


@dataclass(frozen=True, slots=True)
class AnswerParts:
    entry: AnswerEntry | None = None
    skill: AnswerSkill | None = None
    repeated: bool = False
    explained_in: EntryRef | None = None
    unmet_prerequisites: Sequence[EntryRef] = ()
    go_deeper: Sequence[EntryRef] = ()
    related_skills: Sequence[AnswerSkill] = ()
    related_docs: Sequence[str] = ()
    closest_doc: str = ""
    titles: Mapping[tuple[str, int], str] = field(default_factory=dict)
    """Of everything found, by kind and primary key."""


@dataclass(frozen=True, slots=True)
class RetrievedRows:
    """The rows of what was found, by primary key."""

    entries: Mapping[int, Entry]
    skills: Mapping[int, Skill]


def load_rows(found: QuickstartRetrieval) -> tuple[QuickstartRetrieval, RetrievedRows]:
    """The rows of what was found, and the retrieval without rows that have been deleted since."""
    entries = Entry.objects.in_bulk([each.pk for each in found.entries])
    skills = Skill.objects.defer("body").in_bulk([each.pk for each in found.skills])
    existing = replace(
        found,
        entries=[each for each in found.entries if each.pk in entries],
        skills=[each for each in found.skills if each.pk in skills],
    )
    return existing, RetrievedRows(entries, skills)


def holds_answer(query: str, choice: AnswerChoice, rows: RetrievedRows) -> bool:
    """Whether anything chosen, or offered as a meaning, can answer what a leaning question asks for itself."""
    chosen = [("entry", choice.entry), ("skill", choice.skill), *choice.options]
    texts: list[str] = []
    for kind, each in chosen:
        if each:
            texts += (rows.entries if kind == "entry" else rows.skills)[each.pk].contents
    return is_held(query, "\n".join(texts))


def build_answer_parts(
    collection: Collection, choice: AnswerChoice, rows: RetrievedRows, conversation: ConversationState
) -> AnswerParts:
    entries, skills = rows.entries, rows.skills
    titles = {("entry", pk): row.question for pk, row in entries.items()}
    titles |= {("skill", pk): row.title for pk, row in skills.items()}
    skill = to_answer_skill(skills[choice.skill.pk]) if choice.skill else None
    if choice.entry is None:
        doc = _closest_doc(choice, entries, skills) if skill is None else ""
        also = choice.also and entries[choice.also.pk]
        explained = EntryRef(also.entry_id, also.question) if also else None
        described = [to_answer_skill(skills[each.pk]) for each in choice.described][:MAX_REFS]
        return AnswerParts(
            skill=skill, explained_in=explained, related_skills=described, closest_doc=doc, titles=titles
        )
    entry = entries[choice.entry.pk]
    related = related_skills(collection, entry.related_skills)
    if choice.also and choice.also.id not in {each.skill_id for each in related}:
        # After those that its curators name.
        related.append(to_answer_skill(skills[choice.also.pk]))
    return AnswerParts(
        entry=to_answer_entry(entry, collection),
        skill=skill,
        # Who asks again right away wants to read it again.
        repeated=entry.entry_id in conversation.explained_ids[:-1],
        unmet_prerequisites=unmet_prerequisites(collection, entry, conversation)[:MAX_REFS],
        go_deeper=entry_refs(collection, entry.go_deeper)[:MAX_REFS],
        related_skills=[each for each in related if skill is None or each.skill_id != skill.skill_id][
            :MAX_REFS
        ],
        related_docs=entry.related_docs[:MAX_REFS],
        titles=titles,
    )


def to_answer_entry(entry: Entry, collection: Collection) -> AnswerEntry:
    return AnswerEntry(
        entry_id=entry.entry_id,
        question=entry.question,
        level=entry.level,
        tree_path=entry.tree_path,
        answer=entry.answer,
        verify_command=entry.check_command,
        command_notes=command_notes_of(entry, collection),
        related_docs=entry.related_docs,
        tags=entry.tags,
    )


def command_notes_of(entry: Entry, collection: Collection) -> str:
    """Where its commands have their variables from; empty unless the collection is the shipped one."""
    return command_notes(entry.answer, entry.check_command) if collection.shipped_hash else ""


def to_answer_skill(skill: Skill) -> AnswerSkill:
    return AnswerSkill(
        skill_id=skill.skill_id,
        file=skill.file,
        title=skill.title,
        description=skill.description,
        tree_path=skill.tree_path,
        prerequisites=skill.prerequisites,
        quick_command=skill.quick_command,
    )


def entry_refs(collection: Collection, ids: Sequence[str]) -> list[EntryRef]:
    """Published entries of these ids, in this order; others are left out."""
    rows = Entry.objects.filter(collection=collection, entry_id__in=ids, review=Review.PUBLISHED)
    questions = dict(rows.values_list("entry_id", "question"))
    return [EntryRef(each, questions[each]) for each in dict.fromkeys(ids) if each in questions]


def related_skills(collection: Collection, names: Iterable[str]) -> list[AnswerSkill]:
    """The skills that entries name by file or id ("skills/skill_x.md", "skill_x"), in this order."""
    ids = [skill_named(name) for name in names]
    rows = Skill.objects.filter(collection=collection, skill_id__in=ids, review=Review.PUBLISHED).defer(
        "body"
    )
    rows_by_id = {row.skill_id: row for row in rows}
    return [to_answer_skill(rows_by_id[each]) for each in dict.fromkeys(ids) if each in rows_by_id]


def _closest_doc(choice: AnswerChoice, entries: Mapping[int, Entry], skills: Mapping[int, Skill]) -> str:
    """The first document of the nearest entry that names one, else the nearest skill's file."""
    for kind, each in choice.options:
        if kind == "entry" and entries[each.pk].related_docs:
            return entries[each.pk].related_docs[0]
        if kind == "skill":
            return skills[each.pk].file
    return ""
