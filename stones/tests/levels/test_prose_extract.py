"""LOD-0 and LOD-1 say what a document is, what turns it, and then the best of the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stones.levels import provisional_sentence, write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.extract_units import read_units
from stones.levels.extract.prose_extract import DETAIL, SCAN, write_prose
from stones.tests.levels.chat_doubles import count_tokens

FILLER = "\n\n".join(f"The weather of day {n} was much like that of the day before." for n in range(40))


def _scan(text: str) -> str:
    return provisional_sentence(text, count_tokens=count_tokens)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Uploads\n\nThe worker retries failed parts.\n", "Uploads: The worker retries failed parts."),
        (
            "# Plan: uploads\n\nThe worker retries failed parts.\n",
            "Plan: uploads — The worker retries failed parts.",
        ),
        (
            "# Uploads\n\n**Status**: core complete, rules pending\n",
            "Uploads: Status: core complete, rules pending.",
        ),
        ("# Uploads\n\n## Decision\n\nWe keep the old queue.\n", "Uploads: We keep the old queue."),
        (
            "---\ntitle: Uploads\ndescription: Why parts are retried.\n---\nAll.\n",
            "Uploads: Why parts are retried.",
        ),
        ("# 交接\n\n上传服务在失败后会重试三次。\n", "交接: 上传服务在失败后会重试三次。"),
        ("# Uploads\n\n## Status\n\nRejected\n\n## More\n\nAll.\n", "Uploads: Status: Rejected."),
        ("---\nstatus: draft\n---\n# Uploads\n", "Uploads: Status: draft."),
        (
            "---\ntitle: Uploads\ndeprecated: true\nreplaced_by: Parts 2\n---\nFailed parts are retried.\n",
            "Uploads: Status: deprecated, replaced by Parts 2. Failed parts are retried.",
        ),
        (
            "---\ntitle: Uploads\nstatus: superseded\nsuperseded-by: [ADR 3]\n---\nParts are retried.\n",
            "Uploads: Status: superseded by ADR 3.",
        ),
        (
            "---\ntitle: Uploads\ndeprecated: false\nsuperseded_by: none\n---\nFailed parts are retried.\n",
            "Uploads: Failed parts are retried.",
        ),
        ("# Uploads\n", "Uploads"),
        (
            "Uploads of the old worker\n\nIt retries failed parts.\n",
            "Uploads of the old worker: It retries failed parts.",
        ),
        (
            "Uploads\n-------\n\nParts\n=====\n\nFailed parts are retried.\n",
            "Uploads: Failed parts are retried.",
        ),
        (
            "# Uploads\n\n— Ann Maria Beck\n\nFailed parts are retried.\n",
            "Uploads: Failed parts are retried.",
        ),
        (
            "# Uploads\n\n.. image:: the-picture-of the old-worker\n\nFailed parts are retried.\n",
            "Uploads: Failed parts are retried.",
        ),
        (r"# Uploads \[[`a1b2`](https://e.example/x)]", "Uploads [a1b2]"),
        ("- milk\n- bread\n", "milk"),
        ("x = 1", "x = 1"),
        ("", "…"),
    ],
)
def test_the_title_and_what_the_document_is(text: str, said: str) -> None:
    assert _scan(text) == said


@pytest.mark.parametrize("mark", ["> ⚠️ ", "> [!WARNING]\n> ", "> **Warning:** ", "!!! danger\n    "])
def test_a_quote_that_warns_stands_first(mark: str) -> None:
    text = f"# Uploads\n\n{mark}This plan should NOT be executed.\n\nThe worker was moved to 3 hosts.\n\n{FILLER}\n"
    scan, detail, deep = write_extract(text, count_tokens=count_tokens).texts
    for level in (scan, detail):
        assert "This plan should NOT be executed." in level
        assert level.index("NOT be executed") < (level.find("The worker was moved") % 10_000)
    assert "This plan should NOT be executed." in deep


def test_what_the_reader_must_not_do_is_told_first() -> None:
    said = "Outage of 3 May. Job 17 used up the connections. {} The limit is not deployed. The page is slow."
    for rule in (
        "Do not restart the database.",
        "Nobody may restart the database.",
        "Bitte nicht neu starten.",
    ):
        assert rule in _scan(said.format(rule))
    assert "Nobody knows" not in _scan(said.format("Nobody knows the cause."))


def test_the_first_words_of_a_text_without_a_title_stand_before_the_best_of_the_rest() -> None:
    said = "For whoever takes my class on Thursday: they have read six chapters and argue whether the narrator lies"
    text = f"{said}.\n\nDon't collect the homework of chapters 4 to 6, I moved it to next week, they know of it.\n"
    assert _scan(text).startswith(said)
    assert _scan(f"# Class\n\n{text}").startswith("Class: Don't collect the homework")
    assert _scan(f"{said}.\n\n> ⚠️ Must NOT be sent to 4b.\n").startswith("Must NOT")


def test_what_was_left_behind_is_told_by_no_level() -> None:
    old = "## Old plan (superseded)\n\nDrop the table in 2 steps NOW."
    text = f"# Uploads\n\nThe worker retries parts.\n\n{old}\n\n{FILLER}"
    assert not any(
        "Drop the table" in level for level in write_extract(text, count_tokens=count_tokens).texts
    )


def test_nobody_speaks_and_nothing_is_framed() -> None:
    thread = (
        "# Uploads\n\nTask: fix it by tonight.\n\nAnn: It fails on ARM since 4.2.\n\nBob: I can take it.\n"
        + FILLER
    )
    for level in write_extract(thread, count_tokens=count_tokens).texts:
        assert "says" not in level
        assert "The text" not in level
        assert "is about" not in level


def test_a_bare_detail_is_no_second_span_of_lod_0() -> None:
    text = "# Uploads\n\nThe worker retries failed parts.\n\nBoth of it.\n\n## Diary\n\n\n\nGrass grew along it.\n"
    assert _scan(text) == "Uploads: The worker retries failed parts."


TITLE = "PRD: Resumable uploads for the worker, the console and the scheduler of the northern depot"
SAID = (
    "Integrate resumable uploads into the worker, the console and the scheduler of the northern depot, so that "
    "whoever sends large files over a bad line needs to send only what has not arrived before"
)


def test_a_sentence_that_says_the_title_again_stands_alone_where_only_a_step_would_stand_beside_it() -> None:
    step = "## Steps\n\n- [ ] Create `resume.py` in the worker\n"
    for below in (step, ""):
        said = _scan(f"# {TITLE}\n\n## Overview\n\n{SAID}.\n\n{below}")
        assert said.startswith("Integrate resumable uploads into the worker")
    status = _scan(f"# {TITLE}\n\n## Overview\n\n{SAID}.\n\nStatus: rejected by Ann.\n\n{step}")
    assert status.startswith("PRD: Resumable uploads")
    assert "Status: rejected by Ann" in status


def test_lod_1_goes_on_with_the_best_of_the_rest_in_its_order() -> None:
    steps = "## Next steps\n\n- Fix `test_resume` before 5.0\n- Never drop the table\n"
    text = f"# Uploads\n\nThe worker retries parts.\n\n{FILLER}\n\n{steps}"
    detail = write_extract(text, count_tokens=count_tokens).texts[1]
    assert detail.startswith("Uploads: The worker retries parts. ")
    assert "Next steps: Fix test_resume before 5.0; Never drop the table." in detail


WORDS = st.lists(
    st.sampled_from(
        [
            "the",
            "worker",
            "must",
            "not",
            "fail;",
            "3",
            "parts",
            "—",
            "e.g.",
            "ARM",
            "(now).",
            "Ann!",
            "上传。",
        ]
    ),
    max_size=30,
)


@given(st.lists(WORDS.map(" ".join), min_size=1, max_size=12), st.integers(20, 150))
def test_it_fits_on_one_line_and_says_what_the_text_says(lines: list[str], most: int) -> None:
    text = "# " + "\n\n".join(lines)
    document = read_document(text)
    units = read_units(document, count_tokens)
    for form in (SCAN, DETAIL):
        said = write_prose(document.title, units, form, most_tokens=most, count_tokens=count_tokens)
        assert count_tokens(said) <= most
        assert "\n" not in said
        for word in said.partition(" (Left out: ")[0].replace("—", " ").split():
            assert word.strip(".:;,…。()") in text


def test_a_description_is_told_sentence_by_sentence() -> None:
    more = " ".join(f"It says much about the old queue of part {n}." for n in range(9))
    text = (
        f"---\ntitle: Uploads\ndescription: Why parts are retried. {more}\n---\nNever touch the 7 queues.\n"
    )
    assert _scan(text).startswith("Uploads: Why parts are retried.")


def test_a_talk_without_interjections() -> None:
    turns = (
        "Ann: I don't know.\nBob: No.\nAnn: We move the retries of all uploads to the new queue on Monday.\n"
    )
    said = write_extract(turns * 12, count_tokens=count_tokens).texts[0]
    assert said == "Ann: We move the retries of all uploads to the new queue on Monday."


def test_what_the_next_sentence_takes_back_is_told_with_it_or_not_at_all() -> None:
    kept = "The worker retries every part of all uploads."
    assert f"{kept} But nobody reads its report." in _scan(
        f"# Uploads\n\n{kept} But nobody reads its report.\n"
    )
    long = f"But nobody reads {'what it reports of them ' * 9}."
    assert kept not in _scan(f"# Uploads\n\n{kept} {long}\n")


@pytest.mark.parametrize(
    ("proposal", "verdict"),
    [
        (
            "Ada proposed to buy a remote cache for 900 EUR.",
            "Rejected; Bruno will try a local one and report.",
        ),
        ("We raised the keepalive to 75 on both gateways.", "It did not help, the errors are still there."),
    ],
)
def test_a_proposal_is_told_with_its_verdict_or_not_at_all(proposal: str, verdict: str) -> None:
    said = _detail(f"# Minutes\n\n{proposal} {verdict}\n\n{FILLER}")

    assert f"{proposal} {verdict}" in said or (proposal not in said and verdict not in said)


def test_what_is_agreed_later_replaces_what_was_proposed() -> None:
    text = (
        "Chiara proposed 14 days instead of 30. Dmitri needs 30 days for logins. Agreed: 30 days for logins."
    )

    said = _detail(f"# Minutes\n\n{text}\n\nThe old library by the river was cold.\n\n{FILLER}")

    assert "Agreed: 30 days for logins." in said
    assert "Chiara proposed" not in said


def _detail(text: str) -> str:
    return write_extract(f"# Uploads\n\n{text}\n", count_tokens=count_tokens, count=3).texts[1]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The old queue is slow.", "Use the new worker queue instead."),
        ("Got merge conflicts of the branch?", "Close the request and delete the branch."),
        ("In 10, a missing slash never matched.", "In 11, a missing slash raises an error."),
        ("The flag takes any name.", "Set by the worker, never change the 7 names."),
        ("Ann owns the old list.", "We must always ask them first."),
        ("Migration 42 adds the index.", "Do NOT run it between 1 and 3."),
        ("The index grows all day.", "Always run it before the 7 others."),
        ("Two strings are too long.", "May we cut all 7 strings?"),
    ],
)
def test_a_sentence_that_leans_stands_right_behind_the_one_before(first: str, second: str) -> None:
    items = "\n".join(f"- Worker {n} moves {n} parts of day {n * 7}" for n in range(60))
    text = f"{items}\n- {first} {second}\n"
    detail = _detail(text)
    assert f"{first} {second}" in detail or second not in detail
    assert f"{first} {second}" in _detail(f"- {first} {second}")


def test_the_heading_that_turns_a_list_stands_before_it_once() -> None:
    steps = "- Resume after the 2 limits\n- Docker as a sandbox"
    detail = _detail(f"The page is live.\n\n## What has NOT been tested yet\n\n{steps}")
    assert "What has NOT been tested yet: Resume after the 2 limits; Docker as a sandbox." in detail


def test_a_question_above_needs_no_colon() -> None:
    assert "Is it safe? Never without the lock." in _detail("## Is it safe?\n\nNever without the lock.")


def test_a_field_of_records_names_its_record() -> None:
    states = ("moved by Ann", "open since 3 May", "waits for Bob")
    records = "\n\n".join(f"## BUG-{n}\n\n- **Status:** {state}" for n, state in enumerate(states))
    assert "BUG-1: Status: open since 3 May." in _detail(f"{records}\n\n## More\n\n{FILLER}")


def test_what_only_says_that_something_follows_is_not_told() -> None:
    lead = "What is new since May is the following."
    text = f"# Lamps\n\n{lead}\n\n## Piers\n\n- The north pier has red lamps.\n\n{FILLER}"
    assert "following" not in _scan(text)


def test_what_leads_in_to_a_list_stands_for_a_text_that_says_nothing_else() -> None:
    text = "# Lamps\n\nThe harbour now closes these berths to the ferries:\n\n- 873\n- 992\n"
    assert _scan(text) == "Lamps: The harbour now closes these berths to the ferries …"


def test_what_leads_in_with_a_full_stop_ends_with_one_mark() -> None:
    assert (
        _scan("# Lamps\n\nThe berths are as follows.\n\n- 873\n- 992\n")
        == "Lamps: The berths are as follows …"
    )
