"""A note that says that it replaces another is told before it."""

from datetime import date

import pytest

from brain.tests.extracting.extracted_answers import extracted, source

OLD = "We buy the clay from Dunmore Pits, 40 sacks a month, delivered to the kiln shed."
NEW = "Our clay comes from the Severn Pottery Store, 40 sacks in spring and autumn, to the kiln shed."


@pytest.mark.parametrize(
    ("title", "day", "says"),
    [
        ("Clay (decided March 2025)", None, "This replaces the decision of March 2025."),
        ("Clay", date(2025, 3, 9), "*Agreed by mail, supersedes our agreement of 9 March 2025.*"),
        ("Clay order", None, "It replaces the list of the clay order."),
    ],
)
def test_what_is_replaced_is_told_as_earlier(title: str, day: date | None, says: str) -> None:
    old = source(OLD, id="A", title=title, day=day)
    new = source(f"{says} {NEW}", id="B", title="Change of supplier")
    answer = extracted("Where do we buy the clay?", old, new).answer
    assert answer.index(NEW) < answer.index(f": {OLD}" if day else f"Earlier: {OLD}")


@pytest.mark.parametrize(
    ("title", "says"),
    [
        ("Clay (decided May 2025)", "This replaces the decision of March 2025."),
        ("Clay (decided March 2025)", "Jette replaces Rolf in March 2025."),
        ("Clay (decided March 2025)", "This was replaced by the plan of March 2025."),
        ("Clay (decided March 2025)", "This does **not** replace the decision of March 2025."),
        ("Clay (decided March 2025)", "It would replace the decision of March 2025."),
    ],
)
def test_what_is_not_meant_stays(title: str, says: str) -> None:
    old, new = (
        source(OLD, id="A", title=title),
        source(f"{says} {NEW}", id="B", title="Change of supplier"),
    )
    assert "Earlier" not in extracted("Where do we buy the clay?", old, new).answer


def test_another_matter_of_that_month_stays() -> None:
    old = source(OLD, id="A", title="Clay (decided March 2025)")
    new = source(
        "This replaces the decision of March 2025. Guests park behind the church.", id="B", title="Parking"
    )
    assert "Earlier" not in extracted("Where do we buy the clay?", old, new).answer


def test_an_older_note_replaces_nothing() -> None:
    old = source(OLD, id="A", title="Clay", day=date(2025, 3, 9))
    older = source(
        f"It replaces the decision of 9 March 2025. {NEW}", id="B", title="Clay", day=date(2025, 3, 1)
    )
    assert "Earlier, 9 March" not in extracted("Where do we buy the clay?", old, older).answer
