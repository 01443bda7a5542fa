"""What a label leads to."""

import pytest

from core.text.hidden_spans import blank_comments, without_blanks
from core.text.labels import MAX_LIST, announced_end, is_label


def test_a_list_goes_with_what_announces_it() -> None:
    said = "She wants two things:"
    text = f"{said}\n\n- a ladder\n- a lamp\n\nHe wants none."
    assert text[: announced_end(text, 0, len(said))] == f"{said}\n\n- a ladder\n- a lamp"
    assert announced_end(f"{said} none.", 0, len(said)) == len(said)
    assert announced_end("Two.\n- a lamp", 0, 4) == 4
    long = f"{said}\n- a ladder\n- {'a' * MAX_LIST}"
    assert long[: announced_end(long, 0, len(said))] == f"{said}\n- a ladder"


@pytest.mark.parametrize(
    ("text", "label", "told"),
    [
        ("Loudest:\n\nThe geese. They woke us.\n\nSo.\n", "Loudest:", "Loudest:\n\nThe geese. They woke us."),
        ("**Loudest**\n\n- geese\n- the mill\n", "**Loudest**", "**Loudest**\n\n- geese\n- the mill"),
        ("Loudest:\n- geese, " + "by far " * 70 + ".\n", "Loudest:", "Loudest:"),
        ("Loudest:\n- The geese. " + "By far. " * 70 + "\n", "Loudest:", "Loudest:\n- The geese."),
        ("- Loudest:\n  - geese\n  - mill\n- Calm:\n", "Loudest:", "Loudest:\n  - geese\n  - mill"),
        ("Loudest:\n\n## Calm\n\nThe pond.\n", "Loudest:", "Loudest:"),
        ("Loudest:\nThe geese. " + "By far. " * 70 + "\n", "Loudest:", "Loudest:\nThe geese."),
        ("- Loudest\n  - geese\n- Calm\n", "Loudest", "Loudest\n  - geese"),
        ("- Loudest\n- Calm\n", "Loudest", "Loudest"),
        ("- **Loudest**\n- **Calm**\n", "**Loudest**", "**Loudest**"),
        ("- **Loudest**\n  - geese\n- **Calm**\n", "**Loudest**", "**Loudest**\n  - geese"),
        (
            "Loudest:\n12 jan: geese\n13 jan: the mill\n14 jan: rain\n",
            "Loudest:",
            "Loudest:\n12 jan: geese\n13 jan: the mill\n14 jan: rain",
        ),
        ("Loudest:\n\nCalm:\n\nThe pond.\n", "Loudest:", "Loudest:"),
    ],
)
def test_a_label_goes_with_what_it_leads_to(text: str, label: str, told: str) -> None:
    start = text.index(label)
    assert text[start : announced_end(text, start, start + len(label))] == told


@pytest.mark.parametrize(
    "line",
    [
        "Bo took the saw home",
        "The weir was mended in June by Odd",
        "Never open the sluice alone",
        "Nobody may swim here",
        "Das Wehr ist seit Juni dicht",
    ],
)
def test_a_sentence_in_bold_is_no_label(line: str) -> None:
    assert not is_label(f"**{line}**")
    text = f"**{line}**\n\nThe geese."
    assert announced_end(text, 0, len(line) + 4) == len(line) + 4


@pytest.mark.parametrize(
    "line",
    [
        "Open questions",
        "What is left to do",
        "Those who have paid their fee",
        "Rooms we have booked",
        "Must have items",
        "Invoices paid in May",
        "How it was mended",
    ],
)
def test_a_name_or_a_question_in_bold_is_a_label(line: str) -> None:
    assert is_label(f"**{line}**")


def test_a_sentence_in_bold_goes_with_the_list_below_it() -> None:
    line = "**The weir has two gates**"
    assert announced_end(f"{line}\n\n- north\n- south\n", 0, len(line)) == len(line) + len(
        "\n\n- north\n- south"
    )


def test_comments_do_not_make_a_list_too_long() -> None:
    text = blank_comments(f"Gates:\n<!-- {'a ' * MAX_LIST} -->\n- north <!-- {'b ' * MAX_LIST} -->\n- south")
    assert without_blanks(text[: announced_end(text, 0, 6)]) == "Gates:\n- north\n- south"
