"""The list of copies as a person asks for it: words and filters, one page by key."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, QuerySet
from django.utils.datastructures import MultiValueDict

from clipboard.models import ClipboardEntry
from clipboard.queries.find_copies import copies_of, search_copies
from core.pages.key_pages import KeyPage, paginate_by_key
from core.pages.list_window import EVERYTHING, ListWindow, Order, first_rows, read_window
from core.text.storable_text import storable_line
from stones.queries.stone_filters import MAX_COUNTED

PAGE_ROWS = 50
MAX_WORDS = 300
MAX_APP = 200
MAX_APPS = 8
ORDERS = {"oldest": Order("Oldest first", ("pk",)), "longest": Order("Longest first", ("-characters", "-pk"))}

Copies = QuerySet[ClipboardEntry]


@dataclass(frozen=True)
class CopyFilter:
    """The filters of the list; without any it shows everything."""

    words: str = ""
    app: str = ""
    pinned: bool = False
    window: ListWindow = EVERYTHING

    @property
    def is_filtered(self) -> bool:
        return self != CopyFilter()


def parse_copy_filter(query: "MultiValueDict[str, str]") -> CopyFilter:
    """Read the query of an address; what it does not know is left out."""
    words, app = (_text(query, name) for name in ("q", "app"))
    return CopyFilter(
        words[:MAX_WORDS].strip(), app[:MAX_APP], query.get("pinned", "") == "yes", read_window(query, ORDERS)
    )


def _text(query: "MultiValueDict[str, str]", name: str) -> str:
    """As the database can compare it: PostgreSQL has no NUL in its texts."""
    return storable_line(query.get(name, ""))


def filter_copies(account: User, copy_filter: CopyFilter) -> Copies:
    """The account's living copies that match, newest first."""
    copies = copies_of(account)
    copies = copy_filter.window.of_days(copies, "copied")
    if copy_filter.pinned:
        copies = copies.filter(is_pinned=True)
    if copy_filter.app:
        copies = copies.filter(source_app=copy_filter.app)
    return search_copies(account, copies, copy_filter.words) if copy_filter.words else copies


def page_of(
    copies: Copies, *, order: Order | None = None, older: str = "", newer: str = ""
) -> KeyPage[ClipboardEntry]:
    """The copies older than a key, or the nearest newer than one; the newest without either. By another order the
    first ones.
    """
    if order:
        return first_rows(copies, order, PAGE_ROWS)
    return paginate_by_key(copies, size=PAGE_ROWS, older=older, newer=newer)


def count_of(copies: Copies) -> int:
    """How many there are, at most MAX_COUNTED + 1."""
    return copies.order_by()[: MAX_COUNTED + 1].count()


@dataclass(frozen=True)
class AppChoice:
    """Something that was copied from, and how often."""

    name: str
    count: int


def apps_of(account: User, chosen: str) -> list[AppChoice]:
    """What was copied from most, among the last COUNTED copies; the chosen one wherever it stands."""
    last = copies_of(account).values("pk")[:MAX_COUNTED]
    named = ClipboardEntry.objects.filter(account=account, pk__in=last).exclude(source_app="")
    rows = named.order_by().values_list("source_app").annotate(count=Count("pk"))
    apps = [AppChoice(*row) for row in rows.order_by("-count", "source_app")[:MAX_APPS]]
    if chosen and all(app.name != chosen for app in apps):
        apps.append(AppChoice(chosen, named.filter(source_app=chosen).count()))
    return apps
