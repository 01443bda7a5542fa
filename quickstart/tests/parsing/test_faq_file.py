"""A FAQ written in Markdown: which of it are questions, what answers them, and what is said of the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quickstart.parsing.faq_file import NO_QUESTION, read_faq
from quickstart.parsing.parsed_content import ParsedEntry

FERRY = """# Ferry FAQ

Ask at the pier, too.

## Contents

- [Boats](#boats)
- [Tickets](#tickets)

## 1. Boats

### 1.1 How late does it run?

Until **ten**.

```bash
# no heading?
ferry --late
```

#### On Sundays

Until eight.

---

### 1.2. What if I miss it? 🚢

Wait. See [the plan][plan].

### Storms

It stays in the harbour.

## Tickets

### How to pay

[Back to top](#ferry-faq)

## About us

### Our story

It began with a raft.

[plan]: https://ferry.example/plan
"""


def asked(text: str) -> list[tuple[str, str]]:
    return [(entry.question, entry.answer) for entry in read_faq("FAQ.md", text).entries]


def entry(question: str, text: str) -> ParsedEntry:
    return next(each for each in read_faq("FAQ.md", text).entries if each.question == question)


def test_each_heading_that_asks_is_an_entry_below_those_above_it() -> None:
    faq = read_faq("FAQ.md", FERRY)
    assert faq.faults == []
    assert [(each.line, each.tree_path, each.question, each.level) for each in faq.entries] == [
        (12, ("Ferry FAQ", "Boats"), "How late does it run?", 3),
        (27, ("Ferry FAQ", "Boats"), "What if I miss it?", 3),
        (31, ("Ferry FAQ", "Boats"), "Storms", 3),
        (43, ("Ferry FAQ", "About us"), "Our story", 3),
    ]


def test_the_answer_stands_as_it_was_written() -> None:
    assert entry("How late does it run?", FERRY).answer == (
        "Until **ten**.\n\n```bash\n# no heading?\nferry --late\n```\n\n#### On Sundays\n\nUntil eight."
    )


def test_an_answer_keeps_the_addresses_that_stand_elsewhere() -> None:
    assert entry("What if I miss it?", FERRY).answer == (
        "Wait. See [the plan][plan].\n\n[plan]: https://ferry.example/plan"
    )


def test_what_is_not_read_is_said() -> None:
    faq = read_faq("FAQ.md", FERRY)
    assert [str(each) for each in faq.unread] == [
        "FAQ.md, line 1: the text of “Ferry FAQ” outside its questions",
        "FAQ.md, line 5: “Contents” is a table of contents",
        "FAQ.md, line 37: “How to pay” has no answer",
    ]
    assert [str(each) for each in faq.warnings] == [
        "FAQ.md, line 31: “Storms” is not worded as a question; it becomes one, as it stands among questions",
        "FAQ.md, line 43: “Our story” is not worded as a question; it becomes one, as it stands among questions",
    ]


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("## How late?\n\nTen.", "How late?", "Ten."),
        ("## Q1: How late?\nTen.", "How late?", "Ten."),
        ("## 3) How late?\nTen.", "How late?", "Ten."),
        ("## >> **How late?** ##\nTen.", "How late?", "Ten."),
        ("## How late? {#late}\nTen.", "How late?", "Ten."),
        ("## Is `ferry.toml` read?\nYes.", "Is ferry.toml read?", "Yes."),
        ("## How to pay\nBy card.", "How to pay", "By card."),
        ("## Wie spät？\nTen.", "Wie spät？", "Ten."),
        ("How late?\n---------\n\nTen.", "How late?", "Ten."),
        ("**Q: How late?**\n\n**A:** Ten.", "How late?", "Ten."),
        ("**Q: How late?**  \n**A:** Ten.\nOr nine.", "How late?", "Ten.\nOr nine."),
        ("**Q**. How late\n\n**A**. Ten.", "How late", "Ten."),
        ("**Q:** How late?\n\n**A: Ten.** Or so.", "How late?", "**Ten.** Or so."),
        ("Q: How late?\nA: Ten.", "How late?", "Ten."),
        ("Q: Is it\nlate?\nA: Yes.", "Is it late?", "Yes."),
        ("**How late?**\n\nTen.", "How late?", "Ten."),
        ("**How late?** Ten.", "How late?", "Ten."),
        ("1. **How late?**\n   Ten.\n\n   Or nine.", "How late?", "Ten.\n\nOr nine."),
        ("**How to pay**\n\nBy card.", "How to pay", "By card."),
        ("**How late?**<br/>Ten.", "How late?", "Ten."),
        ("Hello.\n\n1. How late?\n\n   Ten.\n\n2. How early?\n\n   Six.", "How late?", "Ten."),
        ("1) How late?\nTen.\n2) How early?\nSix.", "How late?", "Ten."),
        ("- Is it late? Or not?\n  - Yes.\n- How early?\n  - Six.", "Is it late? Or not?", "- Yes."),
        ("How late?\n: Ten.\n: Or nine.\n\nHow early?\n: Six.", "How late?", "Ten.\nOr nine."),
        ("How late?\n\nTen. Is that late? No.\n\nHow early?\n\nSix.", "How late?", "Ten. Is that late? No."),
        ("*How late?*\n\nTen.\n\n*How early?*\n\nSix.", "How late?", "Ten."),
        ("How late?\n: Ten:\n\n```\n:  x\n```\n: Or nine.\n\nHow early?\n: Six.", "How late?",
         "Ten:\n\n```\n:  x\n```\nOr nine."),
        ("Wie spät?\n\nZehn.\n\nWann?\n\nUm zehn.", "Wie spät?", "Zehn."),
        ("¿Hasta cuándo?\n\nDiez.\n\n¿Dónde?\n\nAquí.", "¿Hasta cuándo?", "Diez."),
        ("何時まで？\n\n10時。\n\nどこ？\n\nここ。", "何時まで？", "10時。"),
        ("<details><summary>How late?</summary>Ten.</details>", "How late?", "Ten."),
        ("<details>\n<summary><b>How late?</b></summary>\n\nTen.\n\n## Or\n\nnine.\n</details>\n\nx", "How late?",
         "Ten.\n\n## Or\n\nnine."),
        ("## How late?\nTen.\n<br/>\n\n<a name='x'></a>\n\n## How early?\nSix.", "How late?", "Ten."),
        ("## How late?\nTen.\n---\n## How early?\nSix.", "How late?", "Ten."),
    ],
)  # fmt: skip
def test_how_a_question_is_written(text: str, question: str, answer: str) -> None:
    assert asked(text)[0] == (question, answer)


def test_questions_in_details_have_those_around_them_as_their_place() -> None:
    text = (
        "# Ferry\n\n<details>\n<summary>Boats</summary>\n\n"
        "<details>\n<summary>How late?</summary>\n\nTen.\n\n</details>\n\n"
        "<details>\n<summary>How early?</summary>\n\nSix.\n\n</details>\n</details>\n\n## Why?\n\nSo."
    )
    assert [(each.tree_path, each.question, each.answer) for each in read_faq("a.md", text).entries] == [
        (("Ferry", "Boats"), "How late?", "Ten."),
        (("Ferry", "Boats"), "How early?", "Six."),
        (("Ferry",), "Why?", "So."),
    ]


def test_a_line_that_asks_is_no_question_where_others_are_marked() -> None:
    assert asked("## How late?\n\n1. Is it Sunday?\n\n   Nine.") == [
        ("How late?", "1. Is it Sunday?\n\n   Nine.")
    ]


def test_an_answer_ends_at_the_next_item_that_asks() -> None:
    text = (
        "1. Where is it?\nHere.\n2. Why? Because. Is it clear? It is.\n3. How?\n   - Open it. Is it open? Go in.\n"
        "   - Is it shut?\n     Knock.\n4. If it rains, is it open?\nNo.\n5. When it rains we close. Why? Ask Ann."
    )
    assert asked(text) == [
        ("Where is it?", "Here."),
        ("Why?", "Because. Is it clear? It is."),
        ("How?", "- Open it. Is it open? Go in.\n- Is it shut?\n  Knock."),
        ("If it rains, is it open?", "No.\n5. When it rains we close. Why? Ask Ann."),
    ]


def test_lines_that_ask_within_a_text_are_part_of_an_answer() -> None:
    text = "How late?\n\nTen.\n\nWe often wonder: is it true?\n\nIt is.\n\nHow early?\n\nSix."
    assert asked(text) == [
        ("How late?", "Ten.\n\nWe often wonder: is it true?\n\nIt is."),
        ("How early?", "Six."),
    ]


def test_bold_words_in_an_answer_are_part_of_it() -> None:
    assert asked("## How late?\n\n**Really?**\n\nTen.") == [("How late?", "**Really?**\n\nTen.")]


def test_bold_words_in_a_line_are_no_question_where_headings_ask() -> None:
    assert asked("# Ferry\n\n**Lost?** Ask us.\n\n## How late?\n\nTen.") == [("How late?", "Ten.")]


def test_a_question_below_another_is_an_entry_of_its_own() -> None:
    assert asked("# How late?\n\nTen.\n\n## And on Sundays?\n\nEight.") == [
        ("How late?", "Ten."),
        ("And on Sundays?", "Eight."),
    ]


def test_a_title_that_only_begins_as_a_question_is_the_place() -> None:
    (only,) = read_faq("a.md", "# How to use the ferry\n\nText.\n\n## How late?\n\nTen.").entries
    assert (only.tree_path, only.question) == (("How to use the ferry",), "How late?")


def test_a_question_without_an_answer_is_said() -> None:
    faq = read_faq("a.md", "## How late?\n\n## How early?\n\nSix.\n\n## News\n\n# Imprint\n\nAnn.")
    assert [str(each) for each in faq.unread] == [
        "a.md, line 1: “How late?” has no answer",
        "a.md, line 7: “News” is no question, and has no text",
        "a.md, line 9: “Imprint” is no question",
    ]
    assert [each.question for each in faq.entries] == ["How early?"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1. Open it.\n2. Is it open? Go in.",
        "1. Open it.\n2. Is it open? Go in.\n3. Is it shut? Knock.",
        "See https://ferry.example/a?\n\nTen.\n\nIs https://ferry.example/b?\n\nSix.",
        "We often wonder: is it true?\n\nNo.\n\nAnd then: is it false?\n\nYes.",
        "We ran. Why?\n\nWas it late?\n\nIt was.",
        "Why?\n\nSo.\n\n1. Is it late?\n\n   It is.",
        "who are we?\n\nNobody.\n\nwhat is that?\n\nNothing.",
        "# Ferry\n\nIt runs.\n\n## Boats\n\nTwo.",
        "```\n## How late?\n\nTen.\n```",
        "## How late?",
    ],
)
def test_a_file_without_a_question_is_at_fault(text: str) -> None:
    faq = read_faq("a.md", text)
    assert ([str(each) for each in faq.faults], faq.entries) == ([f"a.md: {NO_QUESTION}"], [])


def test_a_skill_is_no_faq() -> None:
    skill = "---\nname: pay\ndescription: Pays.\n---\n# Pay\n\n## What is it?\n\nA skill."
    (fault,) = read_faq("a.md", skill).faults
    assert fault.reason.startswith("is a skill:")


def test_lines_are_counted_with_the_front_matter() -> None:
    (only,) = read_faq("a.md", "---\ntitle: Ferry\n---\n\n## How late?\n\nTen.").entries
    assert (only.line, only.answer) == (5, "Ten.")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("## How late?\n\n" + "x" * 100_001, "answer: is 100,001 characters long; 100,000 are allowed"),
        (f"## {'x' * 500}?\n\nTen.", "question: is 501 characters long; 500 are allowed"),
        ("## How late?\n\nTe\0n.", "holds a NUL character or half of a surrogate pair"),
        ("## How late?\n\n" + "x\n" * 250_001, "is 500,016 characters long; 500,000 are allowed"),
    ],
)
def test_limits(text: str, reason: str) -> None:
    (fault,) = read_faq("a.md", text).faults
    assert str(fault).endswith(reason)


@given(st.text("#QA:*? \n-<>/=1a`[]()" + "é", max_size=200), st.sampled_from(["", "<details><summary>"]))
def test_no_text_makes_the_reader_fail(text: str, before: str) -> None:
    for each in read_faq("a.md", before + text).entries:
        assert each.question.strip()
        assert each.answer.strip()
