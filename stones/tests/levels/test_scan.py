"""LOD-0 reads as a sentence that a colleague would say. Each way to fail at that has its case here."""

import pytest

from stones.levels import provisional_levels, provisional_sentence
from stones.levels.wording import dangles, has_verb, reads_whole
from stones.tests.levels.doubles import count_tokens

GOOD = "The upload worker retries failed parts three times before it reports an error."
CASES = {
    "heading": f"# Upload worker\n\n{GOOD}\n",
    "setext heading": f"The upload worker fails\n=======================\n\n{GOOD}\n",
    "html heading": f'<h1 align="center">Upload worker</h1>\n\n{GOOD}\n',
    "date line": f"Last updated: 2026-06-20 by the infrastructure team.\n\n{GOOD}\n",
    "bare date": f"2026-06-20 the team met and the notes were written.\n\n{GOOD}\n",
    "badges": "[![build](https://x.example/b.svg)](https://x.example) ![cov](https://x.example/c.svg)\n\n" + GOOD,
    "link list": f"- [The guide](https://x.example/guide)\n- [The reference](https://x.example/ref)\n\n{GOOD}\n",
    "bare address": f"The board is at https://x.example/board and was made for the team.\n\n{GOOD}\n",
    "item without a verb": f"- Retries, timeouts, back-off and limits\n- Uploads\n\n{GOOD}\n",
    "trailing following": f"The worker is configured by the following:\n\n- `a`\n\n{GOOD}\n",
    "points below": f"The worker is configured by the options described below in the table.\n\n{GOOD}\n",
    "dangling pronoun": f"This also means that it was not able to continue.\n\n{GOOD}\n",
    "dangling connective": f"However, that was not what the team had wanted.\n\n{GOOD}\n",
    "bold markers": f"**Note:** x\n\n**{GOOD}**\n",
    "front matter": f"---\ntitle: The worker is made of parts that were written.\ntags: [a]\n---\n{GOOD}\n",
    "comment": f"<!-- This file is generated and was made by a script. -->\n\n{GOOD}\n",
    "table": f"| The part | It is what was made |\n|---|---|\n| one was | two is |\n\n{GOOD}\n",
    "code": f"```python\nworker.retry(times=3)  # The worker is retried here by us.\n```\n\n{GOOD}\n",
    "greeting": f"Hi everybody, I hope that you are all well today.\n\n{GOOD}\n",
    "about itself": f"This file is the fastest way to get on the same page as we were.\n\n{GOOD}\n",
    "go elsewhere": f"Watch the video on the project page to see how it is done.\n\n{GOOD}\n",
    "licence": f"This project is licensed under the terms of the MIT licence.\n\n{GOOD}\n",
    "question": f"Ever wondered why the uploads of your users were so slow?\n\n{GOOD}\n",
    "open bracket": f"The worker (which was written in 2019 and is now being replaced.\n\n{GOOD}\n",
    "ellipsis": f"The worker was written in haste and then it was left to ...\n\n{GOOD}\n",
    "reStructuredText": f"Upload worker\n~~~~~~~~~~~~~\n\n.. image:: The worker is shown here.\n\n{GOOD}\n",
    "emoji": f"\u2705 \U0001f680\n\n\u2705 {GOOD}\n",
}  # fmt: skip


@pytest.mark.parametrize("content", CASES.values(), ids=CASES.keys())
def test_the_sentence_is_said_and_not_what_stands_around_it(content: str) -> None:
    assert provisional_sentence(content, count_tokens=count_tokens).removeprefix("Upload worker: ") == GOOD


def test_a_sentence_that_says_nothing_of_the_title_is_told_of_it() -> None:
    content = "# HANDOFF — Hermes (draft)\n\nThe branch is two commits ahead and ready to merge.\n"
    assert provisional_sentence(content, count_tokens=count_tokens) == (
        "Hermes: The branch is two commits ahead and ready to merge."
    )


def test_a_line_of_state_is_told_of_the_title() -> None:
    content = (
        "# Generator mode - Handoff\n\n**Branch**: `feat/x`  \n"
        "**Status**: Core complete, rule translation pending\n\nMore.\n"
    )
    assert provisional_sentence(content, count_tokens=count_tokens) == (
        "Generator mode: core complete, rule translation pending."
    )


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (
            "**Progress**: 90% - Core complete, buffers pooled and tested",
            "core complete, buffers pooled and tested.",
        ),
        ("**Result**: 6 CRITICAL BUGS FOUND", "The worker was moved and all of its tests pass."),
    ],
)
def test_a_line_of_state_that_is_a_figure_or_a_headline(state: str, said: str) -> None:
    content = f"# Hermes\n\n{state}\n\nThe worker was moved and all of its tests pass.\n"
    assert provisional_sentence(content, count_tokens=count_tokens) == f"Hermes: {said}"


