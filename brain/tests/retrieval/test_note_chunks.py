import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.retrieval.chunk_features import chunk_stems
from brain.retrieval.note_chunks import OVERLAP, TARGET, ChunkText, split_chunks

PROSE = " ".join(
    f"Sentence {number} says something about subject {number % 7} of the talk." for number in range(60)
)


def _stretches(text: str) -> list[ChunkText]:
    return [chunk for chunk in split_chunks(text) if not chunk.is_part]


def test_a_stretch_is_of_about_the_target_and_ends_with_a_sentence() -> None:
    passages = _stretches(PROSE)
    assert len(passages) > 5
    assert all(TARGET / 2 < len(each.text) <= TARGET + OVERLAP for each in passages[:-1])
    assert all(each.text.endswith(".") for each in passages)


def test_neighbours_share_a_sentence() -> None:
    first, second = _stretches(PROSE)[:2]
    shared = PROSE[second.start : first.end]
    assert shared.startswith("Sentence")
    assert len(shared) <= OVERLAP


def test_sentences_follow_their_stretch() -> None:
    chunks = split_chunks(PROSE)
    reach = 0
    for chunk in chunks:
        assert chunk.is_part == (chunk.end <= reach)
        reach = max(reach, chunk.end)
    parts = [chunk.text for chunk in chunks if chunk.is_part]
    assert parts[0] == "Sentence 0 says something about subject 0 of the talk."


def test_a_heading_begins_a_stretch_and_is_its_trail() -> None:
    chunks = _stretches("# Bees\n\nThey fly far.\n\n## Honey\n\nIt is sweet and keeps for years.\n")
    assert [(each.text, each.trail) for each in chunks] == [
        ("# Bees\n\nThey fly far.", "Bees"),
        ("## Honey\n\nIt is sweet and keeps for years.", "Bees › Honey"),
    ]


@pytest.mark.parametrize("text", ["", " \n\n ", "\n"])
def test_blank_text_has_none(text: str) -> None:
    assert split_chunks(text) == []


def test_one_sentence_has_no_parts() -> None:
    assert [chunk.is_part for chunk in split_chunks("A single sentence stands here alone.")] == [False]


def test_a_part_has_no_words_of_its_own() -> None:
    part = next(chunk for chunk in split_chunks(PROSE) if chunk.is_part)
    assert chunk_stems(part, title="Talks", tags=["speech"]) == []


def test_a_stretch_is_found_by_title_description_tags_and_headings() -> None:
    chunk = split_chunks("# Bees\n\nThey fly far.")[0]
    stems = chunk_stems(chunk, title="Gardening", description="Of insects", tags=["summer"])
    assert {"garden", "insect", "summer", "bee", "fli"} <= set(stems)


@given(st.text(alphabet=st.sampled_from("ab .!?\n#-`|é 。")))
def test_stretches_hold_all_that_is_not_white_space(text: str) -> None:
    chunks = split_chunks(text, target=20, overlap=8)
    held = {at for chunk in chunks if not chunk.is_part for at in range(chunk.start, chunk.end)}
    assert all(at in held for at, sign in enumerate(text) if not sign.isspace())
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
    assert all(chunk.text == text[chunk.start : chunk.end] for chunk in chunks)
