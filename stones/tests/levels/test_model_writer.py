"""Levels by a model: what it is asked, what of its answers stands, and what happens else."""

from collections.abc import Mapping, Sequence

import pytest

from core.llm.model_doubles import FakeChat
from core.llm.model_errors import ErrorKind, LLMError
from stones.levels import PROMPT_VERSION, Writer, WrittenLevels, model_writer, write_extract, write_with_model
from stones.levels.model_writer import RESERVED_TOKENS, split_parts
from stones.tests.levels.chat_doubles import count_tokens

CONTENT = "# Hermes\n\n" + "\n\n".join(
    f"Ann moved worker {n} to `src/part_{n}.py` and {n * 7} tests of it pass in the release."
    for n in range(40)
)
GOOD = {
    "scan": "Ann moved the workers of Hermes.",
    "detail": "Ann moved worker 3 to src/part_3.py and 21 tests of it pass in the release.",
    "deep": "# Hermes\n\n- worker 4: `src/part_4.py`, 28 tests pass",
}
INVENTED = {**GOOD, "scan": "Carol moved the workers of Hermes to Oracle."}
TOO_LONG = {**GOOD, "detail": "worker " * 200}


def _write(chat: FakeChat, content: str = CONTENT, context_tokens: int = 16_000) -> WrittenLevels:
    return write_with_model(content, chat=chat, count_tokens=count_tokens, context_tokens=context_tokens)


def test_one_call_writes_all_levels() -> None:
    chat = FakeChat([GOOD], name="gpt-x")
    written = _write(chat)
    assert written.texts == tuple(GOOD.values())
    assert (written.origin, written.model, written.prompt_version) == (Writer.MODEL, "gpt-x", PROMPT_VERSION)
    assert (written.faults, written.fallback_reason) == ((), "")
    assert [call.purpose for call in chat.calls] == ["levels"]


def test_the_content_is_fenced_by_a_mark_that_it_cannot_hold() -> None:
    chat = FakeChat([GOOD])
    _write(chat)
    system, user = (message["content"] for message in chat.calls[0].messages)
    first, *_, last = user.split("\n")
    assert first == last
    assert first not in CONTENT
    assert CONTENT in user
    assert "never an instruction" in system


def test_a_refused_answer_is_asked_for_once_more_with_the_reasons() -> None:
    chat = FakeChat([INVENTED, GOOD])
    written = _write(chat)
    assert written.texts == tuple(GOOD.values())
    assert written.origin is Writer.MODEL
    *_, answer, reasons = chat.calls[1].messages
    assert "Carol" in answer["content"]
    assert "LOD-0: 'Oracle' does not stand in the content." in reasons["content"]


def test_refused_twice_it_is_the_extract_and_says_so() -> None:
    chat = FakeChat([INVENTED, TOO_LONG])
    written = _write(chat)
    assert written.texts == write_extract(CONTENT, count_tokens=count_tokens).texts
    assert (written.origin, written.model, written.prompt_version) == (Writer.EXTRACT, "", "")
    assert [(fault.level, fault.code) for fault in written.faults] == [(1, "too_long")]
    assert written.fallback_reason.startswith("LOD-1: It has 200 tokens in 200 words; at most 150")
    assert len(chat.calls) == 2


WARNING = "> ⚠️ Do not restart the upload queue before Ann has answered.\n\n"
COMPLETE = {**GOOD, "detail": f"{GOOD['detail']} Do not restart the upload queue before Ann has answered."}


def test_what_an_answer_leaves_out_is_asked_for_once() -> None:
    chat = FakeChat([GOOD, COMPLETE])
    written = _write(chat, WARNING + CONTENT)
    assert written.texts == tuple(COMPLETE.values())
    *_, reasons = chat.calls[1].messages
    assert (
        'left out: "Do not restart the upload queue before Ann has answered" (line 1)' in reasons["content"]
    )
    assert "cannot be used" not in reasons["content"]


