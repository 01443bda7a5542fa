"""How one text relates to another: as data, and as laws."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clipboard.analysis.text_similarity import (
    COMPARED_CHARACTERS,
    FingerprintedText,
    Similarity,
    compare_fingerprints,
    compare_texts,
)
from stones.tests.factories import LONG

PARAGRAPHS = LONG.split("\n\n")
PART = "\n\n".join(PARAGRAPHS[5:9])
OTHER = "Feed the starter twice a day while it is warm; in the fridge once a week is enough for it."
WORDS = st.lists(st.sampled_from([f"word{number}" for number in range(30)]), min_size=8, max_size=60)


def text(words: str) -> FingerprintedText:
    return FingerprintedText(words, "account 1")


def like(ours: str, theirs: str) -> Similarity | None:
    return compare_texts(text(ours), text(theirs))


@pytest.mark.parametrize(
    ("ours", "theirs", "relation"),
    [
        (LONG, LONG, "repeats"),
        (f"{LONG}\n\n", LONG, "repeats"),
        (LONG.replace(" ", "\n\t"), LONG, "repeats"),
        (PART, LONG, "part"),
        (PART.replace("\n\n", " "), LONG, "part"),
        (LONG, PART, "contains"),
        (LONG.replace("every night", "each evening"), LONG, "reworked"),
        (LONG.upper(), LONG, "reworked"),
        (LONG.replace("#", "").replace("/", " / "), LONG, "reworked"),
        (OTHER, LONG, None),
        (LONG, OTHER, None),
        (f"{PARAGRAPHS[5]}\n\n{OTHER} {OTHER} {OTHER} {OTHER}", LONG, None),
    ],
    ids=[
        "the same",
        "line end",
        "white space",
        "part",
        "part in one line",
        "contains",
        "words changed",
        "capitals",
        "marks taken out",
        "another",
        "another, the other way",
        "a third of it",
    ],
)
def test_relations(ours: str, theirs: str, relation: str | None) -> None:
    found = like(ours, theirs)
    assert (found and found.relation) == relation


def test_how_much() -> None:
    """Ten words, of which the first seven are the same: those stand in a sequence that both have."""
    found = like("a b c d e f g x y z", "a b c d e f g k l m n o")
    assert found == Similarity("reworked", overlap=0.7, share=0.7)
    contained = like(LONG, PART)
    assert contained is not None
    assert (contained.overlap, round(contained.share, 2)) == (1.0, round(len(PART) / len(LONG), 2))


def test_the_share_is_of_our_text() -> None:
    """All words of the shorter one are theirs, but of ours they are a tenth."""
    shorter = " ".join(re.findall(r"\w+", PART)[:30])
    found = like(f"{shorter.upper()} {' '.join(f'own{n}' for n in range(270))}", shorter)
    assert found == Similarity("reworked", overlap=1.0, share=0.1)


@given(WORDS, WORDS)
def test_overlap_and_share_are_shares(ours: list[str], theirs: list[str]) -> None:
    found = like(" ".join(ours), " ".join(theirs))
    if found is not None:
        assert 0.5 <= found.overlap <= 1
        assert 0 < found.share <= 1


@given(WORDS, WORDS, WORDS)
def test_a_part_is_a_part(before: list[str], ours: list[str], behind: list[str]) -> None:
    found = like(" ".join(ours), " ".join(["first", *before, *ours, *behind, "last"]))
    assert found == Similarity("part", 1.0, 1.0)


def without_its_text(ours: str, theirs: str) -> Similarity | None:
    return compare_fingerprints(text(ours), text(theirs).hashed.fingerprints, len(theirs))


@pytest.mark.parametrize(
    ("ours", "theirs", "relation"),
    [
        (PART, LONG, "part"),
        (LONG, PART, "contains"),
        (LONG.replace("every night", "each evening"), LONG, "reworked"),
        (OTHER, LONG, None),
        ("few words", LONG, None),
    ],
    ids=["part", "contains", "words changed", "another", "few words"],
)
def test_by_fingerprints_alone(ours: str, theirs: str, relation: str | None) -> None:
    found = without_its_text(ours, theirs)
    assert (found and found.relation) == relation


@pytest.mark.long
def test_long_texts() -> None:
    """Winnowed wider than a short text, and compared by their fingerprints."""
    draw = random.Random(6)
    words = [f"w{draw.randrange(20_000)}" for _ in range(150_000)]
    whole = " ".join(words)
    assert len(whole) > COMPARED_CHARACTERS
    part = " ".join(words[40_000:42_000])
    changed = " ".join("changed" if draw.random() < 0.03 else word for word in words)
    other = " ".join(f"v{draw.randrange(20_000)}" for _ in range(150_000))
    assert like(part, whole) == Similarity("part", 1.0, 1.0)
    assert without_its_text(part, whole) == Similarity("part", 1.0, 1.0)
    for found in (like(changed, whole), without_its_text(changed, whole)):
        assert found is not None
        assert (found.relation, 0.8 < found.overlap < 1) == ("reworked", True)
    assert like(other, whole) is without_its_text(other, whole) is None
