"""A sender's own words: what is a fault in them, and what only is left out."""

import pytest

from stones.levels.summary import SummaryReport, check_summary
from stones.levels.summary.level_form import form_faults
from stones.tests.levels.chat_doubles import count_tokens

TEXT = """# Handoff: move uploads to the new queue

> ⚠️ Do not merge in stage 1: the old workers still read the table.

Ann moved the retry limit to 5 in `src/upload/worker.py`; 18/18 integration tests pass since 2026-01-30.
The dashboard shows 7 failed jobs. Run `make deploy ENV=staging` after the review. Look at ORDER_LIMIT.

## Next steps

1. Bob reviews the pull request #41.
2. Switch the dashboard to the new queue.

## Archived: the first plan

- Copy all rows of the orders table to the archive bucket by hand.
- Restart every worker after each batch.

## Non-goals

- A new admin page for uploads
"""
SUMMARY = "Uploads move to the new queue; Bob reviews #41. Do not merge in stage 1."


def _check(summary: str = SUMMARY, detail: str = "", text: str = TEXT) -> SummaryReport:
    return check_summary(summary, detail, text, count_tokens=count_tokens)


def _codes(detail: str, text: str = TEXT) -> list[str]:
    return [fault.code for fault in _check(detail=detail, text=text).faults]


@pytest.mark.parametrize(
    "detail",
    [
        "",
        "Ann moved the retry limit to 5 in src/upload/worker.py.",
        "All 18/18 integration tests pass since January 30, 2026.",
        "The dashboard shows 7 failed jobs; run `make deploy ENV=staging` after the review.",
        "The first plan, to copy all rows of the orders table to the archive bucket by hand, is archived.",
        "A new admin page for uploads is not planned. Nothing is merged yet.",
        "PR #41 waits for Bob's review. Reviewing comes first.",
        "Bob hat #41 zur Prüfung.",
    ],
)
def test_honest_words_have_no_fault(detail: str) -> None:
    assert _check(detail=detail).faults == ()


@pytest.mark.parametrize(
    ("detail", "code"),
    [
        ("Ann moved the retry limit to 6.", "number"),
        ("The dashboard shows 5 failed jobs.", "number"),
        ("17/18 integration tests pass.", "number"),
        ("The tests pass since 2026-01-31.", "number"),
        ("Bob reviews #42.", "number"),
        ("It is in src/upload/queue.py now.", "path"),
        ("Ann moved the [retry limit](https://e.example/x).", "path"),
        ("Run `make deploy ENV=production` after the review.", "command"),
        ("Look at ORDER_LIMITS.", "identifier"),
        ("Ann asked Marta to help.", "name"),
        ("Merge in stage 1.", "negation"),
        ("Run make deploy on staging; a new admin page for uploads is planned.", ""),
        ("Do not switch the dashboard to the new queue.", "negation"),
        ("Copy all rows of the orders table to the archive bucket by hand.", "superseded"),
        ("word " * 151, "too_long"),
        ("- Ann moved the retry limit.", "not_prose"),
        ("Ann moved the retry limit.\n\nBob reviews it.", "not_prose"),
    ],
)
def test_what_the_text_does_not_say_is_a_fault(detail: str, code: str) -> None:
    assert _codes(detail) == [code] * bool(code)


def test_a_day_of_another_year_is_a_fault() -> None:
    text = f"{TEXT}\nThe integration tests exist since March 2, 2025, and pass; 30 were slow.\n"
    assert _codes("18/18 integration tests pass since January 30, 2026.", text) == []
    assert set(_codes("18/18 integration tests pass since January 30, 2025.", text)) == {"number"}


@pytest.mark.parametrize(
    ("summary", "code"),
    [
        ("", "empty"),
        ("word " * 49, "too_long"),
        ("Bob reviews it. Ann moved it. It is new.", "sentences"),
        ("# Uploads", "not_prose"),
    ],
)
def test_the_form_of_a_summary(summary: str, code: str) -> None:
    assert [(f.code, f.field) for f in _check(summary).faults if f.field == "summary"] == [(code, "summary")]


def test_a_sentence_slightly_too_long_is_taken_and_a_longer_one_says_how_much_to_cut() -> None:
    text = f"{TEXT} {'word ' * 60}"
    assert _check("word " * 48, text=text).faults == ()
    (fault,) = _check("word " * 60, text=text).faults
    assert fault.message == (
        "summary: it has 60 tokens in 60 words; at most 40 tokens are allowed: cut about 20 words."
    )
    [(code, message)] = form_faults(0, "rotate_signing_key_" * 10, tokens=50, content_tokens=900)
    assert (code, message) == (
        "too_long",
        "It has 50 tokens in 1 word; at most 40 tokens are allowed: cut about 10 tokens of its long words.",
    )


def test_a_fault_says_in_one_line_what_to_mend_and_where() -> None:
    turned = next(f for f in _check("Merge in stage 1.").faults if f.code == "negation")
    assert (turned.field, turned.line) == ("summary", 3)
    assert turned.message == (
        'summary: "Merge in stage 1" turns round what the text denies in line 3: "Do not merge in stage 1".'
    )
    outdated = _check(detail="Restart every worker after each batch.").faults[0]
    assert (outdated.code, outdated.line) == ("superseded", 16)
    assert all("\n" not in message for message in _check(detail="Ask Marta, says Zoe.").messages)


def test_a_warning_near_the_top_that_is_not_told_is_named() -> None:
    report = _check("Uploads move to the new queue; Bob reviews #41.")
    assert report.faults == ()
    assert [(each.code, each.line, each.text) for each in report.left_out] == [
        ("prohibition", 3, "Do not merge in stage 1")
    ]
    assert report.messages == ('left out: "Do not merge in stage 1" (line 3)',)


