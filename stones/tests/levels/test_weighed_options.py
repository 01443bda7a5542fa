"""What is said for an option that is not taken is not what the document says."""

import pytest

from stones.levels.document_parser import Standing, read_document

H, C = Standing.HYPOTHESIS, Standing.CURRENT


def _standings(
    first: str, second: str, third: str, *, above: str = "## What we looked at\n\n"
) -> list[Standing]:
    level = "###" if above else "##"
    options = (
        f"{level} {name}\n\nRuns on our hosts. {end}\n\n"
        for name, end in (("Postgres", first), ("A disk", second), ("A cloud", third))
    )
    text = f"# Scans\n\nWe keep them.\n\n{above}{''.join(options)}## What we do\n\nThey go to the cloud.\n"
    parts = read_document(text).parts
    assert parts[-1].standing is C
    return [part.standing for part in parts if part.plain.startswith("Runs on")]


@pytest.mark.parametrize(
    "ends",
    [
        ("Not pursued.", "Too slow for us.", "Costs 190 a month."),
        ("Rejected.", "Discarded because of the price.", "Two vendors offer it."),
        ("Verworfen.", "Viel zu teuer.", "Es gibt zwei Anbieter."),
        ("Non retenue.", "Trop cher.", "Il y a deux offres."),
        ("Descartada.", "Demasiado lento.", "Hay dos ofertas."),
    ],
)
def test_where_two_options_are_rejected_the_others_are_only_weighed(ends: tuple[str, str, str]) -> None:
    assert _standings(*ends) == [H, H, H]


@pytest.mark.parametrize("chosen", ["Chosen.", "This is what we use.", "Gewählt.", "Retenue."])
def test_the_chosen_one_is_said(chosen: str) -> None:
    assert _standings("Not pursued.", "Too slow.", chosen) == [H, H, C]


def test_one_rejected_section_says_nothing_of_its_neighbours() -> None:
    assert _standings("Not pursued.", "It costs little.", "It costs more.") == [H, C, C]


def test_sections_of_the_document_itself_are_no_options() -> None:
    assert _standings("Not pursued.", "Too slow.", "It costs more.", above="") == [H, H, C]


@pytest.mark.parametrize(
    "end", ["Too many cooks spoil it.", "Dropped files are read.", "It was not pursued then."]
)
def test_a_sentence_that_goes_on_is_no_verdict(end: str) -> None:
    assert _standings(end, end, "It costs more.")[2] is C
