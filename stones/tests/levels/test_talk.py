"""Conversations: who says what."""

import pytest

from stones.levels import check_levels, write_extract
from stones.levels.reporting import reported, spoken
from stones.levels.speech import display_name, heading_speaker, read_turns
from stones.tests.levels.doubles import count_tokens, embed

THREAD = (
    "Doe, Ann: Hello all, I think the upload worker should retry failed parts three times. Kind regards, Ann\n"
    "Bob Roe: Ann, is it really necessary to retry when the server answers with 404? Cheers Bob\n"
    "Doe, Ann: You are right, a part that does not exist should not be asked for again by the worker.\n"
    "Bob Roe: Good. The release notes of the worker have to name the new limit, because the support team reads "
    "nothing else.\n"
    "Eve Poe: The support team was told about the new limit of the upload worker at the meeting on Monday.\n"
)


def test_a_thread_is_told_with_its_speakers() -> None:
    texts = write_extract(THREAD, embed=embed, count_tokens=count_tokens, count=3).texts
    assert texts[0] == "Ann Doe thinks the upload worker should retry failed parts three times."
    assert "Bob Roe says that the release notes of the worker have to name the new limit" in texts[1]
    assert "Kind regards" not in texts[1]


def test_a_long_talk_opens_with_who_and_what() -> None:
    said = [
        "the remote control needs a bigger battery case for this",
        "we should test the speech recognition of the remote control once more",
    ]
    content = "\n".join(f"{'Ann' if n % 2 else 'Bob'}: I say {said[n % 2]} in round {n}." for n in range(80))
    texts = write_extract(content, embed=embed, count_tokens=count_tokens, count=3).texts
    assert texts[0].startswith("Bob and Ann discuss ")
    assert "remote control" in texts[0]
    assert texts[1].startswith(texts[0])


def test_titles_of_speakers_end_no_sentence() -> None:
    content = "\n".join(
        f"{'Hon. Ann Doe' if n % 2 else 'Right Hon. Bob Roe'}: The wage subsidy of round {n} is what members asked for."
        for n in range(80)
    )
    texts = write_extract(content, embed=embed, count_tokens=count_tokens, count=3).texts
    assert texts[0].startswith("Right Hon Bob Roe and Hon Ann Doe discuss ")
    assert "wage subsidy" in texts[0]
    assert check_levels(texts, content, count_tokens=count_tokens) == []


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("I think it is slow.", "Ann thinks it is slow."),
        ("I've moved my files.", "Ann has moved their files."),
        ("I am not sure.", "Ann is not sure."),
        ("I don't agree with my own plan.", "Ann does not agree with their own plan."),
        ("I fixed it.", "Ann fixed it."),
        ("The build is red.", "Ann says that the build is red."),
        ("Check out the branch.", "Ann says: Check out the branch."),
        ("Is it red?", "Ann asks: Is it red?"),
        ("Um, so, you know, the the build is red.", "Ann says that the build is red."),
    ],
)
def test_reported_speech(sentence: str, told: str) -> None:
    assert reported(sentence, "Ann") == told


def test_what_is_only_filler_stays() -> None:
    assert spoken("Uh yeah.") == "Uh yeah."


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Doe, Ann", "Ann Doe"),
        ("DOE,ANN (HP,ex1)", "Ann Doe"),
        ("<email>", "Another participant"),
        ("PhD A", "PhD A"),
        ("**Bob**", "Bob"),
    ],
)
def test_names_as_people_say_them(name: str, shown: str) -> None:
    assert display_name(name) == shown


@pytest.mark.parametrize(
    "content",
    [
        "Status: done\nOwner: Ann\nDue: Monday\n",
        "# Notes\n\nThe plan: ship it.\n\nThe risk: nobody tests it.\n",
        "Note: read this\n",
        "def f(a: int) -> None:\n    x: int = 1\n    y: str = 2\n",
    ],
)
def test_what_only_looks_like_a_talk(content: str) -> None:
    assert read_turns(content) == []


def test_an_assistant_transcript_keeps_its_turns() -> None:
    turns = read_turns(
        "User:\nPlease fix the build.\n\nIt is red.\n\nAssistant:\n- I fixed it.\n\nUser: Thanks.\n"
    )
    assert [(turn.speaker, turn.line) for turn in turns] == [("User", 1), ("Assistant", 6), ("User", 9)]


@pytest.mark.parametrize(
    ("heading", "speaker"),
    [
        ("Ann Doe commented at 2021-01-03 19:27:", "Ann Doe"),
        ("bob opened issue at 2020-12-31", "bob"),
        ("2.2 Critical gaps — now closed", ""),
        ("What we closed", ""),
    ],
)
def test_headings_that_open_a_message(heading: str, speaker: str) -> None:
    assert heading_speaker(heading) == speaker
