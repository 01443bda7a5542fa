"""Rows of tables, as a reader is told them."""

import time

import pytest

from core.text.table_rows import is_header, is_row, names_values, tell_row, tell_values
from core.text.tests.machine_speed import is_within

TABLE = "Prices:\n\n| Thing | Price |\n|:---|---:|\n| Pump | 20 |\n| | 30 |\n"


@pytest.mark.parametrize(
    ("row", "rendered"), [("| Pump | 20 |", "Thing: Pump; Price: 20"), ("| | 30 |", "Price: 30")]
)
def test_a_row_names_its_columns(row: str, rendered: str) -> None:
    start = TABLE.index(row)
    assert tell_row(TABLE, start, start + len(row)) == rendered


@pytest.mark.parametrize(
    "text", ["| Pump | 20 |", "| Thing |\n|---|\n| Pump | 20 |", "|---|---|\n| Pump | 20 |"]
)
def test_without_a_head_of_its_columns_a_row_is_its_cells(text: str) -> None:
    start = text.index("| Pump")
    assert tell_row(text, start, len(text)) == "Pump; 20"


def test_the_head_is_told_from_the_rows() -> None:
    head, row = "| Thing | Price |", "| Pump | 20 |"
    assert is_header(TABLE, TABLE.index(head) + len(head))
    assert not is_header(TABLE, TABLE.index(row) + len(row))
    assert is_row(head)
    assert not is_row("a | b")
    assert is_row("| Roof | slate | 90%")
    assert not is_row("|x| is never negative")
    assert not is_row("|")


VALUES = 'Log\n\nday,oil l,what\n2 June,30,"new, red pump"\n9 June,12.5,\n16 June,,shut, at last\n'


def rendered_values(text: str, line: str) -> str:
    start = text.index(line)
    return tell_values(text, start, start + len(line))


@pytest.mark.parametrize(
    ("line", "rendered"),
    [
        ('2 June,30,"new, red pump"', "day: 2 June; oil l: 30; what: new, red pump"),
        ("9 June,12.5,", "day: 9 June; oil l: 12.5"),
        ("16 June,,shut, at last", "day: 16 June; what: shut, at last"),
        ("day,oil l,what", ""),
        ("12.5,", ""),
        ("Log", ""),
    ],
)
def test_values_between_commas_name_their_columns(line: str, rendered: str) -> None:
    assert rendered_values(VALUES, line) == rendered


@pytest.mark.parametrize("separator", [";", "\t"])
def test_values_between_semicolons_or_tabs(separator: str) -> None:
    text = "Tag,Öl,Preis\n2.6.,30,1.5\n9.6.,,2\n".replace(",", separator)
    assert rendered_values(text, text.split("\n")[1]) == "Tag: 2.6.; Öl: 30; Preis: 1.5"
    assert rendered_values(text, text.split("\n")[2]) == "Tag: 9.6.; Preis: 2"
    assert names_values(text, 0)
    assert not names_values(text, text.index("\n") + 1)


@pytest.mark.parametrize(
    "text",
    [
        "milk, eggs, bread\n2 pans, 3 forks, 1 knife\n4 cups, 2 plates, 1 jug\n",
        "2 June,30,pump\n9 June,12,pump\n16 June,9,pump\n",
        "day,oil,what\n2 June,30,pump\n9 June,pump\n",
        "day,oil\n2 June,30\n9 June,12\n",
        "Ann,Bo,Cem\nDora,Emil,Fay\nGus,Hal,Ida\n",
        "day,oil,what\n2 June,30,pump\n",
        "Kim baked 12 rolls; Lou 7 buns; Max nothing\nNia baked 1 loaf; Oz 5; Pip 8\nQuin baked 2; Ray 3; Sue 4\n",
        "Rosa pays €4,Till pays €6,Uwe nothing\nVera 3,2,1\nWim 5,4,6\n",
        "We grow kale,leeks,beans\n3,4,5\n6,7,8\n",
        "Wir backen Brot,Kuchen,Torte\n3,4,5\n6,7,8\n",
        "flour,salt,yeast and oil\n3,4,5\n6,7,8\n",
        "the very old barn door,roof,wall\n3,4,5\n6,7,8\n",
        "milk,eggs,bread\n2 pans,3 forks,4 knives\n4 cups,2 plates,1 jug\n",
        "Kim sang,danced,left\nAt 9 Lou came,ate,slept\nAt 10 Max went,rowed,fished\n",
    ],
)
def test_lines_with_commas_that_are_no_table(text: str) -> None:
    assert rendered_values(text, text.split("\n")[1]) == ""
    assert not names_values(text, 0)


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        (
            "Plant,Sown on,Left\nkale,3 March 2026,most\nleeks,Tue 9 May,few\n",
            "Plant: kale; Sown on: 3 March 2026; Left: most",
        ),
        ("Zug;Ab;Gleis\nRE 5;15:20;3 a\nRB 2;16:05;4\n", "Zug: RE 5; Ab: 15:20; Gleis: 3 a"),
        ("Ware,Gewicht,Ort\nMehl,3 kg,Keller\nHefe,40 g,Regal\n", "Ware: Mehl; Gewicht: 3 kg; Ort: Keller"),
        ("Item;Price;Shop\nrope;£3.50;Hull\nhook;£1;York\n", "Item: rope; Price: £3.50; Shop: Hull"),
        ("name,phone,flat\nKim,ext. 12,top\nLou,ext. 14,cellar\n", "name: Kim; phone: ext. 12; flat: top"),
    ],
)
def test_a_column_of_numbers_dates_or_times_makes_a_table(text: str, rendered: str) -> None:
    assert rendered_values(text, text.split("\n")[1]) == rendered


@pytest.mark.parametrize(
    ("line", "rendered"),
    [
        ('bolt,"5" wide,12', "thing: bolt; size: 5 wide; number: 12"),
        ('hose,"5"" wide",12', 'thing: hose; size: 5" wide; number: 12'),
        ('nut, "small, brass", 12', "thing: nut; size: small, brass; number: 12"),
        ('rod,2" thick,12', 'thing: rod; size: 2" thick; number: 12'),
        ('"a ""b"" c",,12', 'thing: a "b" c; number: 12'),
        ("cap,flat,12\r", "thing: cap; size: flat; number: 12"),
    ],
)
def test_quoted_values_lose_no_text(line: str, rendered: str) -> None:
    assert rendered_values(f"thing,size,number\n{line}\npeg,long,3\npin,thin,4\n", line) == rendered


@pytest.mark.parametrize(
    "line", [" " * 50_000, "|" + " " * 50_000 + "x", "-" * 50_000, "| - " * 20_000 + "x"]
)
def test_a_hostile_line_below_a_header_costs_little(line: str) -> None:
    started = time.process_time()
    assert not is_header(f"| a | b |\n{line}", len("| a | b |"))
    assert is_within(time.process_time() - started, 0.2)


def test_hostile_lines_of_values_cost_little() -> None:
    line = ',"' * 900
    text = "a,b,c\n1,2,3\n4,5,6\n" + f"7{line}\n" * 200 + '8,"' * 100_000
    started = time.process_time()
    for start in (0, text.index("7"), text.index("8")):
        end = text.find("\n", start)
        tell_values(text, start, end if end >= 0 else len(text))
    assert is_within(time.process_time() - started, 1)