def test_a_sentence_is_not_cut_at_its_semicolon() -> None:
    long = "every use of a name that it imports fails with an error that speaks of unknown records " * 3
    content = f"The import of lists is accepted without a word; {long}.\n\n{GOOD}\n"
    assert provisional_sentence(content, count_tokens=count_tokens) == GOOD


def test_a_command_keeps_its_spelling() -> None:
    content = "The suite needs a database. `make test` does not set one, so its tests wait for it.\n"
    texts = provisional_levels(content, count=3, count_tokens=count_tokens)
    assert any("make test does not set one" in text for text in texts)
    assert not any("Make test" in text for text in texts)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "# Make uploads retry\n\nThe client gives up at the first error. Please make `upload.py` retry 4 times.\n",
            "Please make upload.py retry 4 times.",
        ),
        (
            "# Make uploads retry\n\nThe client gives up at the first error of the network.\n",
            "Make uploads retry.",
        ),
        (
            "Rename the worker in all files of the upload service.\n\nThe old name was a joke that nobody gets.\n",
            "Rename the worker in all files of the upload service.",
        ),
        (
            "# Release notes of 4.2\n\nThe worker was moved and all of its tests pass in the release.\n",
            "The worker was moved and all of its tests pass in the release.",
        ),
    ],
    ids=["please", "title", "imperative", "notes"],
)
def test_a_task_is_told_by_what_it_asks(content: str, said: str) -> None:
    assert provisional_sentence(content, count_tokens=count_tokens) == said


def test_a_phrase_under_a_name_becomes_a_definition() -> None:
    phrase = "command line tool and Python library for sending stones, keeping notes and asking questions"
    content = f"# Hermes\n\nA {phrase}.\n"
    said = provisional_sentence(content, count_tokens=count_tokens)
    assert said == f"Hermes is a {phrase}."


def test_an_exported_issue_is_told_by_who_opened_it() -> None:
    content = (
        "# [#17 Issue](https://x.example/17) `closed`: Uploads fail with a Unicode error\n\n"
        "#### [Ann](https://x.example/ann) opened issue at [2020-12-31 08:18](https://x.example/17):\n\nIt fails.\n\n"
        "#### [Bob](https://x.example/bob) commented at [2021-01-03 19:27](https://x.example/17#2):\n\nThanks.\n"
    )
    assert (
        provisional_sentence(content, count_tokens=count_tokens)
        == 'Ann opened "Uploads fail with a Unicode error".'
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "# Roadmap\n\n## Uploads\n\n## Downloads\n\n## Accounts\n",
            "Roadmap covers Uploads, Downloads and Accounts.",
        ),
        ("| Name | Price |\n|---|---|\n| a | 1 |\n", "The text covers Name and Price."),
        ("- milk\n- bread\n- salt\n", "The text covers milk, bread and salt."),
        ("# Roadmap\n", "The text is about Roadmap."),
        ("x = 1", 'The text begins "x = 1".'),
        ("", "The text has no sentence."),
        (" \n\t\n", "The text has no sentence."),
    ],
)
def test_without_a_sentence_one_is_composed_of_what_is_there(content: str, said: str) -> None:
    assert provisional_sentence(content, count_tokens=count_tokens) == said


def test_languages_without_spaces() -> None:
    content = "# 交接\n\n上传服务在失败后会重试三次。之后会报告错误。\n"
    assert provisional_sentence(content, count_tokens=count_tokens).endswith("上传服务在失败后会重试三次。")


@pytest.mark.parametrize(
    "text",
    [
        "This also means more work for us.",
        "It was fixed.",
        "However, it failed.",
        "In both cases, it holds.",
        "They agreed.",
    ],
)
def test_a_sentence_that_leans_on_another(text: str) -> None:
    assert dangles(text)


@pytest.mark.parametrize(
    "text", ["This PEP proposes a new syntax.", "This release fixes uploads.", "The worker failed."]
)
def test_a_sentence_that_stands_alone(text: str) -> None:
    assert not dangles(text)


def test_a_label_is_no_sentence() -> None:
    assert not has_verb("Retries, timeouts, back-off and limits")
    assert not reads_whole("Files and folders of the upload worker:")
    assert reads_whole("The files of the upload worker were moved.")
