"""Owners are ranked by their best passage, and near only by a vector."""

import numpy as np

from search.found_passages import NO_OWNER, FoundPassages, owner_key, owner_pk
from search.rank_owners import rank_owners

ULID = "01JABCDEFGHJKMNPQRSTVWXYZ0"


def found(*passages: tuple[object, float, int]) -> FoundPassages:
    """Of each its owner, cosine and mask of two words."""
    owners, cosines, masks = zip(*passages, strict=True)
    return FoundPassages.of_all(
        owners=np.array([owner if owner == NO_OWNER else owner_key(owner) for owner in owners]),
        ids=np.arange(len(passages)),
        similarities=np.array(cosines, dtype=np.float64),
        masks=np.array(masks),
        words=2,
    )


def test_a_key_holds_a_number_or_an_id() -> None:
    assert [owner_pk(owner_key(pk)) for pk in (7, 123_456_789, ULID)] == ["7", "123456789", ULID]
    assert len(owner_key(7)) == len(owner_key(ULID)) == len(NO_OWNER)
    assert owner_pk(NO_OWNER) == ""


def test_an_owner_counts_as_its_best_passage() -> None:
    ranked = rank_owners(found((7, 0.1, 0), (7, 0.7, 3), (8, 0.6, 1), (9, 0.0, 0), (NO_OWNER, 0.9, 3)))
    assert [each.pk for each in ranked] == ["7", "8", "9"]
    assert [each.is_near for each in ranked] == [True, True, False]


def test_words_alone_are_not_near() -> None:
    ranked = rank_owners(found((7, np.nan, 3), (8, np.nan, 0)))
    assert [(each.pk, each.is_near) for each in ranked] == [("7", False), ("8", False)]


def test_nothing_is_ranked_of_nothing() -> None:
    none = np.zeros(0)
    assert rank_owners(FoundPassages.of_all(none, none.astype(int), 0, owners=none, ids=none)) == []
