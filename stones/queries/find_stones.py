"""One stone by its name, for whom it is there: the account, or the agent that it was sent to."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any, Protocol, TypeVar

from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet, Value
from django.db.models.lookups import Exact
from django.utils import timezone

from stones.exceptions import AmbiguousHash, InvalidHash, StoneDeleted, StoneExpired, StoneNotFound
from stones.models import SHA256_HEX, CountedStone, ListedStone, Stone
from stones.queries.list_stones import with_list_fields, with_read_counts, with_read_fields
from stones.queries.load_rows import newest_by_hash, newest_by_id
from stones.stone_name import StoneName, parse_stone_name

MAX_CANDIDATES = 10

Row = TypeVar("Row", bound=ListedStone)
AnyStone = TypeVar("AnyStone", bound=Stone)


class StoneRecipient(Protocol):
    """An agent that stones may have been sent to. What was is the inbox's to know, which stands above this app."""

    # As `source_agent` names it.
    name: str

    def received(self, stones: QuerySet[Stone]) -> Iterable[str]:
        """The ids of those of the stones that were sent to it, the last first."""

    def received_hashes(self, hashes: Collection[str]) -> set[str]:
        """The hashes of those of these contents of which a living stone was sent to it."""

    def lost(self, name: str) -> str:
        """Why a stone of this name that was sent to it is gone: deleted, expired; "" where none was."""


def find_stone(account: User, border_hash: str, *, recipient: StoneRecipient | None = None) -> CountedStone:
    """The living stone that the account may read by this name, with all that a page shows.

    A stone's own id, as lists show it, finds that very stone. A hash, or a prefix of it of 8 digits or more, names a
    content; where nothing goes by such a name, the one that another writer gave it does (`claimed_hash`). Of its stones
    comes first the one that `recipient`, the agent that reads, made itself; then the one that was sent to it last; then
    the first of the account's own by `Stone.hash_order`; then of those that were sent to the account, which say so
    (`shared_with`). Of two contents neither is meant silently: nobody can put another text under a name by sending it.
    Raises InvalidHash, StoneNotFound, or AmbiguousHash with what it could mean.
    """
    places = [_with_page_fields(stones) for stones in _readable(account)]
    with _raising_why_gone(account, border_hash, recipient):
        return _find(account, border_hash, *places, recipient=recipient)


def find_stone_to_read(
    account: User, border_hash: str, *, recipient: StoneRecipient | None = None
) -> ListedStone:
    """The same stone without what only pages and lists show (its counts), in a quarter of the time."""
    name = parse_stone_name(border_hash)
    load = newest_by_id if name.is_id else newest_by_hash
    found = load(account.pk, name.text) if name.is_valid else []
    if _is_only(name, recipient):
        found = [stone for stone in found if stone.account_id == account.pk] or found
    if len(found) == 1:
        return _read_by(account, found[0])
    # None, several headers of one content, several contents, or another writer's name: looked up the long way.
    places = [with_read_fields(stones) for stones in _readable(account)]
    with _raising_why_gone(account, border_hash, recipient):
        return _find(account, border_hash, *places, recipient=recipient)


def find_own_stone(account: User, border_hash: str) -> CountedStone:
    """The same among the account's own: for whatever changes a stone. What was sent to it is as if it never was."""
    return _find(account, border_hash, _with_page_fields(_readable(account)[0]))


def stones_of_text(
    account: User, border_hash: str, *, only_own: bool = False, recipient: StoneRecipient | None = None
) -> list[CountedStone]:
    """The stone of this name, then the other living ones with its text that the account may read.

    The others by `Stone.hash_order`. Raises as `find_own_stone`.
    """
    places = [_with_page_fields(stones) for stones in _readable(account)[: 1 if only_own else 2]]
    first = _find(account, border_hash, *places, recipient=recipient)
    same = Q(content__sha256=first.content.sha256) & ~Q(pk=first.pk)
    others = (stone for place in places for stone in _in_hash_order(place.filter(same)))
    return [first, *(_read_by(account, stone) for stone in others)]


def _readable(account: User) -> tuple[QuerySet[Stone], QuerySet[Stone]]:
    """The account's own living stones, and those of others that were sent to it."""
    alive = Stone.objects.alive()
    return alive.filter(account=account), alive.filter(shares__account=account)


def _with_page_fields(stones: QuerySet[Stone]) -> QuerySet[CountedStone]:
    return with_read_counts(with_list_fields(stones))


def _find(
    account: User, border_hash: str, *places: QuerySet[Row], recipient: StoneRecipient | None = None
) -> Row:
    """The stone of this name in the first of the places that has one, if no place has another content of this name;
    before it the one that the recipient made, or was sent last.
    """
    name = parse_stone_name(border_hash)
    named = name.of_stone()
    found: list[Row] = []
    for place in places if name.is_valid else ():
        if not (found and _is_only(name, recipient)):
            found += _in_hash_order(place.filter(named))[:2]
    if not found and not name.is_id:
        # Last: nobody takes a name of ours away by sending a text that claims it.
        named = name.claimed()
        found = [stone for place in places for stone in _in_hash_order(place.filter(named))[:2]]
    if not found:
        name.check()
        raise StoneNotFound.named(name.text)
    if len(found) > 1:
        hashes = (
            place.filter(named).order_by().values_list("content__sha256", flat=True) for place in places
        )
        _raise_ambiguous(
            name.text, chain.from_iterable(each.distinct()[: MAX_CANDIDATES + 1] for each in hashes)
        )
        if recipient is not None:
            found = _recipients_first(recipient, found, places)
    return _read_by(account, found[0])


