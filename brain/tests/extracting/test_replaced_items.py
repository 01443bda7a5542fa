import pytest

from brain.tests.extracting.extracted_answers import extracted, quotes_of, source

DECISIONS = (
    "**R3 — 4 May.** Parcels go by bicycle courier.\n\n"
    "**R5 — 9 June.** The office closes at four.\n\n"
    "**R7 — 2 July.** {says} Parcels go by post, as the courier lost two.\n"
)


LOG = (
    "- **R9** (3 Aug 2025) Harbour day is 13 June. Replaces R6.\n"
    "- **R8** (3 Aug 2025) Regatta on 6 June. Replaces R5.\n"
    "- **R6** (2 July 2025) Harbour day 23 May. replaced.\n"
    "- **R5** (2 July 2025) Regatta on 16 May. replaced.\n"
)


def test_an_item_is_told_by_the_label_in_its_first_sentence() -> None:
    quoted = quotes_of(extracted("When is harbour day?", source(LOG, title="Log"), embed=True).answer)
    assert "13 June" in quoted[0]
    assert quoted[1].startswith("Earlier")
    assert "23 May" in quoted[1]
    assert not [each for each in quoted if "Regatta" in each]


def test_a_quotation_is_widened_at_its_own_place() -> None:
    log = LOG.replace("replaced.", "~~in force~~ replaced.")
    answer = extracted(
        "Why was the regatta put off from 16 May?", source(log, title="Log"), embed=True
    ).answer
    assert all(each.removeprefix("Earlier, ").startswith("**R") for each in quotes_of(answer)), answer


def test_what_an_item_replaces_by_number_is_earlier() -> None:
    notes = source(DECISIONS.format(says="Replaces R3."), title="Rules")
    first, second = quotes_of(extracted("How do parcels go?", notes).answer)[:2]
    assert "by post" in first
    assert second.startswith("Earlier")
    assert "bicycle courier" in second


@pytest.mark.parametrize(
    "says",
    [
        "Does not replace R3.",
        "Replaces R5.",
        "Replaces R33.",
        "May replace R3 one day.",
        "Replaces R3 for abroad only.",
        "See R3.",
    ],
)
def test_what_is_not_replaced_stays(says: str) -> None:
    notes = source(DECISIONS.format(says=says), title="Rules")
    quotes = quotes_of(extracted("How do parcels go?", notes).answer)
    assert not any(each.startswith("Earlier") for each in quotes)


def test_the_last_of_a_chain_holds() -> None:
    text = (
        "## ADR 2\n\nThe shop's bills are kept in ledgers.\n\n"
        "## ADR 6\n\nSupersedes ADR-0002. The shop's bills are kept in folders.\n\n"
        "## ADR 9\n\nThe shop's bills are kept in boxes.\n\nSupersedes ADR 6.\n"
    )
    first = quotes_of(extracted("Where are the shop's bills kept?", source(text, title="Decided")).answer)[0]
    assert "boxes" in first


def test_an_item_says_what_is_in_its_place() -> None:
    text = (
        "## Decision 4\n\nBread is baked on Mondays. (Superseded by decision 8)\n\n"
        "## Decision 8\n\nBread is baked on Fridays, as the oven is free then.\n"
    )
    first = quotes_of(extracted("When is bread baked?", source(text, title="Bakery")).answer)[0]
    assert "Fridays" in first


def test_notes_whose_titles_begin_with_a_number_replace_each_other() -> None:
    old = source("# ADR 3: Queue\n\nJobs wait in a file.", title="ADR 3: Queue", id="A")
    new = source(
        "# ADR 5: Queue\n\nStatus: supersedes ADR 3.\n\nJobs wait in a table.", title="ADR 5: Queue", id="B"
    )
    first = quotes_of(extracted("Where do jobs wait?", old, new).answer)[0]
    assert "table" in first


def test_numbers_of_two_lists_are_apart() -> None:
    old = source("**D3.** Tea is at four.\n\n**D4.** Cake is at five.", title="House", id="A")
    other = source("**D9.** Replaces D3. Coal comes on Friday.", title="Cellar", id="B")
    answer = extracted("When is tea?", old, other).answer
    assert quotes_of(answer)[0].endswith("Tea is at four.")
    assert "Earlier" not in answer


def test_who_asks_for_a_replaced_item_by_its_number_gets_it() -> None:
    notes = source(DECISIONS.format(says="Replaces R3."), title="Rules")
    assert "bicycle" in quotes_of(extracted("How do parcels go by R3?", notes).answer)[0]


TABLES = (
    "**D4.** Chairs are from Bolt.\n\n**D5.** Tables are from Moor.\n\n"
    "**D8.** {says} Chairs and tables are from Kern.\n"
)


@pytest.mark.parametrize(
    ("says", "is_replaced"),
    [
        ("Replaces D4 and D5.", True),
        ("Replaces D3, D4 and D5.", True),
        ("Replaces D5 with this.", True),
        ("Replaces D4's rule on delivery and D6.", False),
        ("Replaces D5 until June.", False),
        ("Replaces D5 if Moor is closed.", False),
        ("Ersetzt D5 nicht.", False),
        ("Ersetzt D5.", True),
    ],
)
def test_all_of_a_list_is_replaced_and_nothing_in_part(says: str, is_replaced: bool) -> None:
    answer = extracted("Where are the tables from?", source(TABLES.format(says=says), title="Order")).answer
    assert ("Earlier: D5" in answer) is is_replaced


def test_a_room_is_no_label_of_an_item() -> None:
    text = "## D4\n\nRoom 12: tea is at four.\n\n## D9\n\nReplaces D4.\n\nRoom 12: tea is at five.\n"
    quoted = quotes_of(extracted("When is tea in room 12?", source(text, title="Tea")).answer)
    assert "five" in quoted[0]
    assert quoted[1].startswith("Earlier")
