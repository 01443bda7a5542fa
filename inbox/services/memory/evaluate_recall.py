"""How well recall finds what answers: conversations in sessions, questions with the sessions that hold the evidence.

Everything goes through the services that agents use. Each conversation has an account of its own, in a transaction
that is rolled back; a session is one memory, or several when it is longer than a memory may be.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from uuid import uuid4

import numpy as np
from django.contrib.auth.models import User
from django.db import transaction

from core.jobs.find_jobs import find_job
from core.jobs.run_job import run_now
from core.text.sentence_ends import cuts_by_size
from core.text.storable_text import storable, storable_line
from inbox.models import EMBED_MEMORY, Agent
from inbox.services.manage_agents import create_agent
from inbox.services.memory.recall_memories import MAX_QUERY, recall
from inbox.services.memory.store_memory import MAX_BYTES, remember

DEPTHS = (1, 5, 10)
# A character of UTF-8 has four bytes at most.
PART_CHARACTERS = MAX_BYTES // 4


class MalformedLine(ValueError):
    """A line that is no conversation; `number` counts from 1."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}")
        self.number = number


@dataclass(frozen=True, slots=True)
class EvalQuestion:
    query: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class EvalConversation:
    sessions: Mapping[str, str]
    """Texts by id."""
    questions: Sequence[EvalQuestion]
    skipped: int
    """Questions without evidence: they have no right answer."""
    missing: int
    """Evidence that is none of the sessions: it counts as not found."""


@dataclass(slots=True)
class RecallMeasurement:
    """What was found: for each question the share of its evidence, and whether any of it, within each depth."""

    conversations: int = 0
    sessions: int = 0
    skipped: int = 0
    missing: int = 0
    shares: list[list[float]] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    by_vectors: bool = True

    def report(self) -> dict[str, Any]:
        shares = np.array(self.shares or [[0.0] * len(DEPTHS)])
        p50, p95 = np.percentile(self.milliseconds or [0.0], (50, 95))
        return {
            "conversations": self.conversations,
            "sessions": self.sessions,
            "questions": len(self.shares),
            "skipped": self.skipped,
            "evidence_missing": self.missing,
            **{f"r_at_{k}": round(float(shares[:, at].mean()), 4) for at, k in enumerate(DEPTHS)},
            **{f"hit_at_{k}": round(float((shares[:, at] > 0).mean()), 4) for at, k in enumerate(DEPTHS)},
            "p50_ms": round(float(p50), 1),
            "p95_ms": round(float(p95), 1),
            "by_vectors": self.by_vectors,
        }


def read_conversations(lines: Sequence[str]) -> list[EvalConversation]:
    """One conversation a line; blank lines are skipped. Raises MalformedLine."""
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(_parse_conversation(json.loads(line)))
        except (ValueError, RecursionError) as error:
            raise MalformedLine(number, str(error)) from error
    return found


def evaluate_recall(
    conversations: Sequence[EvalConversation], *, progress: Callable[[int], object] = lambda steps: None
) -> RecallMeasurement:
    """Remember all sessions and ask all questions. `progress` is called with 1 after each of them."""
    measurement = RecallMeasurement()
    for conversation in conversations:
        with transaction.atomic():
            _measure(conversation, measurement, progress)
            transaction.set_rollback(True)
    return measurement


def _measure(
    conversation: EvalConversation, measurement: RecallMeasurement, progress: Callable[[int], object]
) -> None:
    account = User.objects.create(username=f"eval-recall-{uuid4().hex}", is_active=False)
    agent = create_agent(account=account, name="eval")
    sessions_of: dict[str, list[str]] = {}
    for session, text in conversation.sessions.items():
        for part in _parts(text):
            memory = remember(agent=agent, text=part).memory
            run_now(find_job(memory, EMBED_MEMORY))
            # Sessions that say the same are one memory.
            sessions_of.setdefault(memory.pk, []).append(session)
        progress(1)
    measurement.conversations += 1
    measurement.sessions += len(conversation.sessions)
    measurement.skipped += conversation.skipped
    measurement.missing += conversation.missing
    for question in conversation.questions:
        _measure_question(agent, question, sessions_of, measurement)
        progress(1)


def _measure_question(
    agent: Agent,
    question: EvalQuestion,
    sessions_of: Mapping[str, Sequence[str]],
    measurement: RecallMeasurement,
) -> None:
    started = time.perf_counter()
    found = recall(agent=agent, query=question.query)
    measurement.milliseconds.append(1000 * (time.perf_counter() - started))
    sessions = list(dict.fromkeys(each for memory in found.ranking for each in sessions_of[memory]))
    measurement.shares.append(
        [len(question.evidence & set(sessions[:k])) / len(question.evidence) for k in DEPTHS]
    )
    measurement.by_vectors &= found.by_vectors


def _parts(text: str) -> Iterator[str]:
    """The text in parts that a memory can hold, blank ones left out; as one where it fits."""
    size = len(text) if len(text.encode()) <= MAX_BYTES else PART_CHARACTERS
    for start, end in pairwise([0, *cuts_by_size(text, 0, len(text), size)]):
        if text[start:end].strip():
            yield text[start:end]


def _parse_conversation(data: object) -> EvalConversation:
    """Raises ValueError in plain words."""
    if not isinstance(data, dict):
        raise ValueError('not an object {"id", "sessions", "questions"}')
    sessions: dict[str, str] = {}
    for each in _object_list(data, "sessions"):
        if not isinstance(each.get("text"), str) or not isinstance(each.get("id"), str | int):
            raise ValueError('a session needs an "id" and a "text"')
        if str(each["id"]) in sessions:
            raise ValueError(f"two sessions have the id {each['id']!r}")
        sessions[str(each["id"])] = storable(each["text"])
    questions = [_parse_question(each) for each in _object_list(data, "questions")]
    with_evidence = [question for question in questions if question.evidence]
    missing = sum(len(question.evidence - set(sessions)) for question in with_evidence)
    return EvalConversation(sessions, with_evidence, len(questions) - len(with_evidence), missing)


def _object_list(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = data.get(name)
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise ValueError(f'"{name}" must be a list of objects')
    return found


def _parse_question(data: dict[str, Any]) -> EvalQuestion:
    query, evidence = data.get("query"), data.get("evidence")
    query_text = storable_line(query)[:MAX_QUERY] if isinstance(query, str) else ""
    if not query_text or not isinstance(evidence, list):
        raise ValueError('a question needs a "query" and a list "evidence"')
    return EvalQuestion(query_text, frozenset(str(each) for each in evidence))
