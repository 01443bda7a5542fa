"""What a label says of the items below it (open, proposed, blocked) is told with them, and of nothing else."""

import pytest

from stones.levels import write_extract
from stones.tests.levels.chat_doubles import count_tokens

ABOUT = "The museum opens at nine. It has two rooms. The tickets are printed at the door by an old machine."
AFTER = "The caretaker knows about it. She has the keys of the cabinet and comes on Monday."
ITEMS = ("child tickets use the yellow paper", "the counter is reset at midnight")


def _detail(label: str, between: str = "\n") -> str:
    items = "\n".join(f"- {item}" for item in ITEMS)
    text = f"# The museum\n\n{ABOUT}\n\n{label}{between}{items}\n\n{AFTER}\n"
    return write_extract(text, count_tokens=count_tokens, count=3).texts[1]


def _near_top(label: str) -> str:
    section = f"{label}\n\n- {ITEMS[0]}\n- {ITEMS[1]}"
    text = f"# The museum\n\nNine rooms are open on Sundays.\n\n{section}\n\n## Tickets\n\n{ABOUT}\n"
    return write_extract(text, count_tokens=count_tokens, count=3).texts[1]


@pytest.mark.parametrize(
    "label",
    [
        "Still to do",
        "To do:",
        "Open:",
        "What is missing",
        "Ideas (not decided):",
        "Only proposed:",
        "Wishes of the visitors",
        "Bugs",
        "**Blocked**",
        "## Risks",
        "Noch zu tun:",
        "Fehlt noch",
        "À faire",
        "Por hacer:",
    ],
)
def test_an_open_item_is_told_with_its_label(label: str) -> None:
    told = _detail(label, "\n\n" if label.startswith("#") else "\n")
    name = label.strip("#*: ")
    assert f"{name}: " in told or not any(item in told for item in ITEMS)


@pytest.mark.parametrize("label", ["## Open", "## Idées"])
def test_a_label_is_told_with_what_stands_there(label: str) -> None:
    told = _near_top(label)
    assert f"{label[3:]}: {ITEMS[0]}" in told


@pytest.mark.parametrize("label", ["## Settings", "## Requests", "## Open source", "## Open the cabinet"])
def test_what_only_begins_like_such_a_label_is_not_told(label: str) -> None:
    told = _near_top(label)
    assert f"{label[3:]}: " not in told
    assert ITEMS[0] in told


@pytest.mark.parametrize("label", ["Next", "Nicht erledigt", "Not done", "Todo"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_label_without_a_mark_ends_with_its_list(label: str, between: str) -> None:
    items = "\n".join(f"- {item}" for item in ITEMS)
    text = f"The museum\n\n{ABOUT}\n\n{label}{between}{items}\n\n{AFTER}\n\nWork\n\n{ABOUT}\n"
    for level in write_extract(text, count_tokens=count_tokens, count=3).texts:
        before, is_told, _ = level.partition("The caretaker knows")
        assert not is_told or label not in before.rpartition(". ")[2]
        assert not is_told or before.endswith(". ")


def test_an_open_paragraph_says_itself_that_it_is() -> None:
    text = f"# The museum\n\n{ABOUT}\n\n## Open\n\nNobody knows yet who pays for the new machine.\n"
    told = write_extract(text, count_tokens=count_tokens, count=3).texts[1]
    assert ". Nobody knows yet who pays" in told
