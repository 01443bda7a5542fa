"""A letter's salutation and closing are neither its title nor its first sentence."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.letter_lines import is_closing, is_salutation
from stones.tests.levels.chat_doubles import count_tokens

BODY = "Der Drucker ist seit Montag defekt. Am Donnerstag kommt der Techniker, der ihn mitnimmt. Bitte nichts drucken."


@pytest.mark.parametrize(
    ("salutation", "closing"),
    [
        ("Hallo Frau Meier,", "Mit freundlichen Grüßen"),
        ("Liebe Kolleginnen und Kollegen,", "Viele Grüße"),
        ("Sehr geehrte Damen und Herren,", "LG"),
        ("Bonjour Marie,", "Cordialement,"),
        ("Chère Madame,", "Bien à vous"),
        ("Cher Monsieur Petit,", "Cordialement,"),
        ("Estimada señora Ruiz:", "Un saludo,"),
        ("Hola equipo", "Saludos cordiales"),
        ("Ciao a tutti,", "Cordiali saluti"),
        ("尊敬的王先生：", "此致"),
        ("Dear all", "Best regards,"),
        ("Hi Tom", "Thanks!"),
        ("Hi Tom", "Thanks, and good luck. Mara"),
        ("Liebe Frau Meier,", "Viele Grüße, Anna Schulz"),
    ],
)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_the_frame_of_a_letter_is_left_out(salutation: str, closing: str, between: str) -> None:
    letter = f"{salutation}{between}{BODY}{between}{closing}\nAnna Schulz\n"
    assert [part.plain for part in read_document(letter).parts] == [BODY]
    scan = write_extract(letter, count_tokens=count_tokens, count=2).texts[0]
    assert not scan.startswith(salutation[:5])
    assert "Drucker" in scan


@pytest.mark.parametrize(
    "line",
    [
        "Liebe auf den ersten Blick",
        "Hello, I looked at the report,",
        "Hello Tom, here is the plan:",
        "Hi-Fi settings:",
        "Hi all, the build is broken!",
        "Good morning routine",
        "Care Plan",
        "Best practices",
        "Thanks, the key is in the box",
        "Best Western Berlin",
        "Thanks for everything that you stored in Berlin",
        "Thanks to the cache it is fast",
        "Danke für die Zahlen",
    ],
)
def test_other_lines_stay(line: str) -> None:
    assert not is_salutation(line)
    assert not is_closing(line)


def test_what_follows_the_closing_stays() -> None:
    letter = f"Hi Tom,\n{BODY}\nBest\nAnna\n\nP.S. Never use the old card for it.\n"
    assert "Never use the old card for it." in read_document(letter).parts[-1].plain
    assert "Never" in read_document("Thanks\nNever use the old card for it again.\n").parts[-1].plain


def test_what_stands_below_the_mark_of_a_signature_is_left_out() -> None:
    text = "The printers are rolled back.\n\n--\nNordfrakt AB | Box 4012\n"
    assert [part.plain for part in read_document(text).parts] == ["The printers are rolled back."]


@pytest.mark.parametrize(
    "signature",
    [
        "-- Mara Lind <mara@pier.example>, 2 May 2026",
        " -- Mara Lind <mara@pier.example>",
        " -- Mara Lind <mara@pier.example>  Sat, 02 May 2026 10:00:00 +0200",
    ],
)
def test_a_signature_in_one_line_is_left_out(signature: str) -> None:
    text = f"The printers are rolled back.\n\n{signature}\n"
    assert [part.plain for part in read_document(text).parts] == ["The printers are rolled back."]


def test_an_option_with_an_address_is_no_signature() -> None:
    assert read_document("--notify <mara@pier.example> tells Mara of each run.").parts


@pytest.mark.parametrize(
    "line",
    [
        "-- Mara Lind <mara@pier.example>: do not merge before 3 May.",
        "-- Mara Lind <mara@pier.example>\nNever open the valve.",
    ],
)
def test_what_stands_behind_or_below_an_address_is_matter(line: str) -> None:
    (_, said) = read_document(f"The printers are rolled back.\n\n{line}\n").parts
    assert said.plain == line.replace("\n", " ")