@pytest.mark.parametrize(
    "summary",
    [
        "Do not merge in stage 1.",
        "Merging in stage 1 is forbidden.",
        "Not to be merged in stage 1.",
    ],
)
def test_what_is_told_in_summary_or_detail_is_not_named(summary: str) -> None:
    assert _check(f"Uploads move to the new queue. {summary}").left_out == ()
    assert _check("Uploads move to the new queue.", summary).left_out == ()


def test_an_inverted_warning_is_left_out_too() -> None:
    report = _check("Uploads move to the new queue. Merge in stage 1.")
    assert [each.code for each in report.faults] == ["negation"]
    assert [each.line for each in report.left_out] == [3]


@pytest.mark.parametrize(
    ("heading", "is_first"),
    [("4. Prohibitions", True), ("Must not", True), ("What is not allowed", True), ("Habits", False)],
)
def test_prohibitions_of_a_section_called_so_come_first(heading: str, is_first: bool) -> None:
    text = (
        f"# The mill\n\nPlease oil the pump. {'It runs. ' * 20}\n\n"
        + "More on it.\n\n" * 30
        + f"## {heading}\n\n"
        "- No welding in the loft from May on.\n- The key is not to be lent to guests.\n"
    )
    named = [each.text for each in _check("The mill runs.", text=text).left_out]
    expected = ["No welding in the loft from May on", "The key is not to be lent to guests"]
    assert sorted(named) == (sorted(expected) if is_first else [])


def test_prohibitions_in_a_paragraph_under_such_a_heading_come_first() -> None:
    text = (
        "# Mill\n\n"
        + "It runs.\n\n" * 30
        + "## What must not be done\n\nDo not oil the belt. It slips then.\n"
    )
    assert [each.text for each in _check("The mill runs.", text=text).left_out] == ["Do not oil the belt"]


def test_at_most_five_are_named_the_most_important_first() -> None:
    rules = "\n".join(
        f"- **Never** touch the {name} table." for name in ("a1", "b2", "c3", "d4", "e5", "f6", "g7")
    )
    text = f"# Rules\n\n{rules}\n\n⚠️ DO NOT deploy on Friday.\n\n{TEXT}"
    report = _check(
        "Rules for the tables.", "Some rules for the tables and the uploads are given here.", text
    )
    assert len(report.left_out) == 5
    assert report.left_out[0].text == "DO NOT deploy on Friday"
    assert len(_check("Rules for the tables.", "", text).left_out) == 2


@pytest.mark.parametrize(
    "sentence",
    [
        "The tabs were never in the live bundle.",
        "I don't think that the queue is slow.",
        "The parser never drops a row.",
        "Performance does not depend on the number of workers.",
        "I would like to keep it so if you do not object.",
        "It fails about once in sixty runs, never locally.",
    ],
)
def test_what_forbids_nothing_is_not_named(sentence: str) -> None:
    assert _check("Uploads.", "", f"# Uploads\n\n{sentence}\n\nMore is said below.").left_out == ()


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (
            "# Pumps\n\nThe old figure of 2,400 should not be repeated.",
            "The old figure of 2,400 should not be repeated",
        ),
        ("# Pumps\n\nSkipping tests with @skip is not allowed.", "Skipping tests with @skip is not allowed"),
        ("# Pumps\n\nRun it by cron, never by hand.", "never by hand"),
        ("# Pumps\n\n## Do not\n\n- Do not sell one. Legal expects that.", "Do not sell one"),
        ("site;note;fee\nArles;;4\nBonn;ends in May, do not renew;5\nCork;;6", "Bonn: do not renew"),
        ("# Pumps\n\n| site | note |\n|---|---|\n| Bonn | do not renew |\n| Cork | |", "Bonn: do not renew"),
    ],
)
def test_a_prohibition_is_quoted_whole(text: str, quoted: str) -> None:
    said = "Some words about the pumps and sites."
    assert [each.text for each in _check("Pumps.", said, text).left_out] == [quoted]


@pytest.mark.parametrize(
    ("text", "honest", "inverted"),
    [
        (
            "# Übergabe\n\n**Achtung:** Das Schema darf vor Freitag nicht geändert werden.\n\nDie Tests laufen.",
            "Übergabe: Das Schema darf vor Freitag nicht geändert werden.",
            "Übergabe: Das Schema vor Freitag geändert.",
        ),
        (
            "# Traspaso\n\n**Importante:** no ejecutar la migración en producción.\n\nLas pruebas pasan.",
            "Traspaso: no ejecutar la migración en producción.",
            "Traspaso: ejecutar la migración en producción.",
        ),
        (
            "# Transmission\n\n**Attention :** il ne faut pas relancer le service.\n\nLes tests passent.",
            "Transmission : il ne faut pas relancer le service.",
            "Transmission : il faut relancer le service.",
        ),
        (
            "# 交接\n\n**注意：不要在生产环境运行迁移。**\n\n测试通过。",
            "交接：不要在生产环境运行迁移。",
            "交接：在生产环境运行迁移。",
        ),
    ],
)
def test_other_languages(text: str, honest: str, inverted: str) -> None:
    assert _check(honest, "", text) == SummaryReport()
    turned = _check(inverted, "", text)
    assert {fault.code for fault in turned.faults} | {each.code for each in turned.left_out} >= {
        "prohibition"
    }
    assert [each.line for each in _check(honest.split(":")[0].split("：")[0] + ".", "", text).left_out] == [3]
