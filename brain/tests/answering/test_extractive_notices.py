"""Notices beside quotations."""

from types import SimpleNamespace
from typing import Any

import pytest

from brain.services.collect_context import extractive_notices
from brain.standard_response import Citation, Metadata, StandardResponse

QUOTED = "Dana Pryce sells me queens, £35 each."


def noticed(*open_parts: str, covers: bool = True, why_not: str = "", follows: str = "") -> tuple[str, ...]:
    retrieved = SimpleNamespace(follows=follows, covers=covers, why_not=why_not)
    context: Any = SimpleNamespace(retrieved=retrieved, open_parts=open_parts)
    cited = Metadata(
        has_sources=True, citations=[Citation(note_id="n1", note_title="Queens", excerpt=QUOTED)]
    )
    return extractive_notices(context, StandardResponse(answer=f"{QUOTED} [1]", metadata=cited))


@pytest.mark.parametrize(
    ("part", "notice"),
    [
        ("how much is each one", ""),
        ("when does she come", "Perhaps open: nothing in your notes clearly answers “when does she come”."),
        ("how much is a hive", "Perhaps open: “how much is a hive”; what is quoted does not say “hive”."),
        ("how many swarms", "Perhaps open: “how many swarms”; what is quoted does not say “swarms”."),
        ("how many can come", "Perhaps open: “how many can come”; what is quoted may answer it."),
    ],
)
def test_a_part_that_a_quotation_may_answer_is_not_called_unanswered(part: str, notice: str) -> None:
    assert noticed(part) == ((notice,) if notice else ())


def test_what_it_follows_and_why_nothing_answers() -> None:
    follows, why = noticed("a part", covers=False, why_not="No number.", follows="Who sells queens?")
    assert follows.startswith("Read as following “Who sells queens?”.")
    assert why == "No number."
    assert noticed(covers=False) == ()