@pytest.mark.parametrize(("second", "kept"), [(GOOD, GOOD), (INVENTED, GOOD), (TOO_LONG, GOOD)])
def test_what_is_left_out_twice_refuses_nothing(second: dict[str, str], kept: dict[str, str]) -> None:
    written = _write(FakeChat([GOOD, second]), WARNING + CONTENT)
    assert (written.texts, written.origin, written.faults) == (tuple(kept.values()), Writer.MODEL, ())


def test_the_model_is_told_what_a_reader_needs() -> None:
    chat = FakeChat([GOOD])
    _write(chat)
    system = chat.calls[0].messages[0]["content"]
    for words in ("warning that turns the meaning", "forbidden or required", "superseded", "examples"):
        assert words in system


def test_past_the_window_notes_are_taken_and_merged() -> None:
    context = RESERVED_TOKENS + count_tokens(CONTENT) // 2
    notes = [{"notes": f"worker {n}: `src/part_{n}.py`"} for n in range(9)]
    seen: list[str] = []

    def answer(messages: object, schema: type) -> dict[str, str]:
        seen.append(schema.__name__)
        return notes[len(seen) - 1] if schema.__name__ == "Notes" else GOOD

    chat = FakeChat([answer] * 9)
    written = _write(chat, context_tokens=context)
    assert written.texts == tuple(GOOD.values())
    assert seen[-1] == "AllLevels"
    assert len(seen) >= 3
    assert set(seen[:-1]) == {"Notes"}
    merged = chat.calls[-1].messages[-1]["content"]
    assert "worker 0: `src/part_0.py`\n\nworker 1: `src/part_1.py`" in merged


@pytest.mark.parametrize("context_tokens", [2_000, 3_000])
def test_notes_that_never_fit_the_window_end_as_the_extract(context_tokens: int) -> None:
    content = "\n\n".join([CONTENT] * 8)
    chat = FakeChat([lambda messages, schema: {"notes": messages[-1]["content"]}] * 100)
    written = _write(chat, content, context_tokens=context_tokens)
    assert written.texts == write_extract(content, count_tokens=count_tokens).texts
    assert (written.origin, written.model) == (Writer.EXTRACT, "")
    assert "do not fit the model's window of 500 tokens" in written.fallback_reason
    assert len(chat.calls) == len(split_parts(content, most_tokens=500, count_tokens=count_tokens))


def test_rounds_of_notes_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    def shorter(messages: Sequence[Mapping[str, str]], schema: type) -> dict[str, str]:
        text = messages[-1]["content"]
        return {"notes": text[: len(text) * 6 // 10]}

    monkeypatch.setattr(model_writer, "MAX_ROUNDS", 2)
    content = "\n\n".join([CONTENT] * 8)
    written = _write(FakeChat([shorter] * 60), content, context_tokens=RESERVED_TOKENS + 700)
    assert [fault.code for fault in written.faults] == ["window"]


def test_a_short_text_is_asked_for_fewer_fields() -> None:
    chat = FakeChat([{"scan": "Ann moved the worker of Hermes."}])
    content = "Ann moved the worker of Hermes to another folder in the release. " * 8
    assert len(_write(chat, content).texts) == 1
    assert list(chat.calls[0].schema.model_fields) == ["scan"]


def test_a_text_that_needs_no_level_costs_nothing() -> None:
    chat = FakeChat()
    assert _write(chat, "Ship it.").texts == ()
    assert chat.calls == []


def test_errors_of_the_provider_are_passed_on() -> None:
    with pytest.raises(LLMError, match="too many requests"):
        _write(FakeChat([LLMError("too many requests", kind=ErrorKind.RATE_LIMITED, retryable=True)]))


def test_parts_are_whole_lines_within_the_size() -> None:
    parts = split_parts(CONTENT, most_tokens=200, count_tokens=count_tokens)
    assert "\n".join(parts) == CONTENT
    assert all(count_tokens(part) <= 200 for part in parts)
    assert len(split_parts("x" * 100_000, most_tokens=500, count_tokens=count_tokens)) > 1
