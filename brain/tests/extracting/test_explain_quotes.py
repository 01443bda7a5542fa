"""Why a sentence was quoted, in plain words."""

from brain.extracting import explain_quotes
from brain.reservation import NEAREST
from brain.standard_response import Citation, Metadata, StandardResponse
from brain.tests.extracting.extracted_answers import source

VAN = "Ines Roth asks £90 for the van."


def explained(question: str, *excerpts: str, reserved: bool = False, context: str = "") -> tuple[str, ...]:
    answer = "\n\n".join([*([f"{NEAREST}:"] if reserved else []), *excerpts])
    cited = [Citation(note_id=f"n{at}", note_title="Van", excerpt=each) for at, each in enumerate(excerpts)]
    response = StandardResponse(answer=answer, metadata=Metadata(has_sources=True, citations=cited))
    return explain_quotes([(question, context or question)], response)


def test_what_it_holds_and_the_form_that_is_asked_for() -> None:
    assert explained("What is the price of Ines Roth's van?", VAN) == (
        "Quotation 1, of “Van”, says “Ines”, “Roth's”, “van” and how much.",
        "One quotation holds all that is asked: quoted without a reserve.",
    )


def test_what_it_lacks_and_whose_it_is() -> None:
    first, second, verdict = explained(
        "How much does Omar Dietz ask for the blue van?",
        VAN,
        "Omar Dietz has a blue van, Ines Roth asks £90 for hers.",
        reserved=True,
    )
    assert first == (
        "Quotation 1, of “Van”, says “ask”, “van” and the number; it does not say “Omar” or “Dietz” or “blue”."
    )
    assert second.endswith(
        "says “Omar”, “Dietz”, “ask”, “blue” and “van”; it does not say it of “Omar Dietz”."
    )
    assert verdict.endswith("quoted under a reserve, as the nearest there is.")


def test_the_verdict_is_true_of_the_quotations() -> None:
    price = "What is the price of the van?"
    assert explained(price, VAN, reserved=True)[-1].startswith("All of that is held, but it may not hold now")
    assert explained("What make is the van?", VAN)[-1].startswith("With its day and what stands around it")
    cited = [
        Citation(note_id=each, note_title="Van", excerpt=each) for each in (VAN, "The van has 90,000 miles.")
    ]
    response = StandardResponse(
        answer="\n\n".join(each.excerpt or "" for each in cited),
        metadata=Metadata(has_sources=True, citations=cited),
    )
    parts = (price, "how many miles does the van have")
    assert explain_quotes([(each, each) for each in parts], response)[-1].startswith(
        "Of each part one quotation"
    )


def test_a_follow_up_is_told_by_its_own_words() -> None:
    first, _ = explained("And for the lathe?", "The lathe is £40.", context="price van: for the lathe?")
    assert first == "Quotation 1, of “Van”, says “lathe”."


def test_nothing_is_said_where_no_note_is_quoted() -> None:
    assert explained("What is the price?") == ()


def test_a_heading_above_it_counts() -> None:
    text = "# Van\n\n## Ford of Ines\n\nThe tank holds 60 litres."
    excerpt = "The tank holds 60 litres."
    cited = [Citation(note_id="A", note_title="Van", excerpt=excerpt)]
    response = StandardResponse(answer=excerpt, metadata=Metadata(has_sources=True, citations=cited))
    question = "What does the tank of Ines hold?"
    assert "it does not say “Ines”" in explain_quotes([(question, question)], response)[0]
    held, verdict = explain_quotes([(question, question)], response, [source(text, title="Van")])
    assert held == "Quotation 1, of “Van”, says “tank”, “Ines” and “hold”."
    assert verdict.endswith("quoted without a reserve.")
