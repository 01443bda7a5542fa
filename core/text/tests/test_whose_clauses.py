"""What of a quotation is said of another than the one who is asked for."""

import pytest

from core.text.describe_missing import describe_missing
from core.text.unnamed_words import unnamed_words
from core.text.whose_clauses import known_names, names_in, without_others

FATHER = "Mr Albin Keller, 83, from Thun, came on Monday. His daughter, Mrs Vera Lang, has written."


@pytest.mark.parametrize(
    ("query", "quoted", "value", "is_own"),
    [
        ("How old is Vera Lang?", FATHER, "83", False),
        ("How old is Albin Keller?", FATHER, "83", True),
        ("How old is Keller?", FATHER, "83", True),
        ("How old is Vera Keller?", f"{FATHER} Vera Keller is his niece.", "83", False),
        ("What does Omar take?", "Ines Roth's van (she asked for £90), a trailer with Omar.", "£90", False),
        ("What does Ines Roth take?", "Ines Roth's van (she asked for £90), a trailer with Omar.", "£90", True),
        ("What does Bo earn?", "Pay: Ada £12, Bo £13 and Cleo £14 an hour.", "£13", True),
        ("What does Bo earn?", "Pay: Ada £12, Bo £13 and Cleo £14 an hour.", "£14", False),
        ("What does Dr Voss charge?", "Dr Voss, our vet in Lyon, charges €45.", "€45", True),
        ("What did Alder Mill ask?", "Alder Mill sent an offer; they ask 31p against Kestrel's 28p.", "31p", True),
        ("What did Alder Mill ask?", "Alder Mill starts in May, 30p a piece after Rosa haggled.", "30p", True),
        ("What does Ada pay?", "Ada and Bo pay £40 each.", "£40", True),
        ("When does Tom sing?", "Tom, Ann and Bo sing on 4 May.", "4 May", True),
        ("What does Tom pay?", "My aunt Ann pays £30 and Tom cleans the hall.", "£30", False),
        ("What does Ida earn?", "Ida Berg came with her friend Lou. She earns £17.", "£17", True),
        ("When does Bea Lund's pass end?", "Name: Bea Lund; Night pass: 17 May; Day pass: 3 June", "17 May", True),
        ("When does Jo Trent come?", "Players: Ilka Bauer, Jo Trent. Ilka comes on 9 April.", "9 April", False),
        ("How much is the hall?", "The hall is £40, Ann Berg says.", "£40", True),
        ("how old is vera?", "Albin Keller, 83, and his daughter Vera.", "83", False),
        ("Who leads while I am in Norway?", "While I am in Norway (6 to 9 May) old Ines leads.", "Ines", True),
        ("What does Tom pay?", "- Ann Berg: the hall\n- £30 for tea\n- Tom: the cups", "£30", True),
    ],
)  # fmt: skip
def test_a_value_is_of_the_name_of_its_clause_or_else_of_the_nearest_before(
    query: str, quoted: str, value: str, is_own: bool
) -> None:
    assert (value in without_others(query, quoted)) == is_own


@pytest.mark.parametrize("title", ["Rev.", "Capt.", "Sgt.", "Fr.", "Sr."])
def test_a_title_belongs_to_its_name(title: str) -> None:
    assert names_in(f"What did {title} Anna Moss pay?") == [f"{title[:-1]} Anna Moss"]
    assert known_names(f"We asked {title} Anna Moss.") == {"anna", "moss"}


def test_what_is_behind_a_name_is_no_name() -> None:
    assert known_names("We asked Anna Moss Jr. on Monday.") == {"anna", "moss"}


def test_the_length_stays() -> None:
    assert len(without_others("How old is Vera Lang?", FATHER)) == len(FATHER)


def test_a_value_of_another_does_not_answer() -> None:
    missing = unnamed_words("How old is Vera Lang?", FATHER)
    assert describe_missing(missing) == ", which does not say it of “Vera Lang”"
    assert unnamed_words("How old is Albin Keller?", FATHER) == []
    assert unnamed_words("how old is vera?", "Albin Keller, 83, and his daughter Vera.") == [""]


def test_what_another_asks_does_not_answer() -> None:
    quoted = "The van: Ines Roth asks £90 for hers, Omar Dietz offers his."
    assert unnamed_words("What does Omar Dietz ask for the van?", quoted) == ["it of Omar Dietz"]
    assert unnamed_words("What does Ines Roth ask for the van?", quoted) == []


def test_years_since_when_are_no_age() -> None:
    assert "age" in unnamed_words("How old is Bo?", "Bo has been here since 2017.")
    assert unnamed_words("How old is Bo?", "Bo was born in 1990.") == []


def test_a_fragment_before_a_sentence_is_no_part_of_a_name() -> None:
    names = known_names("It was July. Hot. Clay cracked. We asked Dr. Voss and J. Roth.")
    assert names == {"voss", "j", "roth"}
