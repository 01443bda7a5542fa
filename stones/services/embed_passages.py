"""The passages of a content, with their words and vectors: what finds it, and what is read of it."""

from core.llm import count_tokens, get_embedder
from core.text.bm25_words import passage_stems
from core.text.passages import Passage as SourcePassage
from core.text.passages import split_passages
from core.text.stretch_vectors import passage_vectors
from search.embed_texts import checked_embed
from search.models import space_words
from stones.models import Content, StonePassage, stone_space


def embed_passages(content: Content) -> list[StonePassage] | None:
    """The rows, not saved; None where this model has embedded them already. Raises LLMError."""
    embedder = get_embedder()
    if content.passages.filter(embedding_model=embedder.name).exists():
        return None
    passages = split_passages(content.text, count_tokens=count_tokens)
    vectors = passage_vectors(passages, embed=checked_embed(embedder))
    return [
        _row(content, passage, vector, embedder.name)
        for passage, vector in zip(passages, vectors, strict=True)
    ]


def replace_passages(content: Content, rows: list[StonePassage]) -> None:
    content.passages.all().delete()
    StonePassage.objects.bulk_create(rows, batch_size=500)


def _row(content: Content, passage: SourcePassage, vector: object, model: str) -> StonePassage:
    space = stone_space(content.account_id)
    return StonePassage(
        account_id=content.account_id,
        content=content,
        space=space,
        words=space_words(space, passage_stems(f"{passage.trail}\n{passage.text}", key="", tags=())),
        ordinal=passage.ordinal,
        start_line=passage.start_line,
        end_line=passage.end_line,
        start=passage.start,
        end=passage.end,
        trail=passage.trail,
        tokens=count_tokens(passage.text),
        embedding=vector,
        embedding_model=model,
    )
