"""What only a quoted mail says, and the answer above it turns down."""

import pytest

from stones.levels.summary import check_summary
from stones.tests.levels.chat_doubles import count_tokens

LEVELS = """Lena, keep the heating at 19 degrees and do not touch the valve in the cellar. It leaks.

> From: Lena
> Sent: Tuesday
>
> The tenants on floor two are cold.
>
>> From: Tobias
>>
>> Open the valve in the cellar by two turns every morning.
"""
ORIGINAL = """Nein, die Lieferung bleibt im Lager Süd.

-----Ursprüngliche Nachricht-----
Von: Ole

Die Lieferung geht am Donnerstag aus dem Lager Süd nach Bremen.
"""
AGREED = """Fine with me, go ahead.

On Mon, 2 Nov 2026 at 19:20, Colm wrote:
> Order the smaller tent and book the field for both nights.
"""


def _codes(summary: str, text: str) -> list[str]:
    return [fault.code for fault in check_summary(summary, "", text, count_tokens=count_tokens).faults]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (LEVELS, "Open the valve in the cellar by two turns every morning."),
        (ORIGINAL, "Die Lieferung geht am Donnerstag aus dem Lager nach Bremen."),
    ],
)
def test_what_an_answer_turns_down_no_longer_holds(text: str, refused: str) -> None:
    assert _codes(refused, text) == ["superseded"]


@pytest.mark.parametrize(
    ("text", "honest"),
    [
        (LEVELS, "Do not touch the valve in the cellar, it leaks."),
        (LEVELS, "The tenants on floor two are cold."),
        (ORIGINAL, "Die Lieferung bleibt im Lager Süd."),
        (AGREED, "Order the smaller tent and book the field for both nights."),
    ],
)
def test_what_it_says_itself_or_does_not_turn_down_holds(text: str, honest: str) -> None:
    assert _codes(honest, text) == []
