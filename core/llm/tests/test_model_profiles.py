"""What is known of an embedding model by its name."""

import pytest

from core.llm.embeddings.model_profiles import profile_of, reads_english_alone

NOMIC = ("search_query: ", "search_document: ")


@pytest.mark.parametrize(
    ("model", "prefixes"),
    [
        ("nomic-embed-text", NOMIC),
        ("nomic-embed-text:latest", NOMIC),
        ("nomic-ai/nomic-embed-text-v1.5", NOMIC),
        ("intfloat/multilingual-e5-large", ("query: ", "passage: ")),
        ("text-embedding-3-small", ("", "")),
        ("nomic-embed-textual", ("", "")),
    ],
)
def test_a_model_has_the_prefixes_of_its_card(model: str, prefixes: tuple[str, str]) -> None:
    assert profile_of(model)[:2] == prefixes


@pytest.mark.parametrize(
    ("model", "english"),
    [
        ("all-MiniLM-L6-v2", True),
        ("nomic-embed-text+1a2b3c4d", True),
        ("nomic-embed-text-v2-moe", False),
        ("intfloat/multilingual-e5-large", False),
        ("bge-m3", False),
    ],
)
def test_which_models_read_english_alone(model: str, english: bool) -> None:
    assert reads_english_alone(model) is english
