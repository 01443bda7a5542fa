"""A helper for what a person put into a box: a stone that is there, or a text that is stored for it."""

from django.db import transaction

from inbox.models import Agent, HelperJob
from inbox.services.box_content import BoxContent, BoxKind
from inbox.services.spawn_helpers import spawn_helper
from stones.services import StoneDraft, store_stone, store_stone_text


@transaction.atomic
def spawn_from_box(
    *, person: Agent, agent: Agent, content: BoxContent, task: str, answer_tokens: int
) -> HelperJob:
    """Have a helper read it and answer to `agent`. Where no helper starts, nothing is stored.

    Raises as `spawn_helper`, `store_stone` and `store_stone_text`.
    """
    return spawn_helper(
        agent=agent, border_hash=_stone_name(person, content), task=task, answer_tokens=answer_tokens
    )


def _stone_name(person: Agent, content: BoxContent) -> str:
    if content.kind is BoxKind.NAMED:
        return content.names[0]
    if content.kind is BoxKind.PASTED:
        stored = store_stone_text(account=person.account, text=content.texts[0], source_agent=person.name)
    else:
        draft = StoneDraft(content=content.text, source_agent=person.name)
        stored = store_stone(account=person.account, draft=draft)
    return stored.stone.pk
