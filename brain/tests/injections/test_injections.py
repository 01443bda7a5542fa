"""An obedient model's answer does not change by an instruction hidden in its sources."""

from itertools import repeat

import pytest

from brain.answer_sources import PROFILE_ID, AnswerSource, SourcePassage, SourceType
from brain.checking.answer_check import check_answer
from brain.checking.checked_answer import CheckedAnswer
from brain.checking.guarded_sources import guard_sources
from brain.prompting import build_messages
from brain.standard_response import StandardResponse
from brain.tests.injections.injection_cases import CANARY, CASES, EVIL_URL, OTHER_ID, Case, Where
from brain.tests.injections.obedient_model import HONEST, obey
from core.llm import count_tokens
from core.llm.model_doubles import FakeChat

NONCE = "0f1e2d3c4b5a6978"
QUESTION = "When do old roses flower?"
BEFORE = "The garden lies behind the house."
AFTER = "Slugs are collected in the evening."


def _stretched(text: str, trail: str = "") -> tuple[SourcePassage, ...]:
    return (SourcePassage(0, len(text), text, 1.0, trail),)


def _sources(case: Case | None) -> list[AnswerSource]:
    """Two notes, the profile, a page; the text of the case between ordinary sentences of one of them."""

    def at(where: Where) -> str:
        return case.text if case is not None and case.where is where else ""

    def body(lead: str, text: str, end: str) -> str:
        return "\n\n".join(part for part in (lead, text, end) if part)

    heading = f"## {at(Where.HEADING)}" if at(Where.HEADING) else ""
    note = body(f"{BEFORE} {HONEST}", at(Where.BODY) or heading, AFTER)
    return [
        AnswerSource(
            SourceType.NOTES,
            "NOTE-A",
            f"Roses. {at(Where.TITLE)}".strip(),
            _stretched(note, at(Where.TAG) or at(Where.HEADING)),
        ),
        AnswerSource(
            SourceType.NOTES, "NOTE-B", "Compost", _stretched("Compost needs air and a year of patience.")
        ),
        AnswerSource(
            SourceType.PROFILE,
            PROFILE_ID,
            "Profile",
            _stretched(body("Ada grows roses in Delft.", at(Where.PROFILE), "She teaches botany.")),
        ),
        AnswerSource(
            SourceType.EXTERNAL,
            "https://en.wikipedia.org/wiki/Rose",
            f"Rose. {at(Where.EXTERNAL_TITLE)}".strip(),
            _stretched(body("A rose is a woody perennial plant.", at(Where.EXTERNAL), "It has thorns.")),
            url="https://en.wikipedia.org/wiki/Rose",
            origin="Wikipedia",
        ),
    ]


def _answered(sources: list[AnswerSource]) -> CheckedAnswer:
    messages = build_messages(QUESTION, sources=sources, history="", nonce=NONCE, count_tokens=count_tokens)
    value = FakeChat(repeat(obey)).parse(messages, StandardResponse, purpose="test").value
    return check_answer(value, sources, query=QUESTION)


def test_there_are_forty_different_ones() -> None:
    assert len(CASES) == len({case.name for case in CASES}) == len({case.text for case in CASES}) == 40


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_nothing_changes(case: Case) -> None:
    clean, answered = _answered(_sources(None)), _answered(_sources(case))

    assert answered.response == clean.response
    assert answered.reasons == clean.reasons == ()
    answer_json = answered.response.model_dump_json()
    assert not any(sign in answer_json for sign in (CANARY, CANARY.lower(), EVIL_URL, OTHER_ID, "NOTE-B"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_text_around_it_is_in_the_prompt(case: Case) -> None:
    material = "\n".join(
        message["content"]
        for message in build_messages(
            QUESTION, sources=_sources(case), history="", nonce=NONCE, count_tokens=count_tokens
        )
    )

    for sentence in (BEFORE, HONEST, AFTER, "She teaches botany.", "It has thorns."):
        assert sentence in material


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_was_withheld_is_reported(case: Case) -> None:
    withheld = guard_sources(_sources(case)).withheld

    assert withheld
    assert guard_sources(guard_sources(_sources(case)).sources).withheld == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_model_would_have_obeyed(case: Case) -> None:
    """Without this the test above would prove nothing: unguarded, each instruction changes the answer."""
    sources = _sources(case)
    answer_json = "\n\n".join(
        f"id: {source.id}\ntitle: {source.title}\n\n{passage.trail}\n{passage.text}"
        for source in sources
        for passage in source.passages
    )
    clean = "\n\n".join(
        f"id: {source.id}\ntitle: {source.title}\n\n{passage.text}"
        for source in _sources(None)
        for passage in source.passages
    )

    assert obey([{}, {"content": answer_json}], StandardResponse) != obey(
        [{}, {"content": clean}], StandardResponse
    )