def _is_only(name: StoneName, recipient: StoneRecipient | None) -> bool:
    """Whether the first that is found is the one that is meant, wherever else there are some of this name."""
    return name.is_id or (len(name.text) == SHA256_HEX and recipient is None)


@contextmanager
def _raising_why_gone(account: User, border_hash: str, recipient: StoneRecipient | None) -> Iterator[None]:
    """Raise why a stone is gone that the account could read, or that was sent to the agent that reads."""
    try:
        yield
    except (StoneNotFound, InvalidHash):
        name = parse_stone_name(border_hash)
        readable = Q(account=account) | Q(shares__account=account)
        named = name.of_stone() if name.is_id else name.claimed()
        if name.is_hash:
            named |= name.of_stone()
        expired = Stone.objects.filter(named, readable, expires__lte=timezone.now())
        raise_gone(name, "expired" if expired.exists() else recipient.lost(border_hash) if recipient else "")
        raise


def raise_gone(name: StoneName, reason: str) -> None:
    """Raise what tells that the stone was "deleted" or has "expired"; nothing for ""."""
    if reason == "expired":
        raise StoneExpired(f"The stone {name.text!r} has expired: its time to live ran out.")
    if reason:
        raise StoneDeleted(f"The stone {name.text!r} was deleted.")


def _recipients_first(
    recipient: StoneRecipient, found: list[Row], places: Sequence[QuerySet[Row]]
) -> list[Row]:
    """The stone of this content that the recipient made, else the one that was sent to it last; else as found."""
    of_content = _of_content(found[0].content.sha256)
    # Its own first: whoever sends it the same text under other levels does not change what its hash finds.
    stone = _in_hash_order(_made_by(places[0].filter(pk__in=of_content), recipient.name)).first()
    if stone is None:
        sent = next(iter(recipient.received(of_content)), None)
        # None, too, where it was deleted since it was looked up.
        stone = next((each for place in places for each in place.filter(pk=sent)), None) if sent else None
    if stone is None:
        return found
    stone.is_named_apart = True
    return [stone]


def name_for(recipient: StoneRecipient, stones: Sequence[Stone]) -> None:
    """Have each `address` name its stone where the recipient asks: a hash finds what it made, or was sent, first."""
    hashes = recipient.received_hashes({stone.content.sha256 for stone in stones})
    others = {stone.content_id for stone in stones if not stone.is_made_by(recipient.name)}
    made: set[int] = set()
    if others:
        same = _made_by(Stone.objects.alive().filter(content__in=others), recipient.name)
        made.update(same.values_list("content", flat=True))
    for stone in stones:
        stone.is_named_apart = stone.content.sha256 in hashes or stone.content_id in made


def _in_hash_order(stones: QuerySet[Row]) -> QuerySet[Row]:
    """By `Stone.hash_order`, the one that a hash finds first."""
    return stones.order_by(Exact(F("claimed_header"), Value("")).desc(), "-stored", "-pk")


def _made_by(stones: QuerySet[AnyStone], agent: str) -> QuerySet[AnyStone]:
    """As `Stone.is_made_by`."""
    return stones.filter(source_agent=agent, claimed_header="")


def _of_content(sha256: str) -> QuerySet[Stone]:
    return Stone.objects.alive().filter(content__sha256=sha256)


def _read_by(account: User, stone: Row) -> Row:
    stone.shared_with = None if stone.account_id == account.pk else account
    return stone


def raise_ambiguous(prefix: str, hashes: "QuerySet[Any, str]") -> None:
    """Raise AmbiguousHash, with what distinguishes them, where these hashes are several."""
    _raise_ambiguous(prefix, hashes.distinct()[: MAX_CANDIDATES + 1])


def _raise_ambiguous(prefix: str, hashes: Iterable[str]) -> None:
    """Of more than MAX_CANDIDATES these are so many, and the message says that there are more."""
    candidates = distinct_prefixes(hashes)
    if len(candidates) > 1:
        raise AmbiguousHash(
            f"{prefix!r} could mean any of {count_candidates(candidates)} stones: use more digits.",
            candidates=candidates[:MAX_CANDIDATES],
        )


def count_candidates(candidates: Sequence[str]) -> str:
    """Of at most one more than MAX_CANDIDATES: "3", or "more than 10"."""
    return f"more than {MAX_CANDIDATES}" if len(candidates) > MAX_CANDIDATES else str(len(candidates))


def distinct_prefixes(hashes: Iterable[str]) -> list[str]:
    """The shortest prefixes, of one length and at least 12 digits, that tell these hashes apart."""
    names = sorted(set(hashes))
    length = 12
    while len({name[:length] for name in names}) < len(names):
        length += 4
    return [name[:length] for name in names]
