"""LOD-2 keeps the document's sections, drops its rules last and counts what it drops."""

import pytest

from stones.levels import check_levels, write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.deep_extract import write_deep
from stones.levels.extract.extract_units import read_units
from stones.tests.levels.chat_doubles import count_tokens

FILLER = "\n\n".join(f"The weather of day {n} was much like that of the day before." for n in range(60))
HANDOFF = f"""# Hermes handoff

## Decisions

We decided to keep the retry limit at 3 in `src/upload/worker.py`.

## State

| Part | State |
|---|---|
| worker | 41 of 42 tests pass |

## Next steps

- [ ] Fix `test_resume_after_restart` before the release
- [x] Remove the old queue

```bash
# run the tests
make test-upload
```

## Constraints

- Never push to main

## Diary

{FILLER}
"""


NOUNS = ("table", "queue", "worker", "branch", "bucket", "volume", "server", "client", "parser")


def _deep(text: str, most: int) -> str:
    document = read_document(text)
    return write_deep(
        document.title, read_units(document, count_tokens), most_tokens=most, count_tokens=count_tokens
    )


def test_headings_stand_in_their_order_over_what_was_under_them() -> None:
    deep = write_extract(HANDOFF, count_tokens=count_tokens).texts[2]
    headings = [line for line in deep.split("\n") if line.startswith("#")]
    assert headings == [
        "# Hermes handoff",
        "## Decisions",
        "## State",
        "## Next steps",
        "## Constraints",
        "## Diary",
    ]
    assert deep.index("## Decisions") < deep.index("retry limit at 3") < deep.index("## State")
    for kept in (
        "- worker | 41 of 42 tests pass",
        "- Fix `test_resume_after_restart`",
        "- `make test-upload`",
    ):
        assert kept in deep
    assert check_levels(["x", "x", deep], HANDOFF, count_tokens=count_tokens)[2:] == []


@pytest.mark.parametrize("most", [70, 90, 120])
def test_rules_are_dropped_last(most: int) -> None:
    deep = _deep(HANDOFF, most)
    assert "keep the retry limit at 3" in deep
    assert "Never push to main" in deep
    assert "test_resume_after_restart" in deep
    assert count_tokens(deep) <= most


def test_the_rules_that_are_left_out_are_counted() -> None:
    rules = "\n".join(f"- Never touch {n}{noun} behind {n}{noun}s" for n, noun in enumerate(NOUNS))
    text = f"# Uploads\n\n## Constraints\n\n{rules}\n\n## Next steps\n\n- Look at the log\n"
    deep = _deep(text, 70)
    told = deep.count("Never touch")
    names = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    assert 0 < told < 9
    # Without the blank line Markdown would draw it into the last item.
    assert deep.endswith(f"\n\n(Left out: {names[9 - told]} prohibitions, one next step.)")
    assert "Left out" not in _deep(text, 400)


def test_sentences_of_one_paragraph_share_a_line() -> None:
    text = "# Uploads\n\nThe worker was moved. It retries parts.\n"
    assert _deep(text, 100) == "# Uploads\n- The worker was moved. It retries parts."


def test_a_first_sentence_that_is_the_title_is_told_once() -> None:
    code = "```\n" + "one two three\n" * 60 + "```\n"
    assert _deep(f"Look at these\n\n{code}\nThe second half is new.\n", 100).count("Look at these") == 1
    quoted = "> Somebody else said this.\n" * 60
    for text in (f"Look at these\n\n{code}", f"Look at these\n\n{quoted}"):
        for level in write_extract(text, count_tokens=count_tokens, count=3).texts:
            assert level.count("Look at these") == 1


def test_a_document_that_says_nothing_has_none() -> None:
    assert _deep("> ⚠️ SUPERSEDED\n", 3) == ""


def test_what_a_line_denies_is_told_under_that_line() -> None:
    text = f"# Uploads\n\nDo not split work across:\n\n- the browser of the server\n- the tab of Ann\n\n{FILLER}\n"
    lines = _deep(text, 80).split("\n")
    lead = lines.index("- Do not split work across:")
    assert lines[lead + 1 : lead + 3] == ["- the browser of the server", "- the tab of Ann"]
    assert "the browser of the server" not in write_extract(text, count_tokens=count_tokens).texts[1]


