"""Which parts are what the document says."""

import pytest

from stones.levels.document_parser import Standing, read_document

S = Standing


def _standings(text: str) -> dict[str, Standing]:
    return {part.plain: part.standing for part in read_document(text).parts}


@pytest.mark.parametrize(
    ("heading", "standing"),
    [
        ("Part 2 (ARCHIVED)", S.SUPERSEDED),
        ("Previous session", S.SUPERSEDED),
        ("Old plan", S.SUPERSEDED),
        ("The plan (old)", S.SUPERSEDED),
        ("Removal of the old queue", S.CURRENT),
        ("B2 — CLOSED", S.SUPERSEDED),
        ("Basic example", S.EXAMPLE),
        ("Beispiele", S.EXAMPLE),
        ("Report template", S.TEMPLATE),
        ("Alternatives", S.HYPOTHESIS),
        ("备选方案", S.HYPOTHESIS),
        ("Next steps", S.CURRENT),
        ("Expected behavior", S.HYPOTHESIS),
        ("What had been planned", S.HYPOTHESIS),
        ("Was geplant war", S.HYPOTHESIS),
        ("Lo que se había previsto", S.HYPOTHESIS),
        ("What we plan", S.CURRENT),
        ("Threshold", S.CURRENT),
    ],
)
def test_a_heading_gives_its_section_a_standing(heading: str, standing: Standing) -> None:
    found = _standings(
        f"# Uploads\n\n## {heading}\n\n### Deeper\n\nThe worker fails.\n\n## State\n\nIt runs.\n"
    )
    assert (found["The worker fails."], found["It runs."]) == (standing, S.CURRENT)


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("For example, the worker fails.", S.EXAMPLE),
        ("Perhaps the worker fails.", S.HYPOTHESIS),
        ("Hypothesis: the worker fails.", S.HYPOTHESIS),
        ("10:14 suspected the worker.", S.HYPOTHESIS),
        ("[10:14] thought it was the worker. swapped it.", S.HYPOTHESIS),
        ("Erster Verdacht: der Dienst.", S.HYPOTHESIS),
        ("Suspected cause: the worker.", S.CURRENT),
        ("~~The worker fails.~~", S.SUPERSEDED),
        ("Hello {name}, the worker fails.", S.TEMPLATE),
        ("Write `sessions/YYYY-MM-DD.md` first.", S.CURRENT),
        ("The worker fails.", S.CURRENT),
    ],
)
def test_a_part_says_its_own(text: str, standing: Standing) -> None:
    (part,) = read_document(text).parts
    assert part.standing is standing


def test_below_a_banner_nothing_is_current() -> None:
    found = _standings(
        "# Plan\n\n> ⚠️ SUPERSEDED by plan 2. Do not run it.\n\nDrop the table.\n\n## Steps\n\n- Run it\n"
    )
    assert found["SUPERSEDED by plan 2. Do not run it."] is S.CURRENT
    assert {found["Drop the table."], found["Run it"]} == {S.SUPERSEDED}


@pytest.mark.parametrize(
    ("item", "later", "standing"),
    [
        ("Settle the default engine/model", "Task 1 — default engine/model: SETTLED", S.SUPERSEDED),
        ("Next: Checkpoint 4 — final audit", "2026-06-05: Checkpoint 4 completed", S.SUPERSEDED),
        ("Show the live preview", "Live preview: the show ✅", S.SUPERSEDED),
        ("Settle the default engine/model", "Task 1 — default engine/model: not done", S.CURRENT),
        ("Settle the default engine/model", "Engine: done", S.CURRENT),
        ("The default engine/model is slow", "Default engine/model: done", S.CURRENT),
    ],
)
def test_an_item_that_a_later_heading_settles(item: str, later: str, standing: Standing) -> None:
    assert _standings(f"- {item}\n\n### {later}\n\nAnn has it.\n")[item] is standing
    assert _standings(f"### {later}\n\n- {item}\n")[item] is S.CURRENT


def test_a_banner_holds_for_its_section_alone() -> None:
    found = _standings(
        "# Plan\n\n## Old way\n\n**Obsolete:** see below.\n\nDrop it.\n\n## New way\n\nKeep it.\n"
    )
    assert (found["Drop it."], found["Keep it."]) == (S.SUPERSEDED, S.CURRENT)


