"""The notes that have certain words."""

from collections.abc import Sequence

from brain.models import Chunk
from brain.models.notes import notes_space
from search.scan_passages import stem_query


def note_ids_with_words(account_id: int, stems: Sequence[str]) -> set[str]:
    """Ids of the account's notes that have every one of these stems somewhere, title, tags and description included.

    Empty for no stems. A query for each stem.
    """
    found: set[str] | None = None
    for stem in stems:
        chunks = Chunk.objects.filter(account_id=account_id).extra(
            where=["words @@ %s::tsquery"], params=[stem_query(stem, [notes_space(account_id)])]
        )
        ids = set(chunks.order_by().values_list("note_id", flat=True).distinct())
        found = ids if found is None else found & ids
    return {pk for pk in found or () if pk}
