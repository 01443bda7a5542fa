"""What a stone is called by: its id, its hash or the beginning of it, or the name that another writer gave it."""

import re
from dataclasses import dataclass

from django.db.models import Q

from stones.exceptions import InvalidHash
from stones.models import SHA256_HEX

HASH_PREFIX = re.compile(r"\A[0-9a-f]{8,64}\Z")
MAX_NAMED = 50
"""Stones that one box of a page names, and one form sends."""
STONE_ID = re.compile(r"\A[0-9A-HJKMNP-TV-Z]{26}\Z")


@dataclass(frozen=True)
class StoneName:
    """A name as it was given. `text`: an id as it stands, any other in lower case."""

    raw: str
    text: str
    is_id: bool

    @property
    def is_hash(self) -> bool:
        """Whether it can name a text: 8 to 64 hex digits."""
        return not self.is_id and bool(HASH_PREFIX.match(self.text))

    @property
    def is_valid(self) -> bool:
        """Whether it is a name of ours: an id, or a hash."""
        return self.is_id or self.is_hash

    def begins(self, field: str) -> Q:
        """Rows whose hash in this field begins so."""
        # A range, not LIKE: it uses the unique index whatever the database's collation.
        return Q(**{f"{field}__gte": self.text, f"{field}__lt": f"{self.text}g"})

    def of_stone(self) -> Q:
        """The stone of this id, or those of the texts whose hash begins so."""
        return Q(pk=self.text) if self.is_id else self.begins("content__sha256")

    def claimed(self, path: str = "") -> Q:
        """Stones that another writer named so, or by what begins so; `path` leads to the stone. "" names nothing."""
        field = f"{path}claimed_hash"
        if self.is_hash:
            return self.begins(field)
        name = self.text if len(self.text) <= SHA256_HEX and self.text.isprintable() else ""
        return Q(**{field: name}) & ~Q(**{field: ""})

    def check(self) -> None:
        """Raise InvalidHash for what is no name of ours: it can be found only where another writer's is stored."""
        if not self.is_valid:
            raise InvalidHash(f"{self.raw[:70]!r} is no border hash: 8 to 64 hexadecimal digits.")


def parse_stone_name(raw: str) -> StoneName:
    is_id = bool(STONE_ID.match(raw))
    return StoneName(raw, raw if is_id else raw.lower(), is_id)
