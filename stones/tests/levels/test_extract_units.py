"""The spans that a level may be made of."""

import pytest

from stones.levels.author_rules import RuleKind
from stones.levels.document_parser import PartKind, read_document
from stones.levels.extract import write_extract
from stones.levels.extract.extract_units import read_units
from stones.levels.extract.unit import Unit
from stones.tests.levels.chat_doubles import count_tokens


def _units(text: str) -> list[Unit]:
    return read_units(read_document(text), count_tokens)


def _unit(text: str, said: str) -> Unit:
    return next(unit for unit in _units(text) if unit.text == said)


def test_they_are_sentences_items_rows_and_commands_in_order() -> None:
    text = "# Uploads\n\nIt fails. It was `moved`.\n\n- Ann has it\n\n| a | b |\n\n```sh\n$ make test # all\n```\n"
    assert [(unit.text, unit.kind, unit.line) for unit in _units(text)] == [
        ("Uploads", PartKind.HEADING, 1),
        ("It fails.", PartKind.TEXT, 3),
        ("It was `moved`.", PartKind.TEXT, 3),
        ("Ann has it", PartKind.ITEM, 5),
        ("a | b", PartKind.ROW, 7),
        ("`make test`", PartKind.CODE, 10),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "## Example\n\nThe worker fails.",
        "> ⚠️ SUPERSEDED\n\nThe worker fails.",
        "Kim wrote this.\n§QASTONE§\nThe worker fails.\n§/QASTONE§",
        "Maybe the worker fails.",
        "(Beside this the worker fails.)",
        "Author: the worker fails.",
        "See why the worker fails.",
        "I hope that you like the worker!",
        "Let me know if you want the worker to go on with anything else.",
    ],
)
def test_nothing_of_what_the_document_does_not_say_or_that_says_nothing(text: str) -> None:
    assert [unit.text for unit in _units(text) if "worker" in unit.text] == []


def test_what_was_weighed_is_told_where_it_was_decided() -> None:
    text = "## Alternatives\n\nA ledger of digests. We decided against it.\n"
    assert [unit.text for unit in _units(text) if unit.kind is PartKind.TEXT] == ["We decided against it."]
    assert not _units(text)[-1].is_prose


def test_a_warning_set_apart_near_the_top_turns_the_rest() -> None:
    text = "# Plan\n\n> ⚠️ Must not be run.\n\nIt was moved. Never drop it.\n"
    assert [unit.text for unit in _units(text) if unit.is_turning] == ["⚠ Must not be run."]
    far = "\nIt was moved.\n" * 40
    assert not any(unit.is_turning for unit in _units(f"# Plan\n{far}\n> ⚠️ Must not be run.\n"))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Use the new worker here", "The very new worker here"),
        ("It was not moved there", "It was then moved there"),
        ("Never move it to there", "It was never moved there"),
        ("Do NOT move it to there", "We do NOT move it there"),
        ("It fails in 3 cases", "It fails in some cases"),
        ("It runs on ARM now", "It runs on that now"),
        ("It was moved to another", "Was it moved to another?"),
        ("You must always ask Ann **NOW**", "You must always ask Ann then"),
    ],
)
def test_what_makes_a_span_worth_more(better: str, worse: str) -> None:
    text = f"{'Filler of the top. ' * 3}\n\n" * 12 + f"- {better}\n- {worse}\n"
    worths = [unit.worth for unit in _units(text)[-2:]]
    assert worths[0] > worths[1]


def test_the_head_of_a_document_says_what_it_is() -> None:
    text = "# Uploads\n\nThis retries parts.\n\nWorkers retry often.\n\n**Status**: done by Ann\n\n- Nobody saw Bob\n"
    lead = _unit(text, "Workers retry often.")
    assert lead.headline == pytest.approx(0.3)
    assert _unit(text, "Status: done by Ann").headline == pytest.approx(0.5)
    assert _unit(text, "Nobody saw Bob").headline < 0


