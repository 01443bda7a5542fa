"""What a model costs that writes levels, in the ledger: booked after each exchange, in a transaction of its own.

So nothing is lost when a worker dies, a lease runs out or the stone is deleted meanwhile: the tokens were spent.
"""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import F

from core.db.reader_names import LEVEL_WRITER
from core.llm import Answer, ChatModel, LLMError
from core.llm.chat.chat_model import Value
from stones.models import Content, LedgerEntry, LedgerReader, ReadKind, Stone


class BookedChat:
    """A chat model whose tokens are booked for a content: one entry for all the calls of this object."""

    def __init__(self, chat: ChatModel, content: Content) -> None:
        self._chat = chat
        self._content = content
        self._entry: int | None = None

    def parse(
        self, messages: Sequence[Mapping[str, str]], schema: type[Value], *, purpose: str
    ) -> Answer[Value]:
        """As the model's own. What a failed exchange cost is booked too, as far as it is known."""
        try:
            answer = self._chat.parse(messages, schema, purpose=purpose)
        except LLMError as error:
            self._book(error.usage.total if error.usage else 0)
            raise
        self._book(answer.spent)
        return answer

    def _book(self, tokens: int) -> None:
        if not tokens:
            return
        if self._entry is None:
            self._entry = _enter(self._content, tokens)
        else:
            LedgerEntry.objects.filter(pk=self._entry).update(tokens=F("tokens") + tokens)


@transaction.atomic
def _enter(content: Content, tokens: int) -> int:
    # Locked, if it is still there: what was spent on it stays in the ledger without it.
    stones = Stone.objects.select_for_update(no_key=True).filter(content=content)
    stone = stones.order_by("-generate_lods", "-stored", "-pk").first()
    writer, _ = LedgerReader.objects.get_or_create(account_id=content.account_id, name=LEVEL_WRITER)
    entry = LedgerEntry.objects.create(
        account_id=content.account_id,
        stone=stone,
        source=stone.pk if stone else "",
        glow_channel=stone.glow_channel if stone else "",
        reader=writer,
        kind=ReadKind.WRITE,
        level=stone.top_level if stone else 0,
        tokens=tokens,
        paste_tokens=0,
    )
    return entry.pk
