"""What the shipped collection answers to those who have just installed the product.

Whether an answer *says* a fact needs a reader: the share of the fact's words that stand in the answer only shows where
to look. Everything is rolled back.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from core.text.bm25_words import split_words
from quickstart.models import Collection
from quickstart.rendering.answer_content import QuickstartAnswer
from quickstart.rendering.answer_markdown import to_markdown
from quickstart.services.answer_question import ask
from quickstart.services.install_shipped import NAME, install_shipped
from tools.benchmarks.embed_at_once import embed_collection

MIN_FACT_SHARE = 0.6
"""Of a fact's stems: from here on it is likely told."""


@dataclass(frozen=True, slots=True)
class NewcomerQuestion:
    question: str
    must_say: Sequence[str] = ()
    must_not: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class NewcomerAnswer:
    """`fact_shares` has a share for each fact of `must_say`, 0 to 1."""

    item: NewcomerQuestion
    outcome: str
    reached: Sequence[str]
    """The entry and the skill that answer, or what was offered instead."""
    confidence: float
    text: str
    fact_shares: Sequence[float]

    @property
    def is_likely_complete(self) -> bool:
        return all(share >= MIN_FACT_SHARE for share in self.fact_shares)


def read_questions(text: str) -> list[NewcomerQuestion]:
    """One JSON object a line. Raises ValueError, KeyError."""
    lines = [json.loads(line) for line in text.split("\n") if line.strip()]
    return [
        NewcomerQuestion(line["question"], line.get("must_say", ()), line.get("must_not", ()))
        for line in lines
    ]


def measure(questions: Sequence[NewcomerQuestion]) -> list[NewcomerAnswer]:
    """Each question is asked by itself, as the page asks it, in a fresh copy of the collection."""
    with transaction.atomic():
        account = User.objects.create(username="bench-newcomer", is_active=False)
        install_shipped(account=account)
        collection = Collection.objects.get(account=account, name=NAME)
        embed_collection(collection)
        answers = [_ask(account, collection, each) for each in questions]
        transaction.set_rollback(True)
    return answers


def fact_share(fact: str, text: str) -> float:
    """The share of the fact's stems that the text has; 1 for a fact without any."""
    stems = set(split_words(fact))
    return len(stems & set(split_words(text))) / len(stems) if stems else 1.0


def _ask(account: User, collection: Collection, item: NewcomerQuestion) -> NewcomerAnswer:
    answer = ask(account=account, collection=collection, query=item.question, asked_by="bench")
    text = to_markdown(answer)
    fact_shares = [fact_share(fact, text) for fact in item.must_say]
    return NewcomerAnswer(item, answer.outcome, _reached(answer), answer.confidence, text, fact_shares)


def _reached(answer: QuickstartAnswer) -> list[str]:
    reached = [answer.entry.entry_id] if answer.entry else []
    reached += [answer.skill.file] if answer.skill else []
    return reached or [each.id for each in (*answer.options, *answer.nearest)]
