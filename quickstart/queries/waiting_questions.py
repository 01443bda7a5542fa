"""Questions that wait for a curator: no answer was good enough, or the given one was wrong."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from django.contrib.auth.models import User
from django.db.models import QuerySet
from numpy.typing import NDArray

from quickstart.curation.group_questions import QuestionWording, group_wordings
from quickstart.kinds import OwnerKind
from quickstart.models import (
    SESSION_OF_PAGES,
    AskerChoice,
    Collection,
    Entry,
    FeedbackVerdict,
    Question,
    Skill,
)

MAX_WAITING = 1000
"""Only this many of the newest waiting questions are grouped."""

_SIGNS = " \t\n.,;:!?…\"'"


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Questions that ask the same, newest first."""

    questions: Sequence[Question]
    askers: int
    """Distinct sessions of agents; else distinct names under which it was asked."""
    wordings: Sequence[str]
    """Each once, the newest first."""
    down_voted: int
    nearest: Entry | None
    """The nearest entry of most of them."""
    picks: Sequence["PickedOption"] = ()
    """What askers said that it was, the most frequent first."""

    @property
    def newest(self) -> Question:
        return self.questions[0]

    @property
    def times(self) -> int:
        return len(self.questions)

    @property
    def question_ids(self) -> list[int]:
        return [question.pk for question in self.questions]

    @property
    def comments(self) -> list[str]:
        return list(dict.fromkeys(question.comment for question in self.questions if question.comment))


@dataclass(frozen=True, slots=True)
class PickedOption:
    """An entry or a skill that these questions' askers picked."""

    owner: Entry | Skill
    questions: Sequence[Question]

    @property
    def title(self) -> str:
        return self.owner.question if isinstance(self.owner, Entry) else self.owner.title

    @property
    def is_skill(self) -> bool:
        return isinstance(self.owner, Skill)


@dataclass(slots=True)
class _Wording:
    questions: list[Question] = field(default_factory=list)

    def as_wording(self) -> QuestionWording:
        """The vector is that of the newest question that has one."""
        for question in self.questions:
            if (vector := _unit_vector(question)) is not None:
                return QuestionWording(
                    question.text, len(_askers(self.questions)), vector, question.embedding_model
                )
        return QuestionWording(self.questions[0].text, len(_askers(self.questions)))


def unsettled_questions(collection: Collection) -> QuerySet[Question]:
    """All that wait, whoever asked, newest first."""
    return collection.questions.unsettled()


def unsettled_of_owner(account: User) -> QuerySet[Question]:
    """The same of all collections of an account but the shipped one: its answers come with a release."""
    return Question.objects.unsettled().filter(collection__account=account, collection__shipped_hash="")


def picks_any(account: User, question_ids: Iterable[int], kind: OwnerKind) -> bool:
    """Whether the asker of one of these waiting questions, to the account's collections, picked one of this kind."""
    waiting = Question.objects.filter(pk__in=list(question_ids), collection__account=account, settled=None)
    return waiting.filter(choice=AskerChoice.PICKED, **{f"{kind}__isnull": False}).exists()


def group_waiting_questions(collection: Collection) -> list[QuestionGroup]:
    """The newest MAX_WAITING of them, grouped by similarity: most askers first, then most often asked."""
    rows = unsettled_questions(collection).select_related("entry", "skill")[:MAX_WAITING]
    wordings: dict[str, _Wording] = {}
    for question in rows:
        wordings.setdefault(_normalized(question.text), _Wording()).questions.append(question)
    distinct_wordings = list(wordings.values())
    groups = [
        _group([distinct_wordings[place] for place in places])
        for places in group_wordings([each.as_wording() for each in distinct_wordings])
    ]
    return sorted(groups, key=lambda each: (each.askers, each.times, each.newest.asked), reverse=True)


def _group(wordings: Sequence[_Wording]) -> QuestionGroup:
    questions = [question for wording in wordings for question in wording.questions]
    questions.sort(key=lambda question: (question.asked, question.pk), reverse=True)
    nearest = Counter(question.entry for question in questions if question.entry).most_common(1)
    wordings_once: dict[str, str] = {}
    for question in questions:
        wordings_once.setdefault(_normalized(question.text), question.text)
    return QuestionGroup(
        questions=questions,
        askers=len(_askers(questions)),
        wordings=list(wordings_once.values()),
        down_voted=sum(question.verdict == FeedbackVerdict.DOWN for question in questions),
        nearest=nearest[0][0] if nearest else None,
        picks=_picks(questions),
    )


def _picks(questions: Sequence[Question]) -> list[PickedOption]:
    picked: dict[Entry | Skill, list[Question]] = {}
    for question in questions:
        owner = question.entry or question.skill
        if question.choice == AskerChoice.PICKED and owner:
            picked.setdefault(owner, []).append(question)
    found = [PickedOption(owner, chosen) for owner, chosen in picked.items()]
    return sorted(found, key=lambda each: -len(each.questions))


def _askers(questions: Sequence[Question]) -> set[tuple[int, str, str]]:
    """Distinct askers: a session that asks twice, because the first answer was no good, counts once; a person at the
    pages, too, however many conversations they begin.
    """
    return {
        (question.account_id, question.session, "")
        if question.session and not question.session.startswith(SESSION_OF_PAGES)
        else (question.account_id, "", question.asked_by)
        for question in questions
    }


def _normalized(text: str) -> str:
    """Equal for texts that differ in case, spaces and the signs at their end."""
    return " ".join(text.casefold().split()).strip(_SIGNS) or text


def _unit_vector(question: Question) -> NDArray[np.float32] | None:
    if question.embedding is None:
        return None
    vector = np.asarray(question.embedding, dtype=np.float32)
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length else None
