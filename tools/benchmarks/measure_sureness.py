"""Whether answers are sure only when right, on questions written before the rules were.

Opposites, questions of two parts, questions about the notes themselves, short notes, questions in other words than
a note's beside questions in its words that it does not answer, three persons' own notes with the questions that came
to them, who the persons of some notes are, the same notes in conversations whose last question mostly leans on the
ones before, entries beside questions about another thing or action in their place, and questions about anything else
in the shipped collection's verbs; each question file beside this one has a half that was read while the rules were
written, "dev", and one that was not, "held" (the person's were read).
All is rolled back.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from brain.checking.excerpt_matching import normalize_text
from brain.extracting import NOT_IN_NOTES
from brain.models import Note
from brain.reservation import is_heading, is_reserved
from brain.retrieval.note_row_questions import read_note_row_question
from brain.services.answer_question import BrainQuestion
from brain.services.answer_question import ask as ask_brain
from brain.services.manage_notes import create_note
from core.text.question_parts import split_question
from quickstart.kinds import AskOutcome
from quickstart.models import Collection
from quickstart.services.answer_question import ask as ask_collection
from quickstart.services.import_entries import import_entries
from quickstart.services.install_shipped import NAME, install_shipped
from tools.benchmarks.embed_at_once import embed_collection, embed_notes

FOLDER = Path(__file__).parent
HALVES = ("dev", "held")
_COLLECTION = "bench-sureness"


def measure() -> dict[str, dict[str, Any]]:
    """Counts by the kind of question, for each half: how many there are, and how many came out right."""
    with transaction.atomic():
        account = User.objects.create(username="bench-sureness", is_active=False)
        found = {
            "opposites": _opposites(account, _lines("opposite_questions")),
            "opposites in notes": _note_opposites(account, _lines("opposite_questions")),
            "two parts": _two_parts(_lines("two_part_questions")),
            "about notes": _note_rows(_lines("note_row_questions")),
            "short notes": _short_notes(account, _lines("short_note_questions")),
            "near notes": _near_notes("near", _lines("near_notes"), _lines("near_note_questions")),
            "a person's notes": _near_notes(
                "person", _lines("person_notes"), _lines("person_note_questions")
            ),
            "an officer's notes": _near_notes(
                "officer", _lines("officer_notes"), _lines("officer_note_questions")
            ),
            "a tuner's notes": _near_notes("tuner", _lines("tuner_notes"), _lines("tuner_note_questions")),
            "who is who": _near_notes("who", _lines("who_notes"), _lines("who_note_questions")),
            "notes in conversation": _near_notes(
                "talk",
                [{**each, "half": "held"} for each in (*_lines("near_notes"), *_lines("person_notes"))],
                _lines("note_follow_ups"),
            ),
            "near entries": _near_entries(account, _lines("near_entry_questions")),
            "outside": _outside(account, _lines("outside_questions")),
        }
        transaction.set_rollback(True)
    return found


def _lines(name: str) -> list[dict[str, Any]]:
    text = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def _by_half(lines: Sequence[dict[str, Any]], judged: Iterable[dict[str, bool]]) -> dict[str, Any]:
    """The sums of what each line was judged, by its half."""
    sums: dict[str, dict[str, int]] = {half: {"questions": 0} for half in HALVES}
    for line, found in zip(lines, judged, strict=True):
        of = sums[line["half"]]
        of["questions"] += 1
        for name, value in found.items():
            of[name] = of.get(name, 0) + value
    return sums


def _opposites(account: User, lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Whether the question is answered by its entry, and the opposite of it, which none answers, by any."""
    collection = _of_entries(account, _COLLECTION, lines)
    return _by_half(
        lines,
        (
            {
                "answered": _reaches(account, collection, line["same"], f"entry_{at}"),
                "opposite_answered": _reaches(account, collection, line["opposite"], ""),
            }
            for at, line in enumerate(lines)
        ),
    )


def _of_entries(account: User, name: str, lines: Sequence[dict[str, Any]]) -> Collection:
    entries = [
        {
            "id": f"entry_{at}",
            "question": line["question"],
            "question_variants": [line["variant"]],
            "level": 1,
            "tree_path": ["All", str(at)],
            "answer": line["answer"],
        }
        for at, line in enumerate(lines)
    ]
    import_entries(account=account, name=name, files={"entries.jsonl": "\n".join(map(json.dumps, entries))})
    collection = Collection.objects.get(account=account, name=name)
    embed_collection(collection)
    return collection


