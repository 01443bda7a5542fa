"""A longer level tells what a shorter one tells, and a demand does not displace what a text sums up itself."""

from stones.levels import provisional_sentence
from stones.levels.document_parser import read_document
from stones.levels.extract.deep_extract import write_deep
from stones.levels.extract.extract_units import read_units
from stones.tests.levels.chat_doubles import count_tokens

LAKE = "The lake near the village is fed by two small brooks, and a mill stands at each of them."
BIRDS = "Many birds of the north come to it in October."
DUTIES = (
    "sweep the harbour",
    "paint three lanterns",
    "feed every goose",
    "empty the ash",
    "lock both chapels",
)
RULES = "\n".join(f"- You MUST {duty} before {at} May" for at, duty in enumerate(DUTIES, 3))
DOCUMENT = read_document(
    f"# Ferry log\n\nIt is short.\n\n## Duties\n\n{RULES}\n\n## Lake\n\n{LAKE} {BIRDS}\n"
)


def _deep(*above: str) -> str:
    units = read_units(DOCUMENT, count_tokens)
    return write_deep(DOCUMENT.title, units, above=above, most_tokens=75, count_tokens=count_tokens)


def test_what_the_paragraph_tells_is_in_the_digest() -> None:
    assert LAKE not in _deep()
    assert LAKE in _deep("Ferry log", LAKE)


def test_where_the_paragraph_is_too_long_the_digest_tells_what_the_sentence_does() -> None:
    detail = f"{LAKE} {' '.join(f'We {duty}.' for duty in DUTIES)}"
    assert LAKE not in _deep("Ferry log", detail)
    assert BIRDS in _deep(BIRDS, f"{BIRDS} {detail}")


def test_a_summary_is_told_before_what_is_forbidden() -> None:
    text = (
        "# Report on the ferry of 4 May\n\nThe depth of the lake is known. All times are local ones.\n\n"
        "## Summary\n\nBetween nine and ten the ferry sank with 31 bicycles and two boats, and nobody was hurt.\n\n"
        "## What follows\n\nThe wreck must not be moved from its place before the diver has seen it.\n"
    )
    assert "the ferry sank with 31 bicycles" in provisional_sentence(text, count_tokens=count_tokens)
