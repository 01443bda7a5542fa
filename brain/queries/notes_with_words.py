"""The notes that have certain words."""

from collections.abc import Sequence

from brain.models import Chunk
from brain.models.notes import notes_space
from search.models import holds_words


def note_ids_with_words(account_id: int, stems: Sequence[str]) -> set[str]:
    """Ids of the account's notes that have every one of these stems somewhere, title, tags and description included.

    Empty for no stems. A query for each stem.
    """
    space = notes_space(account_id)
    found: set[str] | None = None
    for stem in stems:
        chunks = Chunk.objects.filter(holds_words(space, [stem]), account_id=account_id)
        ids = set(chunks.order_by().values_list("note_id", flat=True).distinct())
        found = ids if found is None else found & ids
    return {pk for pk in found or () if pk}
