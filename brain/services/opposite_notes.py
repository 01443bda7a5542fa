"""Notes that are about the opposite of what is asked do not answer, as in a collection (`search/opposite_hits.py`)."""

from collections.abc import Sequence

from brain.models import Note
from brain.retrieval.score_passages import best_texts
from brain.retrieval.token_budget import RankedPassage
from brain.services.search_chunks import ANSWER_ABOVE, ChunkSearch
from core.text.opposite_actions import has_action
from search.opposite_hits import MAX_COMPARED, HitText, find_opposites


def set_aside_opposite_notes(search: ChunkSearch, order: Sequence[int]) -> tuple[list[int], str]:
    """The passages, best first, without those of notes about the opposite; where the best note is one and no other
    answers, all of them, and a sentence that says so. Two queries, only where the question names an action.
    """
    if not order or not has_action(search.query):
        return [*order], ""
    texts = [bytes(search.found.owners[at]) for at in search.passage_scores.chunk_indexes]
    compared = list(best_texts(search.passage_scores, search.found.owners, order))[:MAX_COMPARED]
    best = {text: next(at for at in order if texts[at] == text) for text in compared}
    places = {hit.source: hit for hit in search.hits([*best.values()])}
    rows = Note.objects.filter(account=search.account).in_bulk([text.decode() for text in compared])
    compared = [text for text in compared if text.decode() in rows and text.decode() in places]
    coverages = search.passage_scores.coverages
    hit_texts = [
        _hit_text(rows[text.decode()], places[text.decode()], float(coverages[best[text]]))
        for text in compared
    ]
    opposites = find_opposites(search.query, hit_texts)
    indexes = {text: at for at, text in enumerate(compared)}
    remaining = [at for at in order if not opposites.leaves_out(indexes.get(texts[at], -1), coverages[at])]
    if opposites.why and (not remaining or search.confidence(remaining[0]) < ANSWER_ABOVE):
        return [*order], opposites.why
    return remaining, ""


def _hit_text(note: Note, best: RankedPassage, coverage: float) -> HitText:
    """`best`: the note's best passage. A long note names many actions in passing: what it is about stands above it."""
    is_short = len(note.body) <= best.end - best.start
    wordings = [note.title, note.description, note.body if is_short else ""]
    return HitText(note.title, wordings, [note.body], coverage)
