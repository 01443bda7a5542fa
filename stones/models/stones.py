"""Stones: contents under the headers that they were formatted under, and who else may read them."""

from datetime import datetime
from typing import Any, Protocol, Self

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from core.db.new_id import new_id
from stones.format import CHANNELS, MAX_LEVELS, STONE_TYPES, HashVerdict, names_content, read_claims
from stones.models.contents import SHA256_HEX, Content, Level

FORTUNE_LENGTH = 120
MAX_TAG = 40


class AddressedRow(Protocol):
    """A stone whose query says whether its hash finds it: `queries.ListedStone`."""

    shared_with: User | None
    is_named_apart: bool

    @property
    def pk(self) -> Any: ...
    @property
    def content(self) -> Content: ...
    @property
    def has_later(self) -> bool: ...


class StoneQuerySet(models.QuerySet["Stone"]):
    def alive(self, now: datetime | None = None) -> Self:
        """Stones whose time has not run out."""
        return self.filter(Q(expires=None) | Q(expires__gt=now or timezone.now()))


BY_PERSON = "user"
BY_HELPER = "helper"
SITE_SOURCES = (BY_PERSON, BY_HELPER)
"""In `source_agent` of what no agent with a token stored."""


class Stone(models.Model):
    """A content under one header: channel, type, sender, fortune."""

    id = models.CharField(primary_key=True, max_length=26, default=new_id, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    content = models.ForeignKey(Content, on_delete=models.CASCADE, related_name="stones")
    # SHA-256 over content, header and author's levels: storing the same thing again finds the same stone.
    fingerprint = models.CharField(max_length=SHA256_HEX)
    glow_channel = models.CharField(max_length=10, choices=[(word, word) for word in CHANNELS])
    stone_type = models.CharField(max_length=10, choices=[(word, word) for word in STONE_TYPES])
    # Who stored it: the token's agent, or one of SITE_SOURCES.
    source_agent = models.CharField(max_length=100)
    # Who wrote it in the words of whoever stored it, or of the header it came with; empty: nobody else was named.
    claimed_source = models.CharField(max_length=100, blank=True, db_default="", default="")
    fortune = models.CharField(max_length=FORTUNE_LENGTH)
    # Of a stone that came as a text: the header lines that it brought, as they stood. Nothing of them was checked.
    claimed_header = models.TextField(blank=True, default="", db_default="")
    # Its border_hash there, in lower case, where the content's hash does not check it: another writer's name for it.
    claimed_hash = models.CharField(max_length=SHA256_HEX, blank=True, default="", db_default="")
    # How many levels it has, the content itself included: content 200 tokens long or less has fewer than 4,
    # another writer's stone may have more.
    level_count = models.PositiveSmallIntegerField()
    # False: only what the author gave and one extracted sentence; the levels between are absent.
    generate_lods = models.BooleanField(default=True)
    created = models.DateTimeField(default=timezone.now, editable=False)
    # When it was last given to be stored (`hash_order`).
    stored = models.DateTimeField(default=timezone.now, editable=False)
    expires = models.DateTimeField(null=True, blank=True)
    # Part of the demonstration: marked on pages, left out of counts, deleted with it.
    is_demo = models.BooleanField(default=False, db_default=False, editable=False)
    # When a person took it out of their list. Whoever names it, or searches as an agent, finds it as before.
    archived = models.DateTimeField(null=True, blank=True, editable=False)
    # A person's own words for it, in lower case.
    tags = ArrayField(models.CharField(max_length=MAX_TAG), default=list, db_default=[], blank=True)

    # Of whoever found it (queries.find_stone): the account, where that is not its own.
    shared_with: User | None = None
    # The agent that reads has made one of its text or was sent one: its hash finds that.
    is_named_apart = False
    # Its content's levels, where they were loaded with it; None where they were not.
    level_rows: list[Level] | None = None

    objects = StoneQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "fingerprint"], name="stone_once_per_account"),
            models.CheckConstraint(condition=Q(glow_channel__in=CHANNELS), name="stone_channel_known"),
            models.CheckConstraint(condition=Q(stone_type__in=STONE_TYPES), name="stone_type_known"),
            models.CheckConstraint(
                condition=Q(level_count__gte=1, level_count__lte=MAX_LEVELS),
                name="stone_levels_of_the_format",
            ),
            models.CheckConstraint(
                condition=Q(claimed_hash="") | ~Q(claimed_header=""), name="stone_claimed_hash_has_header"
            ),
        ]
        indexes = [
            models.Index(
                fields=["account", "claimed_hash"], name="stone_claimed_hash", condition=~Q(claimed_hash="")
            ),
            models.Index(fields=["account", "-id"], name="stone_newest"),
            models.Index(fields=["account"], name="stone_demo", condition=Q(is_demo=True)),
            models.Index(fields=["expires"], name="stone_expiry", condition=Q(expires__isnull=False)),
        ]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.glow_channel} {self.content}"

    def is_made_by(self, agent: str) -> bool:
        """Whether the agent of this name made it here: it did not bring it in."""
        return self.source_agent == agent and not self.claimed_header

    @property
    def hash_order(self) -> tuple[bool, datetime, str]:
        """Of an account's stones of one content its hash finds the greatest.

        That is one that was made here, whatever somebody brings in with other levels; of these the last stored.
        """
        return not self.claimed_header, self.stored, self.pk

    def is_alive(self, now: datetime) -> bool:
        return self.expires is None or self.expires > now

    @property
    def top_level(self) -> int:
        """The number of the level that is the content itself."""
        return self.level_count - 1

    @property
    def source_claimed(self) -> bool:
        """Whether the name in its header is a claim: no token says so."""
        return bool(self.claimed_source)

    @property
    def named_source(self) -> str:
        """Who wrote it, as its header says. Show it with the mark "claimed" where `source_claimed`."""
        return self.claimed_source or self.source_agent

    @property
    def source_line(self) -> str:
        """Its source in one line of text, a claim marked as one: `koda`, or `prax (claimed by koda)`."""
        if self.claimed_source in ("", self.source_agent):
            return self.source_agent
        # Only the mark has parentheses: a name cannot bring one of its own.
        name = self.claimed_source.replace("(", "?").replace(")", "?")
        return f"{name} (claimed by {self.source_agent})"

    @property
    def claims(self) -> dict[str, str]:
        """The lines of the header that it brought, by key; {} where it was made here."""
        return read_claims(self.claimed_header)

    @property
    def is_foreign(self) -> bool:
        """Whether it is sent as another writer made it: by its own header, without escapes.

        No longer where levels were added to it here.
        """
        came_so = self.claimed_header != "" and "esc" not in self.claims
        return came_so and (self.level_count == 1 or not self.generate_lods)

    @property
    def verdict(self) -> HashVerdict:
        """Whether the name that it brought can be checked against its content; one that was made here is verified."""
        named = self.claims.get("border_hash", "") if self.claimed_header else self.content.border_hash
        return (
            HashVerdict.VERIFIED if names_content(named, self.content.sha256) else HashVerdict.NOT_VERIFIABLE
        )

    @property
    def address(self: AddressedRow) -> str:
        """What `queries.find_stone` finds this very stone by: the hash, or its id where the hash may find another."""
        finds_another = self.shared_with is not None or self.has_later or self.is_named_apart
        return self.pk if finds_another else self.content.border_hash


class Share(models.Model):
    """A stone that another account may read too, as it was sent to one of its agents."""

    # Whose agents may read it.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    stone = models.ForeignKey(Stone, on_delete=models.CASCADE, related_name="shares")
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "stone"], name="share_once_per_account")]

    def __str__(self) -> str:
        return f"{self.stone_id} for {self.account_id}"