def test_a_span_that_is_cut_ends_before_the_next() -> None:
    tail = " ".join(["which reports the parts to the table of the old queue"] * 4)
    text = f"# Uploads\n\nThe worker must retry all 7 parts, {tail}. Ann must approve it.\n\n{FILLER}\n"
    assert "- The worker must retry all 7 parts. Ann must approve it." in _deep(text, 60).split("\n")


def test_a_short_answer_stands_with_its_question() -> None:
    text = f"""# Ferry move

## Open questions

- Who watches the on-call phone on Sunday? Nobody said yes.
- The last one was quiet.

## Notes

{FILLER}
"""
    deep = write_extract(text, count_tokens=count_tokens, count=4).texts[2]
    assert (
        "Who watches the on-call phone on Sunday? Nobody said yes." in deep or "Nobody said yes" not in deep
    )
    units = read_units(read_document(text), count_tokens)
    alone = write_deep("Ferry move", units, most_tokens=60, count_tokens=count_tokens)
    assert "Nobody said yes" not in alone.replace("Sunday? Nobody said yes", "")


def test_an_appointed_day_is_in_every_longer_level() -> None:
    text = f"""# Ferry move

## State

The office has two windows. The switch is planned for Sunday 06:00 UTC. Some chairs are green.

## Notes

{FILLER}
"""
    levels = write_extract(text, count_tokens=count_tokens, count=4).texts
    assert "planned for Sunday 06:00 UTC" in levels[1]
    assert "planned for Sunday 06:00 UTC" in levels[2]


def test_a_rule_or_a_short_sentence_stands_with_what_it_leans_on() -> None:
    said = "Migration 42 adds the index and takes six minutes. Do NOT run it at night. We tried it twice."
    deep = _deep(f"# Uploads\n\n## State\n\n{said}\n\n{FILLER}", 60)
    assert f"- {said}" in deep.split("\n")
    for room in range(20, 90, 5):
        deep = _deep(f"# Uploads\n\n## State\n\nThe branch has the query. {said}\n", room)
        assert (
            "Do NOT run it" not in deep or "Migration 42 adds the index and takes six minutes. Do NOT" in deep
        )
        assert "We tried it twice" not in deep or "Do NOT run it at night. We tried it twice." in deep


def test_an_open_question_is_told_with_what_it_is_about() -> None:
    questions = (
        "1. Two strings are longer than the line. May we cut them?\n2. Who reads French? Helen knows one.\n"
    )
    deep = _deep(f"# Uploads\n\n## Open questions\n\n{questions}\n## Diary\n\n{FILLER}", 70)
    assert "- Two strings are longer than the line. May we cut them?" in deep
    assert "- Who reads French?" in deep


def test_steps_of_a_paragraph_are_told_as_requests() -> None:
    steps = "First replace the old term in both chapters. Then finish chapter 6. The weather was fine then."
    deep = _deep(f"# Manual\n\n## What the next one should do\n\n{steps}\n\n## Diary\n\n{FILLER}", 50)
    assert "First replace the old term in both chapters. Then finish chapter 6." in deep


def test_commands_are_told_and_lines_of_a_log_are_not() -> None:
    log = "\n".join(f"Log line {n}: page {n} took {n * 7} ms, 2000 rows." for n in range(20))
    commands = "pytest tests/export -x\npython manage.py export --dry-run"
    deep = _deep(f"# Export\n\nIt was moved.\n\n## Commands\n```\n{commands}\n```\n{log}\n", 200)
    assert deep.split("\n")[-3:] == [
        "## Commands",
        "- `pytest tests/export -x`",
        "- `python manage.py export --dry-run`",
    ]


def test_what_begins_with_a_pronoun_is_not_cut() -> None:
    lean = (
        "It is a private matter of ward 7, and 12 patients of the old house like it that way 7 days a week."
    )
    text = f"# Ward\n\nThe 3 files lie open in room 12.\n{lean}\n"
    for most in range(20, 80):
        deep = _deep(text, most)
        assert lean in deep or "It is" not in deep, most
