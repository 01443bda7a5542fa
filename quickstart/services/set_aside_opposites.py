"""Hits that are about the opposite of what is asked do not answer: an entry on importing, asked about exporting."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.db.models import prefetch_related_objects

from core.text.opposite_actions import OppositeAction, has_action, opposite_action
from quickstart.models import Entry, Skill
from quickstart.queries.candidates import OwnerKind
from quickstart.services.answer_parts import RetrievedRows
from quickstart.services.retrieve_items import QuickstartRetrieval, RetrievedItem

MAX_COMPARED = 4
"""Of each kind: no more are offered."""
DOUBTED = 0.5
"""So much of its confidence, or of the threshold if that is less, a hit about the opposite keeps."""


def set_aside_opposites(
    query: str, found: QuickstartRetrieval, rows: RetrievedRows
) -> tuple[QuickstartRetrieval, str]:
    """The retrieval with hits about the opposite behind the others, too unsure to answer; and a sentence that says so,
    where the surest hit was one of them. Then another answers only if it has as much of the question's words. Two
    queries more, only where the question names an action.
    """
    if not has_action(query):
        return found, ""
    opposites = {
        kind: _opposites(query, kind, found.of(kind)[:MAX_COMPARED], rows) for kind in found.calibrations
    }
    least, why = 0.0, ""
    hits = [(kind, hit) for kind in found.calibrations for hit in found.of(kind)[:1]]
    for kind, hit in sorted(hits, key=lambda each: -each[1].confidence)[:1]:
        if hit.pk in opposites[kind]:
            least = hit.features["coverage"]
            why = f"The nearest, “{_title(kind, hit.pk, rows)}”, is about the opposite of what you ask for."
    remaining = {kind: _set_aside(found, kind, opposites[kind], least) for kind in found.calibrations}
    return replace(found, entries=remaining["entry"], skills=remaining["skill"]), why


def _opposites(
    query: str, kind: OwnerKind, hits: list[RetrievedItem], rows: RetrievedRows
) -> Mapping[int, OppositeAction]:
    """By row id, of the hits that are about the opposite."""
    related = "variants" if kind == "entry" else "triggers"
    prefetch_related_objects([_row(kind, each.pk, rows) for each in hits], related)
    compared = {each.pk: opposite_action(query, *_texts(kind, each.pk, rows)) for each in hits}
    return {pk: opposite for pk, opposite in compared.items() if opposite}


def _set_aside(
    found: QuickstartRetrieval, kind: OwnerKind, opposites: Mapping[int, OppositeAction], least: float
) -> list[RetrievedItem]:
    """`least`: of the question's words, that a hit which may answer has."""
    most = found.calibrations[kind].answer_above
    hits = found.of(kind)
    doubted = [hit for hit in hits if hit.pk in opposites or hit.features["coverage"] < least]
    return [
        *(hit for hit in hits if hit not in doubted),
        *(
            replace(hit, confidence=DOUBTED * min(hit.confidence, most), is_named=False, is_equal=False)
            for hit in doubted
        ),
    ]


def _row(kind: OwnerKind, pk: int, rows: RetrievedRows) -> Entry | Skill:
    return rows.entries[pk] if kind == "entry" else rows.skills[pk]


def _title(kind: OwnerKind, pk: int, rows: RetrievedRows) -> str:
    return rows.entries[pk].question if kind == "entry" else rows.skills[pk].title


def _texts(kind: OwnerKind, pk: int, rows: RetrievedRows) -> tuple[list[str], Iterator[str]]:
    """What says what an item is about, and the rest of it, loaded when it is read."""
    if kind == "entry":
        entry = rows.entries[pk]
        return [entry.question, *(each.text for each in entry.variants.all())], iter([entry.answer])
    skill = rows.skills[pk]
    wordings = [skill.title, skill.description, *(each.text for each in skill.triggers.all())]
    return wordings, (each.body for each in [skill])
