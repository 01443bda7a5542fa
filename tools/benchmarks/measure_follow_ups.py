"""How often the second question of a conversation, which leans on the first, gets its answer.

Asked through the services that the pages use, of an account's collection or of its notes. Everything is rolled back.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.contrib.auth.models import User
from django.db import transaction

from brain.models import Note
from brain.services.answer_question import BrainQuestion
from brain.services.answer_question import ask as ask_brain
from quickstart.models import Collection
from quickstart.services.answer_question import ask as ask_collection

QA = "qa"
_CONVERSATION = "bench follow-ups"


@dataclass(frozen=True, slots=True)
class FollowUpConversation:
    of: str
    """QA, else notes."""
    turns: Sequence[str]
    expected: Sequence[Sequence[str]]
    """Per turn the ids any of which answers it; empty where nothing does."""
    kind: str
    """lean, change or none."""


@dataclass(frozen=True, slots=True)
class SecondAnswer:
    conversation: FollowUpConversation
    reached: Sequence[str]
    """Ids of what answers; empty: declined, or asked back."""

    @property
    def is_right(self) -> bool:
        expected_names = self.conversation.expected[-1]
        return bool(set(expected_names) & set(self.reached)) if expected_names else not self.reached


def read_conversations(text: str) -> list[FollowUpConversation]:
    """One JSON object a line. Raises ValueError, KeyError."""
    lines = [json.loads(line) for line in text.split("\n") if line.strip()]
    return [
        FollowUpConversation(line["set"], line["turns"], line["expected"], line["note"].partition(":")[0])
        for line in lines
    ]


def measure(
    account: User, collection: Collection, conversations: Sequence[FollowUpConversation]
) -> list[SecondAnswer]:
    names = _note_names(account)
    answers = []
    for number, each in enumerate(conversations):
        with transaction.atomic():
            reached = (
                _ask_collection(account, collection, each, f"bench:{number}")
                if each.of == QA
                else _ask_notes(account, each, names)
            )
            transaction.set_rollback(True)
        answers.append(SecondAnswer(each, reached))
    return answers


def _ask_collection(
    account: User, collection: Collection, conversation: FollowUpConversation, key: str
) -> list[str]:
    for turn in conversation.turns:
        answer = ask_collection(
            account=account, collection=collection, query=turn, session_key=key, asked_by="bench"
        )
    found = [answer.entry and answer.entry.entry_id, answer.skill and answer.skill.skill_id]
    return [each for each in found if each]


def _ask_notes(account: User, conversation: FollowUpConversation, names: dict[str, str]) -> list[str]:
    """The note that most of the citations are from."""
    for turn in conversation.turns:
        answered = ask_brain(account, BrainQuestion(turn, conversation=_CONVERSATION, use_external=False))
    cited = Counter(each.note_id for each in answered.response.metadata.citations)
    return [names.get(each, each) for each, _ in cited.most_common(1)]


def _note_names(account: User) -> dict[str, str]:
    files = Note.objects.filter(account=account).exclude(file="").values_list("pk", "file")
    return {pk: PurePosixPath(file).stem for pk, file in files}
