"""Notes that are about the opposite of what is asked do not answer, as in a collection (`search/opposite_hits.py`)."""

from collections.abc import Sequence

from brain.models import Note
from brain.retrieval.score_passages import best_texts
from brain.services.search_chunks import ANSWER_ABOVE, ChunkSearch
from core.text.opposite_actions import has_action
from search.opposite_hits import MAX_COMPARED, HitText, find_opposites

DOUBTED = 0.5
"""So much of its confidence, or of the threshold if that is less, a note about the opposite keeps."""


def set_aside_opposite_notes(search: ChunkSearch, order: Sequence[int]) -> tuple[list[int], str]:
    """The passages, best first, without those of notes about the opposite; where the best note is one and no other
    answers, all of them, and a sentence that says so. One query, only where the question names an action.
    """
    if not order or not has_action(search.query):
        return [*order], ""
    texts = [bytes(search.scanned.texts[at]) for at in search.passage_scores.chunk_indexes]
    compared = list(best_texts(search.passage_scores, search.scanned.texts, order))[:MAX_COMPARED]
    best = {text: next(at for at in order if texts[at] == text) for text in compared}
    rows = Note.objects.filter(account=search.account).in_bulk([text.decode() for text in compared])
    compared = [text for text in compared if text.decode() in rows]
    opposites = find_opposites(
        search.query, [_hit_text(search, best[text], rows[text.decode()]) for text in compared]
    )
    coverages = search.passage_scores.coverages
    indexes = {text: at for at, text in enumerate(compared)}
    remaining = [at for at in order if not opposites.leaves_out(indexes.get(texts[at], -1), coverages[at])]
    if opposites.why and (not remaining or search.confidence(remaining[0]) < ANSWER_ABOVE):
        return [*order], opposites.why
    return remaining, ""


def _hit_text(search: ChunkSearch, at: int, note: Note) -> HitText:
    """`at`: the note's best passage. A long note names many actions in passing: what it is about stands above it."""
    chunk = search.passage_scores.chunk_indexes[at]
    is_short = len(note.body) <= int(search.scanned.ends[chunk] - search.scanned.starts[chunk])
    wordings = [note.title, note.description, note.body if is_short else ""]
    return HitText(note.title, wordings, [note.body], float(search.passage_scores.coverages[at]))
