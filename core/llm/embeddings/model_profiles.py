"""What some embedding models need to know: the words that go before a question and before a text, and their language.

From the models' cards. A model that is not named here gets its texts as they are, and counts as multilingual.
"""

from typing import NamedTuple

from core.llm.embeddings.minilm_weights import NAME as BUILT_IN


class ModelProfile(NamedTuple):
    question_prefix: str = ""
    text_prefix: str = ""
    is_english: bool = False
    """It reads English alone."""


_ANY = ModelProfile()
_PROFILES = {
    BUILT_IN: ModelProfile(is_english=True),
    "all-minilm": ModelProfile(is_english=True),
    "nomic-embed-text-v2": ModelProfile("search_query: ", "search_document: "),
    "nomic-embed-text": ModelProfile("search_query: ", "search_document: ", is_english=True),
    "mxbai-embed-large": ModelProfile(
        "Represent this sentence for searching relevant passages: ", is_english=True
    ),
    "snowflake-arctic-embed2": ModelProfile("query: "),
    "multilingual-e5": ModelProfile("query: ", "passage: "),
    "e5": ModelProfile("query: ", "passage: ", is_english=True),
}
"""By the beginning of a model's name, without its owner: the longest that fits counts."""


def profile_of(model: str) -> ModelProfile:
    """`model` as its server names it: "nomic-ai/nomic-embed-text-v1.5", "nomic-embed-text:latest"."""
    name = model.rpartition("/")[2].lower()
    fitting = [begin for begin in _PROFILES if name == begin or name.startswith((f"{begin}-", f"{begin}:"))]
    return _PROFILES[max(fitting, key=len)] if fitting else _ANY


def reads_english_alone(model: str) -> bool:
    """`model`: an embedder's name; one whose prefixes are in its name counts as the model."""
    return profile_of(model.partition("+")[0]).is_english