@pytest.mark.parametrize(
    ("filler", "recurring", "rare"),
    [
        ("The pool lost a lease. Every lease of the pool ends. ", "One lease ended", "Ann baked bread"),
        ("工作进程失去租约。租约到期。", "工作进程租约到期", "安娜今天烤面包"),
    ],
)
def test_a_span_whose_words_recur_is_about_the_document(filler: str, recurring: str, rare: str) -> None:
    text = f"# Uploads\n\n{filler}\n\n- {rare}\n- {recurring}\n"
    assert _unit(text, recurring).headline > _unit(text, rare).headline


@pytest.mark.parametrize(
    ("text", "said", "is_prose"),
    [
        ("The worker fails often.", "The worker fails often.", True),
        ("So be it.", "So be it.", False),
        ("The worker needs these:", "The worker needs these:", False),
        ("The pool is paused AND", "The pool is paused AND", False),
        ("# The worker fails often", "The worker fails often", False),
        ("## Non-goals\n\n- A new page for all uploads", "A new page for all uploads", False),
        ("## Non-goals\n\n- There is no page for uploads", "There is no page for uploads", True),
        ("Because the worker could run there too.", "Because the worker could run there too.", False),
        ("If the worker fails, the pool stops.", "If the worker fails, the pool stops.", True),
        ("- It must be called first", "It must be called first", False),
        ("The plan was originally accepted there.", "The plan was originally accepted there.", False),
        ("| a | b | c |\n|---|---|---|\n| id | string | yes |", "id | string | yes", False),
        ("- [The guide of the workers](https://e.example/x)", "The guide of the workers", False),
        ("- **The table of old workers**", "The table of old workers", False),
        ('- "docs: add the session summary"', '"docs: add the session summary"', False),
        ("- Ann: +1", "Ann: +1", False),
        ("Both (old. The worker fails often.) stay.", "The worker fails often.) stay.", False),
        ("Ann: Is it safe?\nBob: There is no lock now.", "Bob: There is no lock now.", False),
        ("Ann: It is safe.\nBob: There is no lock now.", "Bob: There is no lock now.", True),
        ("- [ ] Review checklist passed", "[ ] Review checklist passed", True),
        ("- [ ] Ann: tell the team", "[ ] Ann: tell the team", True),
        ("- [ ] Review the checklist again", "Review the checklist again", True),
        ("- [x] Review the checklist again", "[x] Review the checklist again", True),
    ],
)
def test_what_stands_alone_in_a_paragraph(text: str, said: str, is_prose: bool) -> None:
    assert _unit(text, said).is_prose is is_prose


def test_what_is_forbidden_under_a_heading_is_told_with_it() -> None:
    text = "The pumps run.\n\nWhat must not be done. Restart pump 4 by hand. The gate is open since May.\n"
    assert _unit(text, "Restart pump 4 by hand.").turned_by == "What must not be done"
    assert _unit(text, "The gate is open since May.").turned_by == ""
    assert (
        "What must not be done: Restart pump 4 by hand."
        in write_extract(text, count_tokens=count_tokens, count=3).texts[1]
    )


@pytest.mark.parametrize(
    "remark",
    [
        "Not decided.",
        "Noch nicht bestätigt.",
        "DONE.",
        "(Not yet applied.)",
        "If it is not, the old one stays.",
        "By Friday 3 March.",
        "Before the next visit.",
        "Exception: those who have had one.",
        "Except on Mondays.",
    ],
)
def test_a_remark_stands_with_what_it_is_about(remark: str) -> None:
    said = f"Petra wants a second reminder. {remark}"
    assert [unit.text for unit in _units(f"# Visits\n\n{said} The page is live.")][1:] == [
        said,
        "The page is live.",
    ]


def test_an_exception_on_a_line_of_its_own_stands_with_its_rule() -> None:
    text = "# Payments\n\nNever retry a capture.\nException: those with a key.\n"
    assert "Never retry a capture. Exception: those with a key." in [unit.text for unit in _units(text)]


