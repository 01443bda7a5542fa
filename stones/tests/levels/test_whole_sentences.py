"""No level tells a sentence without the label, the condition, the question or the sentence that makes it true."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parser import read_document
from stones.levels.extract.shorten_text import cut
from stones.tests.levels.chat_doubles import count_tokens

FILLER = "\n\n".join(f"The weather of day {n} was much like that of the day before." for n in range(40))
CLAUSES = """# Lease of the boathouse

3.2 Term. 24 months from signature, renewed by 12 months each.
5.1 Rent. EUR 840 per month, due on the first day.
8.2 Moorings. 9.5% of the berths per season; the rest lapses.
"""


def _levels(text: str) -> tuple[str, ...]:
    return write_extract(text, count_tokens=count_tokens, count=4).texts


def test_a_numbered_label_goes_with_its_clause() -> None:
    parts = read_document(CLAUSES).parts[1:]
    assert [next(part.sentences()).text.partition(".")[0] for part in parts] == ["3", "5", "8"]
    assert [len([*part.sentences()]) for part in parts] == [1, 1, 1]
    levels = _levels(f"{CLAUSES}\n{FILLER}")
    assert any("9.5%" in level for level in levels)
    for level in levels:
        assert ("9.5%" in level) <= ("8.2 Moorings. 9.5%" in level)
        assert ("840" in level) <= ("5.1 Rent. EUR 840" in level)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("**Term.** 24 months from signature.", 1),
        ("**Rent of boats**. It is due in May.", 1),
        ("**Confirm each edit.** One at a time.", 2),
        ("**No new boats.** The shed is full.", 2),
        ("The rent is paid. It was 840.", 2),
    ],
)
def test_a_bold_label_is_no_sentence_but_a_bold_sentence_is(text: str, sentences: int) -> None:
    [part] = read_document(f"# Lease\n\n{text}\n").parts[1:]
    assert len([*part.sentences()]) == sentences


@pytest.mark.parametrize(
    ("before", "order"),
    [
        ("The count of the eels runs since Friday.", "Don't open gate-2 until it is done."),
        ("Die Zählung der Aale läuft seit Freitag.", "Tor 2 nicht öffnen, bis sie fertig ist."),
        ("Our diver looks at the keel.", "Don't move tug 7 before she has confirmed."),
    ],
)
def test_what_an_order_waits_for_is_told_with_it(before: str, order: str) -> None:
    text = f"# Harbour\n\nThe form must reach the office by 13 March. {before} {order}\n\n{FILLER}"
    for level in _levels(text):
        assert (order.rstrip(".") in level) <= (before in level)


@pytest.mark.parametrize(
    "question",
    [
        "Mia, can you say by Friday which of the boats were sold, and if fewer than 10 were, should we close the shed?",
        "So: did you count the rented boats, and if so can you send the figure by Thursday noon?",
        "Please send the list of boats, and by Thursday noon the one of the berths.",
    ],
)
def test_a_question_is_not_cut_before_its_condition_or_its_day(question: str) -> None:
    assert cut(question, len(question.split()) - 3, lambda text: len(text.split())) == ""


def test_a_question_that_is_cut_stays_one() -> None:
    question = "Do we have the keys of the shed, which Tom painted green in the summer of last year?"
    assert cut(question, 12, lambda text: len(text.split())) == "Do we have the keys of the shed?"


def test_what_is_due_stands_before_a_statement_with_which_it_does_not_fit() -> None:
    ask = (
        "So: did you count the 37 rented boats, and if so can you send the figure with them by Thursday noon?"
    )
    page = "The deck of the harbour has 22 pages, yours is page 14, right behind the plan of the harbour."
    scan = _levels(f"# Numbers of the harbour\n\n{page}\n\n{ask}\n\nIt rained in the harbour.\n")[0]
    assert ask in scan


@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize(
    ("rent", "notice"),
    [
        ("The berth is let until the end of March.", "Notice must be given in writing."),
        ("Der Liegeplatz ist bis Ende März vermietet.", "Die Kündigung muss schriftlich erfolgen."),
    ],
)
def test_the_first_sentence_of_a_numbered_clause_is_told(rent: str, notice: str, between: str) -> None:
    others = between.join(f"({n}) The harbour office keeps list {n} of the boats." for n in range(3, 9))
    text = f"§ 4 Berths\n\n(1) {rent}{between}(2) {notice} It is read by the office.{between}{others}\n"
    told = write_extract(text, count_tokens=count_tokens, count=3).texts[1]
    assert told.startswith("§ 4 Berths")
    assert rent in told
    assert f"{notice} " in told


def test_a_remark_in_brackets_is_no_clause() -> None:
    text = "# Berths\n\nAll berths are let.\n\n(12 of them to visitors.)\n\n(a) the owner; or\n(b) the harbour.\n"
    for level in write_extract(text, count_tokens=count_tokens, count=3).texts:
        assert "visitors" not in level
        assert "owner" not in level


def test_what_does_not_apply_is_told_with_its_exception() -> None:
    rule = "Notice by mail is not sufficient."
    exception = "This does not apply to members of the club."
    text = (
        f"# Berths\n\nAll berths are let for a year.\n\n{rule} {exception} The office is open on Mondays.\n"
    )
    for level in write_extract(text, count_tokens=count_tokens, count=3).texts:
        assert (rule in level) <= (exception in level)


@pytest.mark.parametrize(
    ("heading", "ask"),
    [
        ("What I need.", "A yes or no from each of you until Thursday."),
        ("What we propose.", "The club takes the boathouse for ten years."),
        ("Was wir brauchen.", "Eine Antwort von allen bis Donnerstag."),
    ],
)
def test_what_an_author_needs_or_proposes_heads_its_paragraph(heading: str, ask: str) -> None:
    said = "How it began. In August we saw three boathouses. Each has its own landing stage, and two are dry."
    text = f"# The boathouse\n\n{said}\n\n{heading} {ask} It has been a long search.\n\n{FILLER[:900]}\n"
    headings = [part.plain for part in read_document(text).parts if part.kind == "heading"]
    assert headings == ["The boathouse", "How it began", heading[:-1]]
    for level in _levels(text):
        assert ask in level


def test_a_bold_question_word_is_a_label_and_no_condition() -> None:
    text = (
        f"# The boathouse\n\n**When.** The launch on 3 May will not happen. The slip is broken.\n\n{FILLER}\n"
    )
    assert "When. The launch on 3 May will not happen." in _levels(text)[0]


def test_a_paragraph_keeps_the_best_statement_beside_what_the_text_wants() -> None:
    text = (
        "**When.** The launch on 3 November will not happen. The payment provider hasn't certified our flow for "
        "instalments, and without instalments a third of the baskets can't be paid. If the certificate isn't there on "
        "Friday 20 November at noon, we go to 8 December.\n"
        "**Where.** Germany and Austria. Sales has already told two Swiss partners about the launch. Lena is calling "
        "them today; please leave that to her."
    )
    assert "The launch on 3 November will not happen." in _levels(text)[1]


@pytest.mark.parametrize(
    "frame",
    [
        "The key words MUST and MAY are to be read as in RFC 2119.",
        "Written by the harbour office in March.",
        "Redactado por la oficina del puerto.",
        "Next meeting: 10 March, 19:30.",
        "Présents: A. Lemaire, S. Diallo.",
    ],
)
def test_what_frames_a_text_is_not_told(frame: str) -> None:
    text = f"# The boathouse\n\n{frame}\n\nThe roof must be closed at night.\n\n{FILLER}\n"
    for level in _levels(text):
        assert frame[:12] not in level
        assert "The roof must be closed at night." in level
