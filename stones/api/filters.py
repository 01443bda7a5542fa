"""By what stones are found in lists."""

from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django_filters import CharFilter, ChoiceFilter, FilterSet, IsoDateTimeFilter, NumberFilter
from django_filters.fields import ChoiceField, IsoDateTimeField

from core.rest.strict_fields import none_of
from stones.assembled_stone import LevelState
from stones.format import CHANNELS, STONE_TYPES
from stones.models import MAX_TAG, Stone
from stones.queries import in_state, search_stones
from stones.queries.list_stones import MAX_WORDS


class TextField:
    """A parameter that is there says something: an empty one is a mistake of who wrote it, not "any"."""

    def clean(self, value: str | None) -> Any:
        if value == "":
            raise ValidationError("It is empty: leave the parameter out, or give it a value.", code="blank")
        return super().clean(value)  # type: ignore[misc]  # of the field that this is mixed into


class VocabularyField(TextField, ChoiceField):  # type: ignore[misc]  # django-filter has no types
    def validate(self, value: str) -> None:
        """As `StrictSerializer`, it says which there are."""
        if value and not self.valid_value(value):
            names = ", ".join(word for word, _ in self.choices if word)
            raise ValidationError(none_of(names).format(input=value), code="invalid_choice")


class VocabularyFilter(ChoiceFilter):  # type: ignore[misc]  # django-filter has no types
    field_class = VocabularyField


class TimeField(TextField, IsoDateTimeField):  # type: ignore[misc]  # django-filter has no types
    """A time in UTC. PostgreSQL knows no offset of 16 hours, and Python no year 10000."""

    def to_python(self, value: str) -> datetime | None:
        time: datetime | None = super().to_python(value)
        try:
            return time and time.astimezone(UTC)
        except OverflowError as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error


class TimeFilter(IsoDateTimeFilter):  # type: ignore[misc]  # django-filter has no types
    field_class = TimeField


class StoneFilter(FilterSet):  # type: ignore[misc]  # django-filter has no types
    glow_channel = VocabularyFilter(choices=[(word, word) for word in CHANNELS])
    stone_type = VocabularyFilter(choices=[(word, word) for word in STONE_TYPES])
    source_agent = CharFilter(
        max_length=100, label="Who stored it, exactly: the token's agent, or `user` for a person."
    )
    claimed_source = CharFilter(max_length=100, label="Whom it claims as its writer, exactly: not proven.")
    status = VocabularyFilter(
        choices=[(state.value, state.value) for state in LevelState], method="by_status"
    )
    created_after = TimeFilter("created", "gte", label="ISO 8601 time.")
    created_before = TimeFilter("created", "lt", label="ISO 8601 time.")
    agent = CharFilter(
        method="by_agent", max_length=100, label="Either of the two: who stored it, or whom it claims."
    )
    tag = CharFilter(method="by_tag", max_length=MAX_TAG, label="A person's tag for it.")
    archived = VocabularyFilter(
        choices=[("true", "true"), ("false", "false")],
        method="by_archived",
        label="true: those alone that a person took out of their list; false: the others.",
    )
    min_tokens = NumberFilter("content__tokens", "gte", min_value=0, max_value=2**31 - 1)
    below_tokens = NumberFilter("content__tokens", "lt", min_value=0, max_value=2**31 - 1)
    min_levels = NumberFilter(
        "level_count", "gte", min_value=1, max_value=100, label="At least so many levels."
    )
    q = CharFilter(
        method="by_words",
        max_length=MAX_WORDS,
        label='Words of the source: "…" keeps them together, a minus leaves one out.',
    )

    class Meta:
        model = Stone
        fields: list[str] = []

    def by_status(self, stones: QuerySet[Stone], name: str, value: str) -> QuerySet[Stone]:
        return in_state(stones, LevelState(value))

    def by_agent(self, stones: QuerySet[Stone], name: str, value: str) -> QuerySet[Stone]:
        return stones.filter(Q(source_agent=value) | Q(claimed_source=value))

    def by_tag(self, stones: QuerySet[Stone], name: str, value: str) -> QuerySet[Stone]:
        return stones.filter(tags__contains=[value.lower()])

    def by_archived(self, stones: QuerySet[Stone], name: str, value: str) -> QuerySet[Stone]:
        return stones.filter(archived__isnull=value == "false")

    def by_words(self, stones: QuerySet[Stone], name: str, value: str) -> QuerySet[Stone]:
        return search_stones(self.request.user, stones, value)