@pytest.mark.parametrize(
    ("newest", "older"),
    [
        (
            "**2031-05-14 (LATEST) — the gate is open.** It squeaks.",
            "**2031-05-14 (prior) — the gate is shut.**",
        ),
        (
            "**14 May 2031 — the gate is open.** It squeaks.",
            "**12 May 2031 (older) — the gate is shut.** Wait.",
        ),
        (
            "### 2031-05-14 — gate\n\nThe gate is open.",
            "### 2031-05-14 (earlier) — gate\n\nThe gate is shut.",
        ),
    ],
)
def test_an_entry_that_is_called_older_is_superseded(newest: str, older: str) -> None:
    log = f"{newest}\n- the key hangs in hall 3\n\n{older}\n\n**Open:** who has the key?"
    text = f"# Yard\n\n{log}\n\n## Map\n\nSee hall 3.\n"
    left = [part.plain for part in read_document(text).parts if part.standing is Standing.SUPERSEDED]
    assert "Open: who has the key?" in left
    assert any("is shut" in each for each in left)
    assert not any("is open" in each or "hall 3" in each for each in left)


def test_a_phase_that_is_archived_is_no_banner() -> None:
    parts = read_document(
        "# Mill\n\n**Phase**: order 12 of the mill - ARCHIVED\n**Mode**: ready for order 13\n"
    ).parts
    assert {part.standing for part in parts} == {Standing.CURRENT}


def test_of_a_log_that_counts_down_only_the_latest_is_current() -> None:
    log = "# Log\n\n## Session 8\n\nMerged.\n\n## Session 7\n\nNot merged.\n\n## Roadmap\n\nMerge it.\n"
    found = _standings(log)
    assert [found[text] for text in ("Merged.", "Not merged.", "Merge it.")] == [
        S.CURRENT,
        S.SUPERSEDED,
        S.SUPERSEDED,
    ]
    counts_up = _standings("# Log\n\n## Session 7\n\nNot merged.\n\n## Session 8\n\nMerged.\n")
    assert set(counts_up.values()) == {S.CURRENT}


def test_a_stone_is_quoted_to_its_last_line() -> None:
    found = _standings(
        "Before.\n\n§QASTONE§\nLOD-0: Merge it.\n\nMore.\n\n§/QASTONE§\n\nAfter.\n\nA `§QASTONE§` opens one."
    )
    assert [found[text] for text in ("Before.", "More.", "After.")] == [S.CURRENT, S.QUOTED, S.CURRENT]
    assert found["A §QASTONE§ opens one."] is S.CURRENT


def test_quotes_of_others_are_quoted_unless_they_warn() -> None:
    far = "Text of the author.\n\n" * 20
    found = _standings(far + "> We shall see.\n\nMore.\n\n> NEVER drop the table.\n")
    assert (found["We shall see."], found["NEVER drop the table."]) == (S.QUOTED, S.CURRENT)


@pytest.mark.parametrize(
    "wrote", ["> On 9 Nov 2026, Lena Aigner wrote:\n", "On Mon, 9 Nov 2026, Lena <l@mesh.example> wrote:\n\n"]
)
def test_the_mails_that_a_mail_answers_are_quoted(wrote: str) -> None:
    found = _standings(f"Hi Lena,\n\nit did not help.\n\n{wrote}> Please restart both gateways.\n")

    assert found["it did not help."] is Standing.CURRENT
    assert next(value for text, value in found.items() if "restart" in text) is Standing.QUOTED


MAIL = "Hi Tarek,\n\nthe van is leased now, so please cancel the rental at Holm before 3 March.\n\n"
OLD_MAIL = "From: Tarek\nSent: Monday, 24 February\nTo: Ute\n\nPlease extend the rental.\n"


