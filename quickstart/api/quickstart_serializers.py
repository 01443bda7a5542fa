"""Response bodies: the classes document them, the functions build them."""

from typing import Any

from django.contrib.auth.models import User
from rest_framework import serializers

from core.jobs.models import Job, JobState
from core.rest.trust import UNTRUSTED, TrustField
from quickstart.kinds import AskOutcome, Intent
from quickstart.queries.browse_collection import Branch, CountedCollection

ITEM_KINDS = ["entry", "skill"]


class StringListField(serializers.ListField):
    child = serializers.CharField()


class RefBody(serializers.Serializer[Any]):
    entry_id = serializers.CharField()
    question = serializers.CharField()


class AnswerEntryBody(serializers.Serializer[Any]):
    entry_id = serializers.CharField()
    question = serializers.CharField()
    level = serializers.IntegerField(min_value=0, max_value=4)
    tree_path = StringListField()
    answer = serializers.CharField(help_text="Markdown.")
    verify_command = serializers.CharField(help_text="To be run by you, or not at all; empty: none.")
    command_notes = serializers.CharField(
        help_text="Markdown: where what its commands use comes from; empty: nothing to say."
    )
    related_docs = StringListField()
    tags = StringListField()


class AnswerSkillBody(serializers.Serializer[Any]):
    skill_id = serializers.CharField()
    file = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    tree_path = StringListField()
    prerequisites = StringListField()
    quick_command = serializers.CharField(help_text="To be run by you, or not at all; empty: none.")


class OptionBody(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(ITEM_KINDS)
    id = serializers.CharField()
    title = serializers.CharField()
    tree_path = StringListField()
    score = serializers.FloatField(help_text="0 to 1.")
    excerpt = serializers.CharField(
        help_text="Of `options` and `nearest`: the nearest sentence of the answer or of the skill's description."
    )


class PartAnswerBody(serializers.Serializer[Any]):
    part = serializers.CharField()
    kind = serializers.ChoiceField(ITEM_KINDS)
    id = serializers.CharField()
    title = serializers.CharField()
    is_sure = serializers.BooleanField(help_text="False: it is the nearest there is, and perhaps answers.")


class ManualRefBody(serializers.Serializer[Any]):
    document = serializers.CharField()
    section = serializers.CharField()
    url = serializers.CharField(help_text="From the site's root.")


class OfferBody(serializers.Serializer[Any]):
    branch = serializers.CharField()
    count = serializers.IntegerField()
    overview = RefBody()


class PhrasedBody(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="A model's wording; each paragraph cites entries: `[id]`.")
    cited = StringListField()
    model = serializers.CharField()
    tokens = serializers.IntegerField()


class AnswerBody(serializers.Serializer[Any]):
    question_id = serializers.IntegerField(allow_null=True, help_text="For feedback.")
    query = serializers.CharField()
    collection = serializers.CharField()
    intent = serializers.ChoiceField([each.value for each in Intent])
    intent_reason = serializers.CharField()
    intent_chosen = serializers.BooleanField()
    follows = serializers.CharField(
        help_text="The earlier question of this session that it was taken to follow; empty: read as it stands."
    )
    outcome = serializers.ChoiceField([each.value for each in AskOutcome])
    confidence = serializers.FloatField(help_text="0 to 1.")
    is_sure = serializers.BooleanField(
        help_text="false, with answered: it is the nearest there is, and perhaps answers; options has what else may."
    )
    answered_part = serializers.CharField(
        help_text="Of a question of two parts the one that this answers; empty: both, or there is one."
    )
    open_parts = StringListField(help_text="Parts of the question that nothing clearly answers.")
    other_parts = PartAnswerBody(
        many=True, help_text="Parts that something else answers, or this perhaps does in other words."
    )
    why_not = serializers.CharField(
        help_text="With no_answer: why what comes nearest does not answer; empty where nothing more is known."
    )
    entry = AnswerEntryBody(allow_null=True)
    skill = AnswerSkillBody(allow_null=True)
    explained_in = RefBody(
        allow_null=True, help_text="Where a skill alone is told: the entry that explains it."
    )
    repeated = serializers.BooleanField(help_text="This session has been told the entry before.")
    unmet_prerequisites = RefBody(many=True)
    go_deeper = RefBody(many=True)
    related_skills = AnswerSkillBody(many=True)
    related_docs = StringListField()
    options = OptionBody(many=True)
    nearest = OptionBody(many=True)
    closest_doc = serializers.CharField()
    manual = ManualRefBody(
        many=True,
        help_text="Of this site's manual: where a question about QA.Stone itself has no sure answer.",
    )
    offer = OfferBody(allow_null=True)
    phrased = PhrasedBody(allow_null=True)
    by_vectors = serializers.BooleanField(help_text="false: words alone were compared.")
    scores = OptionBody(many=True, help_text="The best five that were compared.")
    markdown = serializers.CharField(help_text="All of it, to be read.")
    trust = TrustField()


class CollectionLine(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    entries = serializers.IntegerField()
    skills = serializers.IntegerField()
    own = serializers.BooleanField(help_text="false: it is shared with everybody on this site.")
    indexed = serializers.BooleanField(help_text="false: some texts are found by their words alone, for now.")
    trust = TrustField()


def serialize_collection(row: CountedCollection, account: User, job: Job) -> dict[str, Any]:
    return {
        "name": row.name,
        "title": row.title,
        "description": row.description,
        "entries": row.entry_count,
        "skills": row.skill_count,
        "own": row.account_id == account.pk,
        "indexed": job.state == JobState.DONE,
        "trust": UNTRUSTED,
    }


class EntryBody(serializers.Serializer[Any]):
    """The specification's fields."""

    id = serializers.CharField()
    question = serializers.CharField()
    question_variants = StringListField()
    level = serializers.IntegerField(min_value=0, max_value=4)
    tree_path = StringListField()
    answer = serializers.CharField()
    prerequisites = StringListField()
    related_skills = StringListField()
    related_docs = StringListField()
    go_deeper = StringListField()
    verify_command = serializers.CharField()
    tags = StringListField()
    tokens = serializers.IntegerField(help_text="Of the answer.")
    trust = TrustField()


class SkillLine(serializers.Serializer[Any]):
    """The specification's fields."""

    skill_id = serializers.CharField()
    file = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    triggers = StringListField()
    tree_path = StringListField()
    prerequisites = StringListField()
    quick_command = serializers.CharField()
    parent = serializers.CharField(allow_null=True)  # type: ignore[assignment]  # DRF takes fields out of the class
    trust = TrustField()


class SkillBody(SkillLine):
    body = serializers.CharField(help_text="Markdown.")
    body_hash = serializers.CharField(help_text="SHA-256 of the body, in hexadecimal.")
    tokens = serializers.IntegerField(help_text="Of the body.")


class BranchBody(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]  # DRF takes fields out of the class
    note = serializers.CharField()
    children = serializers.ListField(child=serializers.DictField(), help_text="Of this shape again.")


class TreeBody(serializers.Serializer[Any]):
    collection = serializers.CharField()
    roots = BranchBody(many=True)
    trust = TrustField()


def serialize_branch(branch: Branch) -> dict[str, Any]:
    return {
        "label": branch.node.label,
        "note": branch.node.note,
        "children": [serialize_branch(child) for child in branch.children],
    }
