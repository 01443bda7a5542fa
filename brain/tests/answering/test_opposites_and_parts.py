"""What answers and what does not, as in a collection: opposites, and questions of two parts."""

import pytest
from django.contrib.auth.models import User

from brain.extracting import NOT_IN_NOTES
from brain.models import Conversation, Interface, Note
from brain.reservation import NEAREST, name_part
from brain.services.answer_question import AnsweredQuestion, BrainQuestion, ask
from brain.tests.answering.garden_notes import model_answer, note_id, prompt
from brain.tests.factories import index, make_note, new_account
from core.llm import get_embedder
from core.llm.model_doubles import FakeChat, use_models

pytestmark = pytest.mark.django_db

BODIES = {
    "Exporting a mindmap": "To export a mindmap, choose File and then the format. The file lands in Downloads.",
    "Team": "A new member is added on the team's page. The owner presses Add and types the name.",
    "Backup": "A backup is made by copying the folder. Stop the server before it.",
    "Restart": "A restart of the server takes about forty seconds.",
}
WHY_NOT = "The nearest, “Exporting a mindmap”, is about the opposite of what you ask for."


def build(**more: str) -> User:
    account = new_account()
    for title, body in {**BODIES, **more}.items():
        make_note(account, title=title, body=body)
    index(account, get_embedder())
    return account


@pytest.fixture
def desk() -> User:
    return build()


def cited(answered: AnsweredQuestion) -> list[str]:
    return [each.note_title for each in answered.response.metadata.citations]


def test_a_note_about_the_opposite_does_not_answer(desk: User) -> None:
    assert cited(ask(desk, BrainQuestion("How do I export a mindmap?"))) == ["Exporting a mindmap"]
    answered = ask(desk, BrainQuestion("How do I import a mindmap?"))
    assert answered.response.answer == NOT_IN_NOTES
    assert answered.trace.notices == (WHY_NOT,)
    assert "Exporting a mindmap" in answered.response.metadata.source_explanation


def test_another_note_answers_in_place_of_the_opposite() -> None:
    account = build(Importing="You import a mindmap by dropping its file on the page.")
    answered = ask(account, BrainQuestion("How do I import a mindmap?"))
    assert cited(answered) == ["Importing"]
    assert answered.trace.notices == ()


def test_a_long_note_that_names_the_opposite_in_passing_answers() -> None:
    talk = " ".join(f"A mindmap has a node for thought number {number}." for number in range(20))
    account = build(Mindmaps=f"How mindmaps come in is told here. {talk} In the end you export them.")
    answered = ask(account, BrainQuestion("How do I import thoughts as nodes of a mindmap?"))
    assert "Mindmaps" in cited(answered)


def test_a_note_that_is_about_both_answers() -> None:
    account = build(**{"Mindmap files": "Import a mindmap with File and Open. Export a mindmap with Save."})
    assert "Mindmap files" in cited(ask(account, BrainQuestion("How do I import a mindmap?")))


def test_both_parts_are_quoted_each_from_its_note(desk: User) -> None:
    answered = ask(desk, BrainQuestion("How do I export a mindmap, and how long does a restart take?"))
    assert cited(answered) == ["Exporting a mindmap", "Restart"]
    first, *_, second, restart = answered.response.answer.split("\n\n")
    assert first == name_part("How do I export a mindmap")
    assert second == name_part("how long does a restart take")
    assert "about forty seconds. [2]" in restart
    assert answered.trace.unsupported == ()
    assert answered.trace.notices == ()


def test_a_tag_is_both_parts(desk: User) -> None:
    note = Note.objects.get(title="Restart")
    Note.objects.filter(pk=note.pk).update(tags=["ops"])
    answered = ask(desk, BrainQuestion("How do I export a mindmap, and how long does a restart take? #ops"))
    assert set(cited(answered)) <= {"Restart"}


def test_a_part_that_nothing_answers_is_called_open(desk: User) -> None:
    answered = ask(desk, BrainQuestion("How long does a restart take, and who painted the Mona Lisa?"))
    assert cited(answered) == ["Restart"]
    assert answered.trace.notices == (
        "Perhaps open: nothing in your notes clearly answers “who painted the Mona Lisa”.",
    )
    first = ask(desk, BrainQuestion("Who painted the Mona Lisa, and how long does a restart take?"))
    assert cited(first) == ["Restart"]
    assert first.trace.notices == (
        "Perhaps open: nothing in your notes clearly answers “Who painted the Mona Lisa”.",
    )


def test_a_question_that_nothing_answers_has_no_open_part(desk: User) -> None:
    answered = ask(desk, BrainQuestion("Who painted the Mona Lisa, and when was the Eiffel Tower built?"))
    assert answered.response.answer == NOT_IN_NOTES
    assert answered.trace.notices == ()


def test_a_model_reads_the_notes_of_both_parts_and_judges_for_itself(desk: User) -> None:
    chat = FakeChat([model_answer("Forty seconds [1].", (note_id(desk, "Restart"), "about forty seconds"))])
    with use_models(chat=chat):
        answered = ask(desk, BrainQuestion("How long does a restart take, and who painted the Mona Lisa?"))
    assert answered.trace.notices == ()
    (call,) = chat.calls
    assert "about forty seconds" in prompt(call.messages)


def test_the_second_part_is_about_whom_the_first_names() -> None:
    account = build(
        Ships="The Marguerite was built in 1951 and is made of larch. Before her there was the Perseverance."
    )
    answer = ask(
        account, BrainQuestion("When was the Perseverance scrapped, and what was it made of?")
    ).response.answer
    scrapped, made = "When was the Perseverance scrapped", "what was it made of"
    assert answer.startswith(f"{NEAREST} on “{scrapped}”, which does not say “scrapped”")
    assert f"{NEAREST} on “{made}”" in answer


def test_a_second_part_leans_on_the_first_not_on_the_conversation(desk: User) -> None:
    ask(desk, BrainQuestion("How do I make a backup?", conversation="r"))
    answered = ask(
        desk, BrainQuestion("How do I export a mindmap, and where does it land?", conversation="r")
    )
    assert set(cited(answered)) == {"Exporting a mindmap"}
    assert "Downloads" in answered.response.answer
    assert Conversation.objects.get(interface=Interface.PAGE, name="r").turns.count() == 2


def test_a_pronoun_takes_the_name_alone_where_the_whole_question_finds_nothing() -> None:
    rows = (
        "| Name | Boot size | Allergies |",
        "|---|---|---|",
        "| Dev Marwaha | 46 | latex |",
        "| Bo Clarke | 41 | none |",
    )
    account = build(Crew="\n".join(rows))
    ask(account, BrainQuestion("What is Dev Marwaha's boot size?", conversation="r"))
    answered = ask(account, BrainQuestion("And his allergies?", conversation="r"))
    assert answered.response.answer == "Name: Dev Marwaha; Boot size: 46; Allergies: latex [1]"
    assert answered.trace.notices[0].startswith("Read as following “What is Dev Marwaha's boot size?”.")


def test_a_question_without_a_word_of_its_own_is_sure_only_of_what_it_leans_on() -> None:
    roof = "The roof will be repaired before the winter."
    account = build(Letter=f"The rent rises to 835 euros a month from January.\n\n**Roof.** {roof}")
    ask(account, BrainQuestion("What does the rent cost from January?", conversation="r"))
    answered = ask(account, BrainQuestion("And before that?", conversation="r"))
    assert answered.response.answer.startswith((NEAREST, NOT_IN_NOTES))
