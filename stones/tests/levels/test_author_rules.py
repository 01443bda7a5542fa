"""What a text warns of, forbids, demands, asks, has decided and leaves to do."""

import pytest

from stones.levels.author_rules import AuthorRule, RuleKind, rules_of
from stones.levels.document_parser import read_document

K = RuleKind


def _rules(text: str) -> list[AuthorRule]:
    return [rule for part in read_document(text).parts if part.is_current for rule in rules_of(part)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("This destroys the table.", K.WARNING),
        ("The fix has not been tested.", K.WARNING),
        ("⚠️ The old workers read the table.", K.WARNING),
        ("Do not merge in stage 1.", K.PROHIBITION),
        ("Nothing new should be built here.", K.PROHIBITION),
        ("No check of the table has been completed yet.", K.WARNING),
        ("TODO rename the queue.", K.NEXT),
        ("Die Tabelle darf nicht gelöscht werden.", K.PROHIBITION),
        ("No usar la tabla.", K.PROHIBITION),
        ("Ne touchez pas la table.", K.PROHIBITION),
        ("Não deve apagar a tabela.", K.PROHIBITION),
        ("不要删除表。", K.PROHIBITION),
        ("テーブルを消さないでください。", K.PROHIBITION),
        ("The release is blocked by Bob.", K.BLOCKER),
        ("It is due by Friday.", K.DEADLINE),
        ("We decided to keep the queue.", K.DECISION),
        ("Please review the branch.", K.ASK),
        ("Bitte den Branch prüfen.", K.ASK),
        ("请检查分支。", K.ASK),
        ("Python 3.11 is required.", K.CONSTRAINT),
        ("The remaining part is small.", K.NEXT),
        ("- [ ] Fix the test of resume", K.NEXT),
        ("Should the limit stay?", K.ASK),
    ],
)
def test_a_sentence_has_the_kind_of_its_marker(text: str, kind: RuleKind) -> None:
    assert [rule.kind for rule in _rules(text)] == [kind]


@pytest.mark.parametrize("text", ["Todo commiteado en la rama.", "The page is written in Next.js."])
def test_a_word_that_looks_like_a_marker_is_none(text: str) -> None:
    assert _rules(text) == []


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Urgent", K.NEXT),
        ("Breaking changes", K.WARNING),
        ("Changed, incompatible", K.WARNING),
        ("Why the types are incompatible here", None),
        ("Open work", K.NEXT),
        ("Next session", K.NEXT),
        ("Next meeting agenda", None),
        ("Lo que ya funciona, todo visto", None),
        ("Constraints", K.CONSTRAINT),
        ("Decisions", K.DECISION),
        ("Next steps", K.NEXT),
        ("Known issues", K.WARNING),
        ("Non-goals", K.PROHIBITION),
        ("Aufgaben", K.ASK),
        ("下一步", K.NEXT),
        ("Done: next steps of June", None),
        ("Text", None),
    ],
)
def test_a_heading_marks_what_stands_under_it(heading: str, kind: RuleKind | None) -> None:
    found = _rules(f"# Uploads\n\n## {heading}\n\n- The worker and its queue\n")
    assert [(rule.kind, rule.is_marked) for rule in found if rule.line == 5] == (
        [(kind, True)] if kind else []
    )


@pytest.mark.parametrize(
    ("text", "is_marked"),
    [
        ("One must not merge it.", False),
        ("One must NOT merge it.", True),
        ("**One must not merge it.**", True),
        ("🚫 One must not merge it.", True),
        ("> [!CAUTION]\n> One must not merge it.", True),
        ("Constraint: one must not merge it.", True),
        ("These are forbidden:\n\n- One must not merge it.", True),
    ],
)
def test_whether_its_author_set_it_apart(text: str, is_marked: bool) -> None:
    (rule,) = [rule for rule in _rules(text) if "merge" in rule.text]
    assert (rule.kind in (K.PROHIBITION, K.WARNING, K.CONSTRAINT), rule.is_marked) == (True, is_marked)


def test_a_rule_is_its_sentence_with_its_line() -> None:
    text = (
        "# Uploads\n\nAll is well. You must\nask `Ann` first. Good.\n" + "\nMore.\n" * 20 + "\nNever push.\n"
    )
    assert [(rule.text, rule.line, rule.is_near_top) for rule in _rules(text)] == [
        ("You must ask Ann first.", 3, True),
        ("Never push.", 46, False),
    ]


def test_of_an_open_question_the_question_is_the_ask_and_of_steps_each_is_one() -> None:
    asked = "## Open questions\n\n- The line has room for it. Is it cut?\n- The figure is gone\n"
    assert [rule.text for rule in _rules(asked) if rule.kind is K.ASK] == ["Is it cut?", "The figure is gone"]
    steps = "## Next\n\nFirst move the part. It is small. Finally, ask Ann.\n"
    assert [rule.text for rule in _rules(steps) if rule.kind is K.NEXT][1:] == [
        "First move the part.",
        "Finally, ask Ann.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "- [x] You must fix the test",
        "```bash\n# never do this\nmake it\n```",
        "## Superseded plan\n\nYou must drop the table.",
        "You must do all of this:",
        "The worker was moved.",
    ],
)
def test_what_is_done_shown_left_behind_or_leads_in_is_none(text: str) -> None:
    assert [rule for rule in _rules(text) if "must" in rule.text or "never" in rule.text] == []


def test_a_heading_that_forbids_an_item_forbids_its_steps_and_not_its_reasons() -> None:
    text = "## Do not\n\n- Do not sell the pump. Legal expects a letter.\n- Sell the van. Move the van. Omar needs it."
    assert [(rule.text, rule.forbidden_by) for rule in _rules(text) if rule.forbidden_by] == [
        ("Sell the van.", "Do not"),
        ("Move the van.", "Do not"),
    ]


@pytest.mark.parametrize("name", ["Non-blocking", "Not blocking", "No blockers"])
def test_what_does_not_block_is_no_blocker(name: str) -> None:
    assert _rules(f"# Hall\n\n## {name}\n\n- The door squeaks a little\n") == []
    assert _rules(f"The door squeaks a little, that is {name.lower()}.") == []
