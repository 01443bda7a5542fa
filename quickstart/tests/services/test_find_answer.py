"""What answers and what does not: opposites, two parts, another language, a question that is a title."""

from collections.abc import Sequence
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command

from core.llm import get_embedder
from core.llm.embeddings.embedder import Vectors
from core.llm.model_doubles import FakeEmbedder, use_models
from quickstart.kinds import AskOutcome
from quickstart.models import Collection
from quickstart.rendering import to_json, to_markdown, to_plain
from quickstart.rendering.answer_content import PartAnswer, QuickstartAnswer
from quickstart.services.answer_question import ask
from quickstart.tests.factories import index, make_collection, make_entry, make_skill

pytestmark = pytest.mark.django_db

ENTRIES = {
    "export": (
        "How do I export a mindmap?",
        "save a mindmap as a file",
        "Choose File, Export, then the format.",
    ),
    "member": ("How do I add a member to a team?", "new team member", "Press Add on the team's page."),
    "backup": ("How do I make a backup?", "back the site up", "Stop the server and copy its folder."),
    "restart": ("How long does a restart take?", "time of a restart", "About forty seconds."),
    "password": ("How do I change my password?", "a new password", "Open Account and press Change."),
    "theme": ("How do I choose dark colours?", "dark theme", "Choose the theme in the menu."),
}


class Multilingual(FakeEmbedder):
    """For it a German question says what its English translation says."""

    TRANSLATED = {"Wie exportiere ich eine Mindmap?": "How do I export a mindmap?"}

    def embed(self, texts: Sequence[str]) -> Vectors:
        return super().embed([self.TRANSLATED.get(text, text) for text in texts])


def build(name: str = "desk") -> Collection:
    collection = make_collection(name=name)
    for entry_id, (question, variant, answer) in ENTRIES.items():
        make_entry(
            collection,
            entry_id=entry_id,
            question=question,
            variants=[variant],
            answer=answer,
            tree_path=[entry_id],
        )
    index(collection, get_embedder())
    collection.refresh_from_db()
    return collection


@pytest.fixture
def desk() -> Collection:
    return build()


def ask_desk(desk: Collection, query: str) -> QuickstartAnswer:
    return ask(account=desk.account, collection=desk, query=query, asked_by="agent koda")


def reached(answer: QuickstartAnswer) -> str:
    return answer.entry.entry_id if answer.entry else str(answer.outcome)


def test_what_is_about_the_opposite_does_not_answer(desk: Collection) -> None:
    assert reached(ask_desk(desk, "how can I export a mindmap?")) == "export"
    answer = ask_desk(desk, "how can I import a mindmap?")
    assert answer.outcome == AskOutcome.NO_ANSWER
    assert "export" in [each.id for each in answer.nearest]
    assert answer.why_not == (
        "The nearest, “How do I export a mindmap?”, is about the opposite of what you ask for."
    )
    assert answer.why_not in to_markdown(answer)
    assert to_json(answer)["why_not"] == answer.why_not
    assert reached(ask_desk(desk, "how do I remove a member from a team?")) == AskOutcome.NO_ANSWER


def test_an_entry_that_tells_both_answers_both(desk: Collection) -> None:
    make_entry(
        desk,
        entry_id="files",
        question="How do I import a mindmap?",
        variants=["open a file"],
        answer="Choose File, Import.",
        tree_path=["files"],
    )
    index(desk, get_embedder())
    assert reached(ask_desk(desk, "how can I import a mindmap?")) == "files"
    assert reached(ask_desk(desk, "how can I export a mindmap?")) == "export"


def test_an_open_part_is_named_everywhere(desk: Collection) -> None:
    answer = ask_desk(desk, "How do I export a mindmap, and what does it cost?")
    assert reached(answer) == "export"
    assert (answer.answered_part, answer.open_parts) == ("How do I export a mindmap", ("what does it cost",))
    told = "nothing here clearly answers “what does it cost”"
    assert told in to_markdown(answer)
    assert told in to_plain(answer, count_tokens=len, max_tokens=10_000)
    assert to_json(answer)["open_parts"] == ["what does it cost"]
    out = StringIO()
    call_command(
        "ask",
        "How do I export a mindmap, and what does it cost?",
        collection=desk.name,
        account=desk.account.username,
        stdout=out,
    )
    assert told in out.getvalue()


def test_what_the_answer_says_in_other_words_is_not_open(desk: Collection) -> None:
    make_entry(
        desk,
        entry_id="van",
        question="How do I book the van?",
        answer="Write to Ida. Petrol is included.",
        tree_path=["van"],
    )
    index(desk, get_embedder())
    answer = ask_desk(desk, "How do I book the van, and is the fuel extra?")
    assert (reached(answer), answer.open_parts) == ("van", ())
    part = PartAnswer("is the fuel extra", "entry", "van", "How do I book the van?", is_sure=False)
    assert answer.other_parts == (part,)
    assert "“is the fuel extra” is perhaps answered here, in other words." in to_markdown(answer)
    answer = ask_desk(desk, "How do I book the van, and who invented the telephone?")
    assert (answer.open_parts, answer.other_parts) == (("who invented the telephone",), ())