@pytest.mark.parametrize(
    "older",
    [
        OLD_MAIL,
        "-----Original Message-----\n" + OLD_MAIL,
        "> From: Tarek\n> Date: 24 February\n>\n> Please extend the rental.\n",
        "> > Please extend the rental.\n",
        ">> Please extend the rental.\n",
    ],
)
def test_older_mails_are_quoted_by_their_heads_and_by_two_marks(older: str) -> None:
    found = _standings(MAIL + older)

    assert found["the van is leased now, so please cancel the rental at Holm before 3 March."] is S.CURRENT
    assert found["Please extend the rental."] is S.QUOTED


def test_a_mail_that_is_handed_on_is_told() -> None:
    assert _standings("FYI\n\n" + OLD_MAIL)["Please extend the rental."] is S.CURRENT
    assert _standings(OLD_MAIL)["Please extend the rental."] is S.CURRENT


def test_what_is_struck_within_a_part_is_no_part_of_it() -> None:
    found = _standings(
        "# ~~Old~~ Plan\n\n~~Go on Monday.~~ Go on Friday.\n\n- ~~Call Ann~~\n\n| ~~Bo~~ | open |\n\n"
        "## ~~Van~~\n\nRent it."
    )
    assert found == {
        "Plan": S.CURRENT,
        "Go on Friday.": S.CURRENT,
        "Call Ann": S.SUPERSEDED,
        "open": S.CURRENT,
        "Van": S.SUPERSEDED,
        "Rent it.": S.SUPERSEDED,
    }


REVIEW = "# Review\n\n**Blocker 1: loop.** It never ends.\n\n### Blocker 2\n\nMails are lost.\n\n### Verdict\n\n{}\n"


@pytest.mark.parametrize(
    ("later", "first", "second"),
    [
        ("Blocker 1 fixed in 7be10aa, blocker 2 open.", S.SUPERSEDED, S.CURRENT),
        ("Ann: blocker 2 has been resolved.", S.CURRENT, S.SUPERSEDED),
        ("Blocker 1 is not fixed, blocker 2 will be resolved.", S.CURRENT, S.CURRENT),
        ("Is blocker 1 fixed? Ship once blocker 2 is resolved.", S.CURRENT, S.CURRENT),
        ("Blocker 1 was fixed. Blocker 1 is back.", S.CURRENT, S.CURRENT),
    ],
)
def test_a_numbered_problem_that_a_later_part_solves(later: str, first: Standing, second: Standing) -> None:
    found = _standings(REVIEW.format(later))
    assert (found["Blocker 1: loop. It never ends."], found["Mails are lost."]) == (first, second)


def test_of_a_text_whose_front_matter_says_so_nothing_is_current() -> None:
    front = "---\nstatus: {}\n---\n\nDrop the table.\n"
    assert _standings(front.format("superseded")) == {"Drop the table.": S.SUPERSEDED}
    assert _standings(front.format("draft")) == {"Drop the table.": S.CURRENT}


def test_code_is_an_example_unless_a_shell_runs_it() -> None:
    found = _standings("```python\nx = 1\n```\n\n```bash\nmake test\n```\n")
    assert (found["x = 1"], found["make test"]) == (S.EXAMPLE, S.CURRENT)


@pytest.mark.parametrize(
    ("fence", "standing"),
    [
        ("pytest tests/export -x\npython manage.py export --dry-run", S.CURRENT),
        ("$ ./bin/deploy --now\n# then\nsudo systemctl restart worker", S.CURRENT),
        ("DEBUG=1 docker run \\\n  --rm worker", S.CURRENT),
        ("pytest tests -x\n2 failed, 12 passed", S.EXAMPLE),
        ("total = a + b", S.EXAMPLE),
    ],
)
def test_a_fence_of_no_language_is_run_if_every_line_is_a_command(fence: str, standing: Standing) -> None:
    assert [part.standing for part in read_document(f"```\n{fence}\n```\n").parts] == [standing]


def test_lines_of_a_log_are_an_example() -> None:
    log = "\n".join(f"page {n} took {n * 7} ms" for n in range(9))
    found = [
        (part.plain[:11], part.standing) for part in read_document(f"It is slow.\n{log}\nAnn knows.").parts
    ]
    assert found == [("It is slow.", S.CURRENT), ("page 0 took", S.EXAMPLE), ("Ann knows.", S.CURRENT)]
