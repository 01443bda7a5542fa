"""The stones that saved most in a period: of what would have been pasted most, what was read instead."""

from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User
from django.db.models import Count, F, Max, Q, Sum

from analytics.queries.savings import instants
from stones.models import COSTS, LedgerEntry, ReaderKind, Stone
from stones.queries import assemble, stones_of
from stones.stored_header import text_of

MANY = 3


@dataclass(frozen=True)
class StoneHandoff:
    """A stone with its readers of the period. `paste` is what handing it to each of them whole would have cost."""

    stone: Stone
    scan: str
    readers: int
    paste: int
    read: int

    @property
    def saved(self) -> int:
        return self.paste - self.read


def biggest_handoffs(account: User, *, since: date, until: date) -> list[StoneHandoff]:
    """The MANY stones of most pasted tokens, but for the demonstration's, the biggest first.

    A reader's paste counts here (no person's), though it may have read the stone before the period. Two queries.
    """
    start, end = instants(since, until)
    entries = LedgerEntry.objects.filter(account=account, created__gte=start, created__lt=end)
    reads = (
        entries.filter(stone__is_demo=False)
        .exclude(Q(kind__in=COSTS) | Q(reader__kind=ReaderKind.PERSON))
        .order_by()
    )
    sums = reads.values("stone").annotate(
        readers=Count("reader", distinct=True), each=Max("paste_tokens"), read=Sum("tokens")
    )
    rows = list(sums.annotate(paste=F("each") * F("readers")).order_by("-paste", "stone")[:MANY])
    found = {stone.pk: stone for stone in stones_of(account).filter(pk__in=[row["stone"] for row in rows])}
    return [
        StoneHandoff(
            found[row["stone"]],
            text_of(assemble(found[row["stone"]]), 0),
            row["readers"],
            row["paste"],
            row["read"],
        )
        for row in rows
        if row["stone"] in found
    ]
