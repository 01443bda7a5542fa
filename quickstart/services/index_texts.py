"""The indexed texts of entries and skills: written with their owners, with their words; vectors come later."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from django.db import connection
from pgvector import HalfVector

from core.llm import count_tokens
from core.text.bm25_words import passage_stems
from core.text.passages import embedding_text, split_finely, split_passages
from quickstart.kinds import OwnerKind, TextKind
from quickstart.models import Entry, IndexedText, Review, Skill, Trigger, Variant, text_space
from search.models import space_word

MAX_CODE_LINES = 8
"""A code block of more lines is not indexed."""
_CODE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})[^\n]*\n(?P<code>.*?)^(?P=fence)[`~]*[ \t]*$", re.MULTILINE | re.DOTALL
)
_COLUMNS = (
    *("account_id", "collection_id", "entry_id", "skill_id", "space", "kind", "ordinal", "text", "words"),
    *("embedding", "embedding_model", "next_embedding", "next_embedding_model"),
)


class TextToIndex(NamedTuple):
    """A text of an owner, as it is embedded."""

    kind: TextKind
    text: str


def write_texts(*, entries: Sequence[Entry] = (), skills: Sequence[Skill] = ()) -> None:
    """Bring the indexed texts of these rows up to date. Call inside `changing`, after variants and triggers are
    stored.

    Unchanged texts are not written and keep their vectors. An unpublished owner has no texts.
    """
    if entries:
        _write("entry", entries, _texts_of_entries(entries))
    if skills:
        _write("skill", skills, _texts_of_skills(skills))


def entry_texts(entry: Entry, variants: Sequence[str]) -> list[TextToIndex]:
    """Question, variants, place, the passages of the answer, and its beginning with all wordings.

    One that is asked in a single way is found by each sentence of its answer, too: nobody has written down what else it
    answers (docs/adr/0010).
    """
    found = [TextToIndex(TextKind.QUESTION, entry.question)]
    found += [TextToIndex(TextKind.VARIANT, text) for text in variants]
    found.append(TextToIndex(TextKind.PLACE, " ".join([*entry.tree_path, *entry.tags])))
    passages = list(_passages(entry.answer))
    wordings = " ".join([entry.question, *variants])
    found += [TextToIndex(TextKind.OPENING, f"{wordings}\n{text}") for text in passages[:1]]
    if not variants:
        sentences = map(embedding_text, split_finely(entry.answer, count_tokens=count_tokens))
        passages = list(dict.fromkeys([*passages, *sentences]))
    found += [TextToIndex(TextKind.ANSWER, text) for text in passages]
    return [each for each in found if each.text.strip()]


def skill_texts(skill: Skill, triggers: Sequence[str]) -> list[TextToIndex]:
    """Title, description, both together, triggers, place and the passages of the body without its listings.

    The file's name indicates its purpose, too.
    """
    name = re.sub(r"[_\W]+", " ", PurePosixPath(skill.skill_id).name.removeprefix("skill_")).strip()
    found = [TextToIndex(TextKind.TITLE, skill.title), TextToIndex(TextKind.DESCRIPTION, skill.description)]
    if skill.title.strip() and skill.description.strip():
        found.append(TextToIndex(TextKind.SUMMARY, f"{skill.title}: {skill.description}"))
    found += [TextToIndex(TextKind.TRIGGER, text) for text in triggers]
    found += [TextToIndex(TextKind.PLACE, text) for text in (name, " ".join(skill.tree_path))]
    found += [TextToIndex(TextKind.BODY, text) for text in _passages(_without_listings(skill.body))]
    return [each for each in found if each.text.strip()]


def _without_listings(body: str) -> str:
    """Commands stay; a long block of code says how, in the words of its language, and little about the purpose."""
    return _CODE.sub(lambda block: "" if block["code"].count("\n") > MAX_CODE_LINES else block[0], body)


def _passages(text: str) -> Iterator[str]:
    return map(embedding_text, split_passages(text, count_tokens=count_tokens))


def _texts_of_entries(entries: Sequence[Entry]) -> dict[int, list[TextToIndex]]:
    variants: dict[int, list[str]] = {}
    rows = Variant.objects.filter(entry__in=[entry.pk for entry in entries]).order_by("position", "pk")
    for owner, text in rows.values_list("entry_id", "text"):
        variants.setdefault(owner, []).append(text)
    return {
        entry.pk: entry_texts(entry, variants.get(entry.pk, ())) if _is_published(entry) else []
        for entry in entries
    }


def _texts_of_skills(skills: Sequence[Skill]) -> dict[int, list[TextToIndex]]:
    triggers: dict[int, list[str]] = {}
    rows = Trigger.objects.filter(skill__in=[skill.pk for skill in skills]).order_by("position", "pk")
    for owner, text in rows.values_list("skill_id", "text"):
        triggers.setdefault(owner, []).append(text)
    return {
        skill.pk: skill_texts(skill, triggers.get(skill.pk, ())) if _is_published(skill) else []
        for skill in skills
    }


def _is_published(owner: Entry | Skill) -> bool:
    return owner.review == Review.PUBLISHED


def _write(
    field: OwnerKind, owners: Sequence[Entry] | Sequence[Skill], expected: dict[int, list[TextToIndex]]
) -> None:
    """Replace the texts of those owners whose stored texts are outdated. `field`: "entry" or "skill"."""
    stored: dict[int, list[tuple[int, str]]] = {}
    rows = IndexedText.objects.filter(**{f"{field}__in": list(expected)}).order_by("kind", "ordinal")
    for owner, kind, text in rows.values_list(f"{field}_id", "kind", "text"):
        stored.setdefault(owner, []).append((kind, text))
    changed = [owner for owner in owners if sorted(expected[owner.pk]) != sorted(stored.get(owner.pk, []))]
    if not changed:
        return
    old = IndexedText.objects.filter(**{f"{field}__in": [owner.pk for owner in changed]}).defer("words")
    existing = {(getattr(row, f"{field}_id"), row.text): row for row in old}
    # A row's text never changes: the index job may store a vector by the row's id.
    old.delete()
    _copy(
        _row(field, owner, ordinal, each, existing.get((owner.pk, each.text)))
        for owner in changed
        for ordinal, each in enumerate(expected[owner.pk])
    )


def _copy(rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of _COLUMNS with COPY: Django's bulk_create takes half a minute for ten thousand entries."""
    statement = f"COPY {IndexedText._meta.db_table} ({', '.join(_COLUMNS)}) FROM STDIN"
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.copy(statement) as copy,
    ):
        for row in rows:
            copy.write_row(row)


def _row(
    field: OwnerKind, owner: Entry | Skill, ordinal: int, written: TextToIndex, before: IndexedText | None
) -> Sequence[Any]:
    entry, skill = (owner.pk, None) if field == "entry" else (None, owner.pk)
    space = text_space(field, owner.collection_id)
    words = _as_tsvector(space_word(space, stem) for stem in passage_stems(written.text, key="", tags=()))
    place = (owner.account_id, owner.collection_id, entry, skill, space, int(written.kind), ordinal)
    if before is None:
        return (*place, written.text, words, None, "", None, "")
    vectors = [each and HalfVector(each).to_text() for each in (before.embedding, before.next_embedding)]
    return (
        *place,
        written.text,
        words,
        vectors[0],
        before.embedding_model,
        vectors[1],
        before.next_embedding_model,
    )


def _as_tsvector(lexemes: Iterable[str]) -> str:
    """As Postgres reads one, without positions."""
    return " ".join("'" + each.replace("\\", "\\\\").replace("'", "''") + "'" for each in lexemes)