def test_a_part_that_another_entry_answers_is_named(desk: Collection) -> None:
    answer = ask_desk(desk, "How do I make a backup, and how long does a restart take?")
    assert reached(answer) == "backup"
    assert answer.open_parts == ()
    part = "how long does a restart take"
    assert answer.other_parts == (PartAnswer(part, "entry", "restart", "How long does a restart take?"),)
    assert f"“{part}” is answered in: How long does a restart take? (entry `restart`)" in to_markdown(answer)


def test_a_part_that_is_perhaps_answered_says_so(desk: Collection) -> None:
    answer = ask_desk(desk, "How do I make a backup, and how long does a restart take?")
    unsure = replace(answer, other_parts=tuple(replace(each, is_sure=False) for each in answer.other_parts))
    assert "” is perhaps answered in: How long does a restart take?" in to_markdown(unsure)
    assert [each["is_sure"] for each in to_json(unsure)["other_parts"]] == [False]


def test_words_of_a_part_in_the_others_answer_do_not_answer_it(desk: Collection) -> None:
    make_entry(
        desk,
        entry_id="guest",
        question="How do I invite a guest?",
        answer="Send a link. It takes them back to a restart of the page.",
        tree_path=["files"],
    )
    index(desk, get_embedder())
    answer = ask_desk(desk, "How do I invite a guest, and how long does a restart take?")
    assert reached(answer) == "guest"
    assert [part.id for part in answer.other_parts] == ["restart"]


def test_the_second_part_answers_where_the_first_has_no_answer(desk: Collection) -> None:
    answer = ask_desk(desk, "Who painted the ceiling, and how do I change my password?")
    assert reached(answer) == "password"
    assert (answer.answered_part, answer.open_parts) == (
        "how do I change my password",
        ("Who painted the ceiling",),
    )


def test_one_question_has_no_parts(desk: Collection) -> None:
    answer = ask_desk(desk, "How do I export a mindmap?")
    assert (answer.answered_part, answer.open_parts, answer.other_parts, answer.why_not) == ("", (), (), "")


def test_a_question_in_another_language_is_refused_with_the_reason(desk: Collection) -> None:
    assert get_embedder().name == "all-MiniLM-L6-v2"
    answer = ask_desk(desk, "Wie exportiere ich die Karte von einem Baum?")
    assert answer.outcome == AskOutcome.NO_ANSWER
    assert len(answer.nearest) == 3
    assert answer.why_not == (
        "This collection is in English, your question in German, and the model that compares meanings reads English."
    )


def test_a_multilingual_model_finds_it_in_the_other_language() -> None:
    with use_models(embedder=Multilingual()):
        answer = ask_desk(build("many"), "Wie exportiere ich eine Mindmap?")
    assert reached(answer) == "export"
    assert answer.why_not == ""


def test_a_question_in_the_words_of_a_trigger_goes_to_its_skill(desk: Collection) -> None:
    make_skill(desk, skill_id="skill_sorting", title="Sorting", description="Sorts maps by a spring layout.")
    make_skill(
        desk,
        skill_id="skill_layouts",
        title="Layouts",
        description="Everything about how maps are laid out.",
        triggers=["spring layout or grids"],
    )
    make_skill(desk, skill_id="skill_colours", title="Colours", description="Everything about colours.")
    index(desk, get_embedder())
    answer = ask_desk(desk, "What is a spring layout?")
    assert answer.skill is not None
    assert answer.skill.skill_id == "skill_layouts"
    # Others whose descriptions say the same are named beside it.
    assert [each.skill_id for each in answer.related_skills] == ["skill_sorting"]
    assert "skill_sorting.md" in to_markdown(answer)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("How do I change the password of my Gmail account?", "Gmail"),
        ("How do I make a backup of my Nintendo?", "Nintendo"),
        ("How do I choose dark colours in Photoshop?", "Photoshop"),
    ],
)
def test_what_names_another_thing_is_not_answered(desk: Collection, query: str, name: str) -> None:
    answer = ask_desk(desk, query)
    assert answer.outcome == AskOutcome.NO_ANSWER
    assert f"Nothing in this collection is about “{name}”." in to_markdown(answer)
    assert answer.nearest


