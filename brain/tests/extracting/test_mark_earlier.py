"""An earlier quotation tells its day once."""

from datetime import date

import pytest

from brain.extracting.source_quote import SourceQuote, mark_earlier

JUNE = date(2025, 6, 6)
TOLD = "Earlier, 6 June 2025: The oven takes an hour."


@pytest.mark.parametrize(
    ("line", "rendered"),
    [
        ("The oven takes an hour.", TOLD),
        ("**6 June:** The oven takes an hour.", TOLD),
        ("**6 June**: The oven takes an hour.", TOLD),
        ("**6 June** – The oven takes an hour.", TOLD),
        ("__Fri 6 June.__ The oven takes an hour.", TOLD),
        ("**6. Juni (Freitag)** The oven takes an hour.", TOLD),
        ("- **6 June** The oven takes an hour.", TOLD),
        ("Fri 6 June, The oven takes an hour.", TOLD),
        ("Fr 6. Juni: The oven takes an hour.", TOLD),
        ("**6 June** -5 °C in the cellar.", "Earlier, 6 June 2025: -5 °C in the cellar."),
        ("**6 June: bread** An hour.", "Earlier, **6 June: bread** An hour."),
        ("**6 June, 14:30** An hour.", "Earlier, **6 June, 14:30** An hour."),
        ("**6 June 2025** An hour.", "Earlier, **6 June 2025** An hour."),
        ("**5 May** An hour.", "Earlier, **5 May** An hour."),
        ("**6 loaves** take an hour.", "Earlier, 6 June 2025: **6 loaves** take an hour."),
        ("6 June was hot.", "Earlier, 6 June 2025: 6 June was hot."),
    ],
)
def test_a_day_with_which_the_line_opens(line: str, rendered: str) -> None:
    assert mark_earlier(SourceQuote(0, line, line, day=JUNE)).line == rendered


@pytest.mark.parametrize(
    ("entry", "lead", "line"),
    [
        ("Fri 6 June", "", "Earlier, 6 June 2025: An hour."),
        ("", "Fri 6 June", "Earlier, 6 June 2025: An hour."),
        ("", "Oven", "Earlier, 6 June 2025: Oven: An hour."),
        ("2025-06-06", "", "Earlier, 2025-06-06: An hour."),
        ("5 May", "", "Earlier, 5 May: An hour."),
    ],
)
def test_a_day_before_it(entry: str, lead: str, line: str) -> None:
    quote = SourceQuote(0, "An hour.", f"{entry or lead}: An hour.", lead=lead, entry=entry, day=JUNE)
    assert mark_earlier(quote).line == line


def test_without_a_day() -> None:
    assert (
        mark_earlier(SourceQuote(0, "**6 June** Hot.", "**6 June** Hot.")).line == "Earlier: **6 June** Hot."
    )
