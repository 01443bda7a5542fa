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
    ("part", "is_open"),
    [("how much is each one", False), ("when does she come", True), ("how much is a hive", True)],
)
def test_a_part_that_a_quotation_answers_is_not_open(part: str, is_open: bool) -> None:
    notice = f"Perhaps open: nothing in your notes clearly answers “{part}”."
    assert noticed(part) == ((notice,) if is_open else ())


def test_what_it_follows_and_why_nothing_answers() -> None:
    follows, why = noticed("a part", covers=False, why_not="No number.", follows="Who sells queens?")
    assert follows.startswith("Read as following “Who sells queens?”.")
    assert why == "No number."
    assert noticed(covers=False) == ()
