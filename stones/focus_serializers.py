"""Focused reading over REST, of stones and of messages: the question, and the passages nearest to it."""

from typing import Any

from rest_framework import serializers

from core.rest.strict_fields import StrictSerializer
from core.rest.trust import TrustField
from stones.rendering import ESTIMATE, EXACT
from stones.services.read_passages import BUDGET, MAX_QUESTION

COUNTING = serializers.ChoiceField([EXACT, ESTIMATE], help_text="How tokens were counted.")


class FocusQuery(StrictSerializer):
    q = serializers.CharField(max_length=MAX_QUESTION, help_text="The question.")
    max_tokens = serializers.IntegerField(
        required=False,
        min_value=BUDGET[0],
        max_value=BUDGET[-1],
        help_text="Fill this budget, line numbers included. Unless given, the answer stops where it has likely found "
        "what was asked for.",
    )
    skip = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        help_text="`next.skip` of the answer before: what the caller has already.",
    )
    texts = serializers.BooleanField(
        required=False, default=False, help_text="true: each of `passages` says its text once more."
    )


class PassageAnswer(serializers.Serializer[Any]):
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField(help_text="Inclusive.")
    trail = serializers.CharField(allow_blank=True, help_text="The headings above it.")
    text = serializers.CharField(required=False, help_text="With `texts`.")


class LeftOut(serializers.Serializer[Any]):
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()
    tokens = serializers.IntegerField()
    headings = serializers.ListField(child=serializers.CharField())


class NextPassages(serializers.Serializer[Any]):
    """The next step of focused reading: what has been delivered is neither delivered nor charged again."""

    skip = serializers.CharField(
        allow_blank=True, help_text="What the caller has: `skip` of the next question."
    )
    max_tokens = serializers.IntegerField(allow_null=True, help_text="Its budget; null: none need be given.")
    tokens = serializers.IntegerField(help_text="What the next answer costs.")
    url = serializers.CharField(help_text="The address that gives it.")


class FocusFields(serializers.Serializer[Any]):
    """The passages nearest to a question, in the order of the text."""

    question = serializers.CharField()
    is_match = serializers.BooleanField(
        help_text="true: the text is about the question; whether it answers is for the reader to see. false: it "
        "clearly is not, or holds no number or date that is asked for; the nearest is given."
    )
    open_parts = serializers.ListField(
        child=serializers.CharField(),
        help_text="Parts of the question that nothing here clearly answers; `text` says so.",
    )
    passages = PassageAnswer(many=True)
    left_out = LeftOut(many=True)
    text = serializers.CharField(
        allow_blank=True, help_text="All of it as one text, each passage under its line number: what to read."
    )
    tokens = serializers.IntegerField(help_text="Of `text`.")
    next = NextPassages(allow_null=True, help_text="How to read on; null: nothing is left.")
    counting = COUNTING
    by_vectors = serializers.BooleanField(help_text="false: matched by words alone.")
    trust = TrustField()
