"""The notes that have certain words."""

from collections.abc import Sequence

from brain.models import Chunk
from core.text.search_stems import as_tsquery


def note_ids_with_words(account_id: int, stems: Sequence[str]) -> set[str]:
    """Ids of the account's notes that have every one of these stems somewhere, title, tags and description included.

    Empty for no stems. A query for each stem.
    """
    found: set[str] | None = None
    for stem in stems:
        chunks = Chunk.objects.filter(account_id=account_id, note__isnull=False).extra(
            where=["words @@ %s::tsquery"], params=[as_tsquery(stem)]
        )
        ids = set(chunks.order_by().values_list("note_id", flat=True).distinct())
        found = ids if found is None else found & ids
    return {pk for pk in found or () if pk}