@pytest.mark.parametrize(
    "second", ["Please tell nobody that date before May.", "The auditor of the ward said no.", "Ana refused."]
)
def test_what_points_at_the_sentence_before_leans_on_it(second: str) -> None:
    first = "The ward opens on 3 June."
    before = _unit(f"{first} {second}", second).before
    assert before is not None
    assert before.text == first


def test_what_is_a_rule_or_a_request() -> None:
    text = "## Decisions\n\n- Keep the old queue\n- The old queue stays\n"
    found = [(unit.rule, unit.is_marked, unit.is_request) for unit in _units(text)[1:]]
    assert found == [(RuleKind.DECISION, True, True), (RuleKind.DECISION, True, False)]
    steps = "## Next\n\nFirst drop the queue. Then ask Ann. It is old.\n\n## State\n\nDrop it.\n"
    found = [(unit.rule, unit.is_marked, unit.is_request) for unit in _units(steps) if unit.line in (3, 7)]
    assert found == [
        (RuleKind.NEXT, True, True),
        (RuleKind.NEXT, True, True),
        (None, False, False),
        (None, False, False),
    ]


def test_a_prohibition_under_what_was_skipped_is_the_name_of_a_task() -> None:
    text = "# Plan\n\n## {}\n\n- Never drop a part\n"
    rest, rules = (_unit(text.format(name), "Never drop a part").worth for name in ("Skipped", "The worker"))
    assert rest < rules


def test_the_description_of_the_front_matter_comes_first() -> None:
    text = "---\ndescription: Why uploads fail.\n---\n\nThey were moved.\n"
    assert _units(text)[0].text == "Why uploads fail."


def test_a_long_chain_of_leaning_sentences_is_told_to_its_fifth() -> None:
    text = "The worker runs at night. " + " ".join(f"It has {n} parts since May." for n in range(1, 9))
    prose = [unit.text for unit in _units(text) if unit.is_prose]
    assert prose[-1] == "It has 5 parts since May."


def test_what_came_before_heads_nothing() -> None:
    said = "Nine nurses run the ward."
    past, now = (
        _unit(f"# Ward\n\nThe ward.\n\n## {section}\n\nIt opens.\n\n{said}", said)
        for section in ("Background", "State")
    )
    assert now.headline - past.headline > 0.2
    assert past.worth == now.worth


@pytest.mark.parametrize(
    ("text", "before", "said"),
    [
        (
            "The key was changed. Who cannot open has the old one: help them.",
            "The key was changed.",
            "Who cannot open has the old one: help them.",
        ),
        (
            "Locks were oiled. You may want to do this in spring.",
            "Locks were oiled.",
            "You may want to do this in spring.",
        ),
        ("- Keys: ask Tom. Don't ask in public.", "Keys: ask Tom.", "Don't ask in public."),
    ],
)
def test_a_sentence_without_its_object_stands_behind_the_one_before(
    text: str, before: str, said: str
) -> None:
    unit = _unit(text, said)
    assert unit.before is not None
    assert unit.before.text == before


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("    pool reset --all\n", "Empty the pool by running: `pool reset --all`"),
        ("```sh\n$ pool reset --all  # slow\n```\n", "Empty the pool by running: `pool reset --all`"),
        ("    pool reset\n    pool start\n", "Empty the pool by running:"),
        ("```json\n{}\n```\n", "Empty the pool by running:"),
    ],
)
def test_a_sentence_that_leads_in_to_one_command_is_told_with_it(code: str, told: str) -> None:
    text = f"# Pool\n\nEmpty the pool by running:\n\n{code}\nIt takes an hour.\n"
    assert _unit(text, told).is_lead == told.endswith(":")


def test_a_text_on_an_archive_is_not_archived() -> None:
    assert _unit("# Weather archive\n\nThe files are kept.", "The files are kept.").is_prose
    assert not _units("# Notes\n\n## Archive\n\nThe files are kept.")[2:]
