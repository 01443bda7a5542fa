"""The ledger of reads: what was loaded, by whom, for how many tokens. What was saved is summed from it."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, Q, Value, When
from django.utils import timezone

from core.db.reader_names import AGENT, PERSON, READER_LENGTH
from stones.models.stones import Stone


class ReadKind(models.TextChoices):
    LEVEL = "level", "a level"
    FOCUS = "focus", "passages for a question"
    WHOLE = "whole", "the stone's text"
    HELPER = "helper", "what a helper's model cost"
    WRITE = "write", "what a model cost that wrote its levels"


# They load nothing into a reader's window: what they cost is taken off what was saved.
COSTS = (ReadKind.HELPER, ReadKind.WRITE)


class ReaderKind(models.TextChoices):
    AGENT = "agent", "an agent"
    PERSON = "person", "a person at the pages"
    OTHER = "other", "an agent's helper or assistant, a command, this site"


class LedgerReader(models.Model):
    """Who reads an account's stones, by name: `LedgerEntry` refers to it. It stays when its bearer is deleted."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # As core.db.reader_names has it: "agent koda", "person ann", "command". It never changes.
    name = models.CharField(max_length=READER_LENGTH)
    kind = models.GeneratedField(
        expression=Case(
            When(name__startswith=AGENT, then=Value(ReaderKind.AGENT)),
            When(name__startswith=PERSON, then=Value(ReaderKind.PERSON)),
            default=Value(ReaderKind.OTHER),
        ),
        output_field=models.CharField(max_length=6, choices=ReaderKind.choices),
        db_persist=True,
    )

    class Meta:
        verbose_name = "reader"
        constraints = [models.UniqueConstraint(fields=["account", "name"], name="ledger_reader_once")]

    def __str__(self) -> str:
        return self.name


class LedgerEntry(models.Model):
    """One entry of the ledger: who loaded what, for how many tokens. Savings are sums over it."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # Null once the stone is purged: what was saved stays saved.
    stone = models.ForeignKey(
        Stone, on_delete=models.SET_NULL, null=True, related_name="reads", db_index=False
    )
    # What was read, for good: the stone's id, the message's where there is no stone; "" for what stands for no paste.
    source = models.CharField(max_length=40, blank=True, db_default="")
    # Of the stone or message, copied here for the sums by channel; "" where it had none.
    glow_channel = models.CharField(max_length=10, blank=True, db_default="")
    # Of the same account.
    reader = models.ForeignKey(LedgerReader, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=6, choices=ReadKind.choices)
    # The highest level that was loaded; null for passages.
    level = models.PositiveSmallIntegerField(null=True)
    tokens = models.PositiveIntegerField()
    # What pasting the content would have cost instead.
    paste_tokens = models.PositiveIntegerField()
    # Of passages and parts: first and last line of each stretch of the source, from 1; null where it was read whole, or
    # where that was not recorded.
    lines = ArrayField(models.PositiveIntegerField(), null=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = "read"
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="focus", level=None) | (~Q(kind="focus") & Q(level__isnull=False)),
                name="read_of_level_names_it",
            )
        ]
        indexes = [
            models.Index(fields=["account", "-created"], name="read_newest"),
            models.Index(fields=["stone", "-created"], name="read_of_stone"),
            # Whether a reader, who is of one account, had read something before.
            models.Index(fields=["reader", "source", "created"], name="read_of_source"),
        ]

    def __str__(self) -> str:
        return f"{self.reader}: {self.kind} {self.level}"


class LedgerDailySum(models.Model):
    """What the ledger's entries of one day (UTC) add up to, for each reader, channel and level.

    Written when the day is over (`stones.services.roll_up_ledger`); it stays when the entries are purged.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    day = models.DateField()
    # reader, channel or level; the rows of each add up to the day.
    by = models.CharField(max_length=7)
    key = models.CharField(max_length=120, blank=True)
    # Tokens: what pasting would have cost, what was read, what models cost that wrote levels, and helpers'.
    paste = models.BigIntegerField()
    read = models.BigIntegerField()
    generation = models.BigIntegerField()
    helpers = models.BigIntegerField()
    # How often something was loaded.
    reads = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "by", "day", "key"], name="ledger_daily_sum_once")
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.by} {self.key}"


class LedgerSourceSum(models.Model):
    """What the entries of one source add up to, of all days that are summed (`LedgerRollUp.until`)."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    source = models.CharField(max_length=40)
    reads = models.BigIntegerField()
    # In tokens: what pasting would have cost, less what was read.
    saved = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "source"], name="ledger_source_sum_once")]

    def __str__(self) -> str:
        return f"{self.source}: {self.reads} reads"


class LedgerRollUp(models.Model):
    """Up to which day an account's ledger is summed by days.

    A trigger of the ledger sets it back to the day of an entry that comes, changes or goes late, and waits for a
    roll-up that is running: none is missed.
    """

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ledger_roll_up"
    )
    # The first day that is not summed.
    until = models.DateField()
    # Up to which day the sums by source are; another one where they are to be made anew.
    sources_until = models.DateField(null=True)
    # Entries of days before it were purged: their sums are all that is left, and never made anew.
    purged_until = models.DateField(null=True)

    def __str__(self) -> str:
        return f"ledger of {self.account_id} until {self.until}"