@pytest.mark.parametrize(
    ("query", "entry"),
    [
        ("How do I add a member to a team with Mina?", "member"),
        ("Can Hermes add a member to a team?", "member"),
        ("Can my colleague Jonas add a member to a team?", "member"),
        ("How Do I Change My Shiny Password?", "password"),
    ],
)
def test_a_person_or_a_title_is_no_other_thing(desk: Collection, query: str, entry: str) -> None:
    assert reached(ask_desk(desk, query)) == entry


DIFFERENT = (
    ("Why does a restart take forty seconds?", "How long does a restart take?", "About forty seconds."),
    (
        "How do I make a backup automatically?",
        "How do I make a backup?",
        "Stop the server and copy its folder.",
    ),
    ("What happens if I delete a board?", "What can a guest delete?", "A guest may delete a board."),
    ("May my neighbour open the door?", "May a guest open the door?", "Yes, with the code."),
)


def test_a_recipe_for_what_is_to_be_prevented_does_not_answer(desk: Collection) -> None:
    answer = ask_desk(desk, "How do I stop guests from exporting a mindmap?")
    assert answer.outcome == AskOutcome.NO_ANSWER
    assert "about the opposite" in answer.why_not


def test_how_to_prevent_something_does_not_tell_how_it_is_done() -> None:
    collection = make_collection(name="house")
    make_entry(
        collection, question="How do I keep a cat from scratching a sofa?", variants=["stop a cat scratching"]
    )
    index(collection, get_embedder())
    collection.refresh_from_db()
    assert ask_desk(collection, "How do I keep my cat from scratching the sofa?").entry
    assert ask_desk(collection, "How do I let a cat scratch a sofa?").entry is None


def test_the_name_of_what_the_collection_is_about_is_no_content(desk: Collection) -> None:
    entry = make_entry(
        desk,
        entry_id="about",
        question="What is DeskPilot?",
        answer="Maps for the mind.",
        tree_path=["about"],
    )
    make_entry(
        desk, entry_id="cost", question="What does DeskPilot cost?", answer="Nothing.", tree_path=["cost"]
    )
    index(desk, get_embedder())
    Collection.objects.filter(pk=desk.pk).update(title="DeskPilot")
    desk.refresh_from_db()
    for question, expected in (
        ("How long does a restart of desk pilot take?", "restart"),
        ("How do I make a backup of DeskPilot?", "backup"),
        ("What is DeskPilot?", entry.entry_id),
        ("DeskPilot's cost", "cost"),
        ("about DeskPilot", "about"),
    ):
        answer = ask_desk(desk, question)
        assert (answer.outcome, answer.entry and answer.entry.entry_id) == (AskOutcome.ANSWERED, expected), (
            question
        )
    assert ask_desk(desk, "Does DeskPilot run on a submarine?").outcome == AskOutcome.NO_ANSWER


def test_who_does_it_tells_wordings_apart(desk: Collection) -> None:
    make_entry(
        desk,
        entry_id="log",
        question="Is there a log of changes?",
        variants=["who changed a password"],
        answer="Yes.",
        tree_path=["log"],
    )
    index(desk, get_embedder())
    for question, expected in (("change a password", "password"), ("Who changed a password?", "log")):
        answer = ask_desk(desk, question)
        assert answer.entry
        assert answer.entry.entry_id == expected


def test_what_is_about_another_thing_is_not_sure(desk: Collection) -> None:
    assert ask_desk(desk, "How long does a restart take?").is_sure
    assert not ask_desk(desk, "How long does a holiday take?").is_sure
    assert not ask_desk(desk, "How do I rename a member of a team?").is_sure


def test_a_value_that_is_stated_nowhere_is_not_sure(desk: Collection) -> None:
    for entry_id, question, reply in (
        (
            "conductor",
            "Who is the conductor of the choir?",
            "Tobias Renn, who can be reached at the rehearsals.",
        ),
        ("coach", "Where does the coach to Lille leave?", "Ask Ida, it changes."),
        ("museum", "Is there a museum?", "Yes, by the river. Tickets are 9 euros. The guide speaks Dutch."),
    ):
        make_entry(desk, entry_id=entry_id, question=question, answer=reply, tree_path=[entry_id])
    index(desk, get_embedder())
    for question, expected, is_sure in (
        ("What is the phone number of the conductor of the choir?", "conductor", False),
        ("Who is our conductor of the choir?", "conductor", True),
        # What the entry's own question lacks, too, is said in another way.
        ("Where does our coach to Lille leave?", "coach", True),
        ("How much are tickets to the museum?", "museum", True),
        ("How much do I pay for tickets by the week?", "museum", True),
        # 9 euros are not the price of the guide of the museum.
        ("How much is a guide by the river?", "museum", False),
    ):
        answer = ask_desk(desk, question)
        assert (reached(answer), answer.is_sure) == (expected, is_sure), question


UNDER_18 = "Can I dive here if I am under 18 years old?"
