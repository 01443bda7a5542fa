"""Hits that are about the opposite of what is asked do not answer: an entry on importing, asked about exporting."""

from collections.abc import Iterator
from dataclasses import replace

from django.db.models import prefetch_related_objects

from core.text.opposite_actions import has_action, turns_round
from quickstart.kinds import OwnerKind
from quickstart.models import Entry, Skill
from quickstart.services.answer_parts import RetrievedRows
from quickstart.services.retrieve_items import QuickstartRetrieval, RetrievedItem
from search.opposite_hits import MAX_COMPARED, HitText, OppositeHits, doubt, find_opposites


def set_aside_opposites(
    query: str, found: QuickstartRetrieval, rows: RetrievedRows
) -> tuple[QuickstartRetrieval, str]:
    """The retrieval with hits about the opposite behind the others, too unsure to answer; and a sentence that says so,
    where the surest hit was one of them (`search/opposite_hits.py`). Two queries more, only where the question names
    an action that has an opposite, or a hit turns one round.
    """
    compared = _surest_first(found)
    if not has_action(query) and not any(turns_round(_title(kind, hit, rows)) for kind, hit in compared):
        return found, ""
    for kind, related in (("entry", "variants"), ("skill", "triggers")):
        prefetch_related_objects([_row(of, hit.pk, rows) for of, hit in compared if of == kind], related)
    opposites = find_opposites(query, [_hit_text(kind, hit, rows) for kind, hit in compared])
    indexes = {(kind, hit.pk): at for at, (kind, hit) in enumerate(compared)}
    remaining = {kind: _set_aside(found, kind, indexes, opposites) for kind in found.calibrations}
    return replace(found, entries=remaining["entry"], skills=remaining["skill"]), opposites.why


def _surest_first(found: QuickstartRetrieval) -> list[tuple[OwnerKind, RetrievedItem]]:
    """The best of each kind, before them the surest of the first ones."""
    best = [[(kind, hit) for hit in found.of(kind)[:MAX_COMPARED]] for kind in found.calibrations]
    best.sort(key=lambda hits: -hits[0][1].confidence if hits else 0.0)
    return [each for hits in best for each in hits]


def _set_aside(
    found: QuickstartRetrieval,
    kind: OwnerKind,
    indexes: dict[tuple[OwnerKind, int], int],
    opposites: OppositeHits,
) -> list[RetrievedItem]:
    most = found.calibrations[kind].answer_above
    hits = found.of(kind)
    doubted = [hit for hit in hits if opposites.leaves_out(indexes.get((kind, hit.pk), -1), hit.coverage)]
    return [
        *(hit for hit in hits if hit not in doubted),
        *(
            replace(hit, confidence=doubt(hit.confidence, most), is_named=False, is_equal=False)
            for hit in doubted
        ),
    ]


def _hit_text(kind: OwnerKind, hit: RetrievedItem, rows: RetrievedRows) -> HitText:
    wordings = _row(kind, hit.pk, rows).wordings
    return HitText(wordings[0], wordings, _rest(kind, hit.pk, rows), hit.coverage)


def _title(kind: OwnerKind, hit: RetrievedItem, rows: RetrievedRows) -> str:
    return rows.entries[hit.pk].question if kind == "entry" else rows.skills[hit.pk].title


def _row(kind: OwnerKind, pk: int, rows: RetrievedRows) -> Entry | Skill:
    return rows.entries[pk] if kind == "entry" else rows.skills[pk]


def _rest(kind: OwnerKind, pk: int, rows: RetrievedRows) -> Iterator[str]:
    """What an item says beside its wordings, loaded when it is read."""
    yield rows.entries[pk].answer if kind == "entry" else rows.skills[pk].body
