"""The texts that excerpts are chosen by, with their vectors."""

from collections.abc import Iterator, Sequence

import numpy as np
from django.db.models import Q

from core.llm.embeddings.embedder import Vectors
from quickstart.kinds import OwnerKind, TextKind
from quickstart.models import IndexedText

_SAID = (TextKind.ANSWER, TextKind.DESCRIPTION)


def texts_with_vectors(
    owners: Sequence[tuple[OwnerKind, int]], model: str
) -> Iterator[tuple[tuple[OwnerKind, int], str, Vectors]]:
    """What these entries and skills say, by passage or sentence: the owner, the text, its vector by `model`."""
    pks = {kind: [pk for each, pk in owners if each == kind] for kind in ("entry", "skill")}
    rows = IndexedText.objects.filter(
        Q(entry__in=pks["entry"]) | Q(skill__in=pks["skill"]),
        kind__in=_SAID,
        embedding_model=model,
        embedding__isnull=False,
    )
    for entry, skill, text, vector in rows.values_list("entry_id", "skill_id", "text", "embedding"):
        yield ("entry", entry) if entry else ("skill", skill), text, np.asarray(vector, dtype=np.float32)
