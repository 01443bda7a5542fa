"""What a text asks or decides in the end, "So don't order it.", is told without its reasons."""

import pytest

from stones.levels import write_extract
from stones.levels.document_parts import PartSentence
from stones.levels.extract.conclusions import without_connective
from stones.tests.levels.chat_doubles import count_tokens


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("So I can't approve this as it is.", "I can't approve this as it is."),
        ("Therefore do not order the large pump.", "Do not order the large pump."),
        ("So, please send the plan by Friday.", "Please send the plan by Friday."),
        ("Hence nobody may open the valve.", "Nobody may open the valve."),
        ("For this reason we recommend the small pump.", "We recommend the small pump."),
        ("So the answer is no.", "The answer is no."),
        ("Donc n'achète pas la batterie.", "N'achète pas la batterie."),
        ("Por eso no se debe abrir la válvula.", "No se debe abrir la válvula."),
        ("Por lo tanto, recomendamos la bomba pequeña.", "Recomendamos la bomba pequeña."),
        ("Deshalb bitte nichts bestellen.", "Bitte nichts bestellen."),
        ("因此不要打开阀门。", "不要打开阀门。"),
    ],
)
def test_what_is_decided_or_asked_needs_no_connective(text: str, told: str) -> None:
    assert without_connective(PartSentence(text, 1, text)) == PartSentence(told, 1, told)


@pytest.mark.parametrize(
    "text",
    [
        "So the pump is loud.",
        "So far we have no plan.",
        "So that nobody opens the valve, we lock it.",
        "Thus far nobody has called.",
        "Also please send the plan.",
        "Also wird die Pumpe bestellt.",
        "Deshalb bestellen wir die Pumpe nicht.",
        "So please do this before then.",
        "So nobody may open it.",
        "So can we order it?",
        "Hence the name.",
        "Some people may open the valve.",
    ],
)
def test_a_sentence_that_needs_its_reasons_stays(text: str) -> None:
    sentence = PartSentence(text, 1, text)
    assert without_connective(sentence) is sentence


@pytest.mark.parametrize(
    "verdict", ["So I can't approve the large pump.", "Therefore do not order the large pump."]
)
def test_a_conclusion_is_told_by_each_level(verdict: str) -> None:
    visit = (
        "We met the maker on Tuesday. The visit lasted two hours. They showed us the new line, which is forty metres "
        "long. The hall was warm. The samples are in the lab. The next delivery comes in a fortnight."
    )
    text = f"# Visit at the pump maker\n\n{visit}\n\n{verdict} The driver rings the bell at gate two.\n"
    rest = verdict.partition(" ")[2]
    for level in write_extract(text, count_tokens=count_tokens, count=3).texts:
        assert rest[1:] in level
