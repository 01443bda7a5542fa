"""Which items of a collection are about a word: it is in their questions, titles or triggers."""

from collections.abc import Sequence

from django.db.models import Q

from quickstart.kinds import TextKind
from quickstart.models import Collection, IndexedText, text_space
from search.models import holds_words

_WORDINGS = (TextKind.QUESTION, TextKind.VARIANT, TextKind.TITLE, TextKind.TRIGGER)


def word_holders(collection: Collection, stems: Sequence[str]) -> set[tuple[int | None, int | None]]:
    """Entries and skills, by row ids, with a wording that holds all these stems; one of the two is None. One query."""
    is_held = Q(holds_words(text_space("entry", collection.pk), stems)) | Q(
        holds_words(text_space("skill", collection.pk), stems)
    )
    texts = IndexedText.objects.filter(is_held, collection=collection, kind__in=_WORDINGS)
    return set(texts.values_list("entry_id", "skill_id"))
