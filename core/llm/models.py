"""The daily token budget and its spending. Days are UTC."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class TokenDay(models.Model):
    """One day. Every change of its holds or spending locks this row first."""

    day = models.DateField(primary_key=True)
    spent = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(spent__gte=0), name="llm_tokenday_spent_not_negative")
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.spent} tokens"


class AccountDay(models.Model):
    """What one account has spent on one day. Changed while the day's row is locked."""

    day = models.ForeignKey(TokenDay, on_delete=models.CASCADE, related_name="accounts", db_index=False)
    # A call may end after its account was deleted: its cost is booked all the same.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_constraint=False
    )
    spent = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["day", "account"], name="llm_accountday_one_row_an_account")
        ]

    def __str__(self) -> str:
        return f"{self.account_id} on {self.day_id}: {self.spent} tokens"


class TokenHold(models.Model):
    """Tokens held for a running call. After `expires` its process counts as dead, and the hold no longer counts."""

    day = models.ForeignKey(TokenDay, on_delete=models.CASCADE, related_name="holds")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False
    )
    tokens = models.PositiveBigIntegerField()
    expires = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(tokens__gt=0), name="llm_tokenhold_tokens_positive")
        ]

    def __str__(self) -> str:
        return f"{self.tokens} tokens until {self.expires:%H:%M:%S}"


class TokenUse(models.Model):
    """What one purpose used of one model on one day. A success empties `last_failure`."""

    day = models.ForeignKey(TokenDay, on_delete=models.CASCADE, related_name="uses", db_index=False)
    model = models.CharField(max_length=200)
    purpose = models.CharField(max_length=50)
    calls = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    prompt_tokens = models.PositiveBigIntegerField(default=0)
    completion_tokens = models.PositiveBigIntegerField(default=0)
    last_failure = models.CharField(max_length=30, blank=True, default="")
    last_failure_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["day", "model", "purpose"], name="llm_tokenuse_one_row_a_purpose"
            ),
            models.CheckConstraint(
                condition=Q(failures__lte=F("calls")), name="llm_tokenuse_failures_are_calls"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} with {self.model} on {self.day_id}: {self.calls} calls"
