"""The texts of a content's levels: how many its stones need, who writes them, and their rows."""

from collections.abc import Iterable

from django.conf import settings
from django.utils import timezone

from core.db.insert_rows import insert_rows
from core.llm import count_tokens, get_chat_model
from stones.levels import WrittenLevels, write_extract, write_with_model
from stones.models import Content, Level, LevelOrigin, Stone
from stones.services.writing_costs import BookedChat


def count_needed_levels(content: Content) -> int:
    """The most levels that a stone of this content has and that its author did not write; 0: nothing to write."""
    pending = [0]
    for stone in Stone.objects.filter(content=content, generate_lods=True).prefetch_related("author_levels"):
        by_author = {level.number for level in stone.author_levels.all()}
        if not by_author.issuperset(range(stone.top_level)):
            pending.append(stone.level_count)
    return max(pending)


def write_levels(content: Content, count: int, lod_model: str) -> WrittenLevels:
    """By this model, or the site's where it is ""; extracts where there is none. Raises LLMError."""
    chat = get_chat_model(model=lod_model, account=content.account_id)
    if chat is None:
        return write_extract(content.text, count=count, count_tokens=count_tokens)
    return write_with_model(
        content.text,
        count=count,
        chat=BookedChat(chat, content),
        count_tokens=count_tokens,
        context_tokens=settings.LLM_CONTEXT_TOKENS,
    )


def store_levels(content: Content, written: WrittenLevels) -> None:
    for number, text in enumerate(written.texts):
        Level.objects.update_or_create(
            account_id=content.account_id,
            content=content,
            stone=None,
            number=number,
            defaults={
                "text": text,
                "tokens": count_tokens(text),
                "origin": LevelOrigin.MODEL if written.model else LevelOrigin.EXTRACT,
                "model": written.model,
                "prompt_version": written.prompt_version,
                "created": timezone.now(),
            },
        )


def store_provisional(content: Content, texts: Iterable[str]) -> list[Level] | None:
    """Never in place of any that are there. Returns the rows, or None where there were any."""
    rows = [
        Level(
            account_id=content.account_id,
            content=content,
            number=number,
            text=text,
            tokens=count_tokens(text),
            origin=LevelOrigin.PROVISIONAL,
        )
        for number, text in enumerate(texts)
    ]
    return rows if insert_rows(rows, ignore_conflicts=True) else None


def replace_provisional(content: Content, texts: Iterable[str]) -> None:
    """Extracts in place of provisional levels, and of them alone: another attempt may have written better ones."""
    for number, text in enumerate(texts):
        provisional = Level.objects.filter(
            content=content, stone=None, number=number, origin=LevelOrigin.PROVISIONAL
        )
        provisional.update(
            text=text, tokens=count_tokens(text), origin=LevelOrigin.EXTRACT, created=timezone.now()
        )