def _near_entries(account: User, lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Whether the question in other words is answered surely by its entry, and the one about something else by any."""
    collection = _of_entries(account, f"{_COLLECTION}-near", lines)
    return _by_half(
        lines,
        (
            {
                "sure": _reaches(account, collection, line["same"], f"entry_{at}", surely=True),
                "near_sure": _reaches(account, collection, line["near"], "", surely=True),
            }
            for at, line in enumerate(lines)
        ),
    )


def _outside(account: User, lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Whether the collection about the product answers "How do I restart a label printer?"."""
    install_shipped(account=account)
    collection = Collection.objects.get(account=account, name=NAME)
    embed_collection(collection)
    return _by_half(
        lines, ({"answered": _reaches(account, collection, line["question"], "")} for line in lines)
    )


def _reaches(
    account: User, collection: Collection, query: str, entry_id: str, *, surely: bool = False
) -> bool:
    """`entry_id` empty: any."""
    answer = ask_collection(account=account, collection=collection, query=query, asked_by="bench")
    is_right = answer.entry is not None and entry_id in (answer.entry.entry_id, "")
    return answer.outcome == AskOutcome.ANSWERED and is_right and (answer.is_sure or not surely)


def _note_opposites(account: User, lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The same of notes, whose titles say what they are about."""
    notes = [create_note(account=account, title=line["question"], body=line["answer"]) for line in lines]
    embed_notes(account)
    judged = [
        {
            "answered": note.pk in _cited(account, line["same"]),
            "opposite_answered": bool(_cited(account, line["opposite"])),
        }
        for note, line in zip(notes, lines, strict=True)
    ]
    Note.objects.filter(pk__in=[note.pk for note in notes]).delete()
    return _by_half(lines, judged)


def _cited(account: User, question: str) -> list[str]:
    """Ids of the notes that the brain answers with."""
    answered = ask_brain(account, BrainQuestion(question, asked_by="bench"))
    return [each.note_id for each in answered.response.metadata.citations]


def _two_parts(lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return _by_half(
        lines, ({"split_right": list(split_question(line["question"])) == line["parts"]} for line in lines)
    )


def _note_rows(lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Whether a question is told from others, with the kind of answer that it wants."""
    today = date(2026, 1, 15)
    return _by_half(
        lines, ({"read_right": _read_kind(line["question"], today) == line["kind"]} for line in lines)
    )


def _read_kind(question: str, today: date) -> str:
    """The kind as far as words tell: one that is about a note only if it has that title needs the notes."""
    parsed = read_note_row_question(question, today)
    is_title = parsed is not None and (parsed.names_notes or parsed.topic.istitle())
    return str(parsed.kind) if parsed and is_title else ""


def _short_notes(account: User, lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Whether the sentence that answers is quoted, alone, and how many others are quoted with it."""
    for line in lines:
        create_note(account=account, title=line["title"], body=line["body"])
    embed_notes(account)
    return _by_half(lines, (_quoted(account, at, line) for at, line in enumerate(lines)))


def _near_notes(
    name: str, notes: Sequence[dict[str, Any]], questions: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Each half's notes are an account of their own. Answerable ones have an excerpt that should be quoted, best as the
    first; `before`: the questions of its conversation.
    """
    accounts = {
        half: User.objects.create(username=f"bench-{name}-{half}", is_active=False) for half in HALVES
    }
    for note in notes:
        create_note(account=accounts[note["half"]], title=note["title"], body=note["body"])
    for account in accounts.values():
        embed_notes(account)
    return _by_half(
        questions,
        (_near(accounts[line["half"]], f"{name} {at}", line) for at, line in enumerate(questions)),
    )


def _near(account: User, conversation: str, line: dict[str, Any]) -> dict[str, bool]:
    for turn in [*line.get("before", ()), line["question"]]:
        answer = ask_brain(
            account, BrainQuestion(turn, conversation=conversation, asked_by="bench")
        ).response.answer
    is_sure = not (answer.startswith(NOT_IN_NOTES) or is_reserved(answer))
    excerpt = line["excerpt"]
    quotations = [each for each in answer.split("\n\n") if not is_heading(each)]
    holding = [at for at, each in enumerate(quotations) if excerpt and _holds(each, excerpt)]
    return {
        "answerable": bool(excerpt),
        "answerable_quoted": bool(holding),
        "answerable_first": 0 in holding,
        "answerable_sure": bool(excerpt) and is_sure,
        "answerable_sure_without_it": bool(excerpt) and is_sure and not holding,
        "near_sure": not excerpt and is_sure,
    }


def _holds(text: str, excerpt: str) -> bool:
    return normalize_text(excerpt).text in normalize_text(text).text


def _quoted(account: User, at: int, line: dict[str, Any]) -> dict[str, bool]:
    answered = ask_brain(
        account, BrainQuestion(line["question"], conversation=f"bench {at}", asked_by="bench")
    )
    citations = answered.response.metadata.citations
    held = any(line["sentence"] in (each.excerpt or "") for each in citations)
    alone = held and len(citations) == 1 and citations[0].excerpt == line["sentence"]
    declined = answered.response.answer == NOT_IN_NOTES
    return {
        "quoted": held,
        "quoted_alone": alone,
        "declined": declined,
        "wrong_only": not held and not declined,
    }
