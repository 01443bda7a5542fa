"""The Brain page: asking, an answer's sources, and what remains after a failure."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from answering.models import WrittenAnswer
from answering.tests.finish_answers import finish_answers
from brain.answer_sources import SourceType
from brain.answer_trace import Trace
from brain.checking.checked_answer import SourceSpan
from brain.models import Conversation, Interface, Mode, Note, Turn
from brain.services.collect_context import MAX_QUERY
from brain.services.manage_notes import delete_note
from brain.services.search_external import set_external_enabled
from brain.standard_response import Citation, ExternalSource
from brain.tests.answering.garden_notes import model_answer
from brain.tests.conversations.conversation_factories import (
    create_turn,
    create_turns,
    make_conversation,
    make_response,
    summaries_of,
    summarise,
)
from brain.tests.factories import index, make_note, make_profile
from brain.tests.pages.page_text import page_of, words
from core.llm.model_doubles import FakeChat, use_models
from core.llm.model_errors import CouldNotAsk, ErrorKind
from core.rest.agent_tokens import new_token

QUESTION = "When was the last frost?"
FRAGMENT = {"HX-Request": "true", "HX-Target": "brain"}
EXCERPT = "came on the fifteenth of May"


def in_conversation(conversation: Conversation, client: Client, **query: Any) -> str:
    return page_of(client, "/brain/", c=conversation.pk, **query)


def ask_model(client: Client) -> str:
    """Ask, have the answer written, and return the address of its page."""
    response = client.post("/brain/ask", {"q": QUESTION})
    assert response.status_code == 302
    finish_answers()
    return str(response["Location"])


def test_a_models_answer_is_waited_for_on_the_page(person: Client, garden: User, frost: Note) -> None:
    with use_models(chat=FakeChat([model_answer("It came in May.", (frost.pk, EXCERPT))])):
        response = person.post("/brain/ask", {"q": QUESTION}, headers=FRAGMENT)
        written = WrittenAnswer.objects.get()
        url = f"/brain/?answer={written.pk}"
        assert response.headers["HX-Push-Url"] == url
        for page in (words(response.content.decode()), words(page_of(person, url))):
            assert "A model is writing. This is its draft" in page
            assert QUESTION in page
        finish_answers()
    turn = Turn.objects.get()
    assert person.get(url)["Location"] == f"/brain/?c={turn.conversation_id}#turn-{turn.pk}"
    fragment = person.get(url, headers=FRAGMENT)
    assert f'id="turn-{turn.pk}"' in fragment.content.decode()
    assert fragment.headers["HX-Push-Url"] == f"/brain/?c={turn.conversation_id}"


def test_a_stopped_answer_leaves_its_question(person: Client, garden: User) -> None:
    with use_models(chat=FakeChat()):
        url = person.post("/brain/ask", {"q": QUESTION})["Location"]
    written = WrittenAnswer.objects.get()
    response = person.post(f"/answers/{written.pk}/stop", {"next": url})
    assert response["Location"] == url
    page = page_of(person, url)
    assert "It was stopped" in words(page)
    assert f"\n{QUESTION}</textarea>" in page


def test_without_notes_the_page_explains_how_to_begin(stranger: Client) -> None:
    page = page_of(stranger, "/brain/")
    assert "The brain answers from your notes. Import a folder" in words(page)
    assert "python manage.py import_notes DIR --account mallory" in page
    assert 'data-copy="#import-command"' in page
    assert 'href="/brain/notes/new"' in page


def test_asking_leads_to_the_answer_in_its_conversation(person: Client, garden: User, frost: Note) -> None:
    response = person.post("/brain/ask", {"q": QUESTION})
    turn = Turn.objects.get()
    assert (turn.conversation.interface, turn.conversation.name) == (Interface.PAGE, "main")
    assert turn.asked_by == f"person {garden.username}"
    assert response.headers["Location"] == f"/brain/?c={turn.conversation_id}#turn-{turn.pk}"
    page = page_of(person, "/brain/")
    assert f'id="turn-{turn.pk}"' in page
    assert words(page).count("as quotations, because no model is configured: how to add one") == 1
    assert "Quoted from what was found" not in page
    assert '<a href="/ask/entries/llm_configure?collection=qastone">' in page
    assert f'popovertarget="cite-{turn.pk}-1" aria-label="Source 1: Frost"' in page
    assert f'<div class="cite-card" popover id="cite-{turn.pk}-1"' in page
    place = turn.trace["cited"][0]
    link = f"/brain/notes/{frost.pk}?from={place['start']}&amp;to={place['end']}&amp;answer={turn.pk}&amp;n=1#cited"
    assert f'<a href="{link}">Open the note</a>' in page
    assert re.search(r"Sources used: \d notes?", words(page))


def test_htmx_gets_the_region_with_the_answer(person: Client) -> None:
    response = person.post("/brain/ask", {"q": QUESTION}, headers=FRAGMENT)
    turn = Turn.objects.get()
    assert response.headers["HX-Push-Url"] == f"/brain/?c={turn.conversation_id}"
    page = response.content.decode()
    assert page.count('id="brain"') == 1
    assert "<html" not in page
    # The focus goes to what was asked just now.
    assert re.search(rf'id="question-{turn.pk}" tabindex="-1" data-new', page)


def test_a_question_is_added_to_the_open_conversation(person: Client, garden: User) -> None:
    beds = make_conversation(garden, "beds", Interface.MCP)
    person.post("/brain/ask", {"q": QUESTION, "c": beds.pk})
    assert Turn.objects.get().conversation == beds
    assert "Started through MCP" in words(in_conversation(beds, person))


@pytest.mark.parametrize(
    ("query", "message"),
    [("x" * (MAX_QUERY + 1), "at most 2,000"), (new_token(), "token")],
    ids=["too long", "a token"],
)
def test_an_invalid_question_stays_in_the_field(person: Client, query: str, message: str) -> None:
    for headers in ({}, FRAGMENT):
        response = person.post("/brain/ask", {"q": query, "external": "on"}, headers=headers)
        assert response.status_code in (400, 422)
        page = response.content.decode()
        assert f"\n{query}</textarea>" in page
        assert 'aria-invalid="true" aria-describedby="q-fault"' in page
        assert message in page
        assert 'name="external" checked' in page
    assert not Turn.objects.exists()


def test_a_model_that_fails_loses_nothing(person: Client, frost: Note) -> None:
    for headers in ({}, FRAGMENT):
        with use_models(chat=FakeChat([CouldNotAsk("It is on fire.", kind=ErrorKind.SERVER_ERROR)])):
            url = ask_model(person)
            response = person.get(url, headers=headers)
        assert response.status_code == 200
        page = response.content.decode()
        assert f"\n{QUESTION}</textarea>" in page
        message = words(page)
        assert "The answer could not be written" in message
        assert "It is on fire." in message
        assert "Nothing was saved" in message
        # What it would have been written from.
        assert re.search(rf'href="/brain/notes/{frost.pk}\?from=\d+&amp;to=\d+#cited">Frost</a>', page)
    assert not Turn.objects.exists()


def test_unsupported_sentences_are_marked_in_words(person: Client, frost: Note) -> None:
    answer = "The last frost came on the fifteenth of May. *Cows* like to dance at night."
    with use_models(chat=FakeChat([model_answer(answer, (frost.pk, EXCERPT))])):
        ask_model(person)
    turn = Turn.objects.get()
    assert turn.trace["unsupported"] == ["Cows like to dance at night."]
    page = page_of(person, "/brain/")
    assert (
        '<em><span class="unsupported">Cows</span></em><span class="unsupported"> like to dance at night.</span>'
        '<span class="no-source">not supported</span>'
    ) in page
    assert "One sentence is not supported by a cited source" in words(page)
    # The model set no number: the chip stands behind the answer.
    assert "Sources:" in words(page)
    assert f'popovertarget="cite-{turn.pk}-1"' in page


def test_dropped_citations_are_reported(person: Client, garden: User) -> None:
    conversation = make_conversation(garden)
    turn = create_turn(conversation)
    page = in_conversation(conversation, person)
    assert "1 reference of the model could not be verified and was removed" in words(page)
    assert f'href="/brain/answers/{turn.pk}#dropped-title"' in page
    assert "Nothing that was found supports this answer." in words(page)
    assert "12 tokens" in words(page)


def test_a_note_that_is_gone_is_no_longer_available(person: Client, garden: User, frost: Note) -> None:
    person.post("/brain/ask", {"q": QUESTION})
    delete_note(note=frost)
    page = page_of(person, "/brain/").partition("</article>")[0]
    assert "Source no longer available" in page
    assert "Frost" not in page.partition("</h2>")[2]
    assert frost.pk not in page


def test_external_sources_are_listed_and_linked(person: Client, garden: User) -> None:
    conversation = make_conversation(garden)
    web = ExternalSource(
        title="Frost", source="Wikipedia", url="https://en.wikipedia.org/wiki/Frost", excerpt="Ice."
    )
    bad = ExternalSource(title="Bad", source="News", url="javascript:alert(1)")
    create_turn(
        conversation,
        response=make_response("Ice [1], it says [2].", pages=[web, bad]),
        trace=Trace(sent_to=("Wikipedia",), notices=("The news did not answer in time.",)),
    )
    page = in_conversation(conversation, person)
    assert (
        'href="https://en.wikipedia.org/wiki/Frost" rel="noopener noreferrer nofollow">Open the page at Wikipedia'
        in page
    )
    assert "javascript:" not in page
    assert "The question was sent to Wikipedia, and nothing else." in words(page)
    assert "The news did not answer in time." in words(page)
    assert "Sources used: 2 external sources" in words(page)


def test_the_profile_has_its_number(person: Client, garden: User, frost: Note) -> None:
    make_profile(garden)
    conversation = make_conversation(garden)
    cited = Citation(note_id=frost.pk, note_title="Frost", excerpt=EXCERPT)
    trace = Trace(
        cited=(
            SourceSpan(SourceType.NOTES, frost.pk, 15, 43),
            SourceSpan(SourceType.PROFILE, "profile", 0, 5),
        )
    )
    turn = create_turn(
        conversation,
        response=make_response("May [1], by the miller [2].", [cited], profile=True),
        trace=trace,
    )
    page = in_conversation(conversation, person)
    assert (
        f'href="/brain/profile?from=0&amp;to=5&amp;answer={turn.pk}&amp;n=2#cited">Open your profile</a>'
        in page
    )
    assert "Sources:" not in words(page)


def test_numbers_without_a_source_and_in_code_are_text(person: Client, garden: User, frost: Note) -> None:
    conversation = make_conversation(garden)
    cited = Citation(note_id=frost.pk, note_title="Frost", excerpt=EXCERPT)
    create_turn(conversation, response=make_response("See [1] and [7], `a[1]`.", [cited]))
    page = in_conversation(conversation, person)
    assert page.count('class="cite"') == 1
    assert "[7], <code>a[1]</code>" in page


def test_numbers_that_share_their_brackets(person: Client, garden: User, frost: Note) -> None:
    conversation = make_conversation(garden)
    cited = [
        Citation(note_id=frost.pk, note_title="Frost", excerpt=each) for each in (EXCERPT, "The last frost")
    ]
    turn = create_turn(conversation, response=make_response("May [1, 2]. So [1,9].", cited))
    page = in_conversation(conversation, person)
    assert page.count('class="cite"') == 2
    assert f'popovertarget="cite-{turn.pk}-2"' in page
    assert "So [1,9]." in words(page)
    assert "Sources:" not in words(page)


def test_outside_is_off_unless_the_account_prefers_it(person: Client, garden: User) -> None:
    assert re.search(r'name="external">', page_of(person, "/brain/"))
    set_external_enabled(account=garden, use_external=True)
    assert re.search(r'name="external" checked>', page_of(person, "/brain/"))


def test_earlier_turns_have_their_page(person: Client, garden: User) -> None:
    conversation = make_conversation(garden)
    create_turns(conversation, 12)
    page = in_conversation(conversation, person)
    assert re.findall(r"Question (\d+)\?</h2>", page) == [str(number) for number in range(3, 13)]
    assert f'href="?c={conversation.pk}&amp;before=3">↑ Earlier</a>' in page
    page = in_conversation(conversation, person, before=3)
    assert re.findall(r"Question (\d+)\?</h2>", page) == ["1", "2"]
    assert "↑ Earlier" not in page
    assert "↓ Latest" in page
    for odd in ("0", "-1", "x", "9" * 30):
        page_of(person, "/brain/", c=conversation.pk, before=odd)


def test_summaries_of_archived_turns_are_shown(person: Client, garden: User) -> None:
    conversation = make_conversation(garden)
    create_turns(conversation, 60)
    summarise(conversation)
    (first, last, text, _) = summaries_of(conversation)[0]
    page = in_conversation(conversation, person, before=last + 1)
    assert f"What is remembered of turns {first} to {last}" in page
    assert text.split()[0] in words(page)


def test_conversations_latest_first_with_their_last_question(person: Client, garden: User) -> None:
    for name in ("one", "two"):
        create_turn(make_conversation(garden, name), f"Asked in {name}?")
    names = re.findall(r'class="conversation-name" dir="auto">(\w+)', page_of(person, "/brain/"))
    assert names == ["two", "one"]
    assert "Asked in one?" in words(page_of(person, "/brain/"))


def test_a_new_conversation_and_one_that_cannot_be(person: Client, garden: User) -> None:
    response = person.post("/brain/conversations", {"name": " the  thesis "})
    made = Conversation.objects.get()
    assert (made.name, made.interface) == ("the thesis", Interface.PAGE)
    assert response.headers["Location"] == f"/brain/?c={made.pk}"
    response = person.post("/brain/conversations", {"name": "x" * 101, "c": made.pk})
    assert response.status_code == 400
    page = response.content.decode()
    assert f'value="{"x" * 101}"' in page
    assert "The name of a conversation has 1 to 100 characters" in page
    assert Conversation.objects.count() == 1


def test_a_conversation_that_is_there_already_is_opened_and_said_so(person: Client, garden: User) -> None:
    made = make_conversation(garden, "thesis")
    response = person.post("/brain/conversations", {"name": " thesis "}, follow=True)
    assert response.redirect_chain == [(f"/brain/?c={made.pk}", 302)]
    said = "There is a conversation “thesis” already: this is it."
    assert said in words(response.content.decode())
    response = person.post("/brain/conversations", {"name": "beds"}, follow=True)
    assert "already" not in words(response.content.decode())


def test_a_new_conversation_without_a_name_has_its_first_question_s(person: Client, garden: User) -> None:
    assert person.post("/brain/conversations", {"name": " "}).status_code == 302
    made = Conversation.objects.get()
    listed = re.compile(
        r'"conversation-name" dir="auto">([^<]+)</span>\s+<span class="conversation-last" dir="auto">(.*?)</span>',
        re.DOTALL,
    )

    def shown() -> list[tuple[str, str]]:
        return [(name, words(last)) for name, last in listed.findall(in_conversation(made, person))]

    assert shown() == [("New conversation", "nothing asked yet")]
    person.post("/brain/ask", {"q": "When is the last frost?", "c": made.pk})
    assert shown() == [("When is the last frost?", "just now")]
    person.post("/brain/ask", {"q": "why?", "c": made.pk})
    assert shown() == [("When is the last frost?", "why?")]
    person.post("/brain/conversations", {"name": ""})
    assert Conversation.objects.count() == 2


def test_what_is_not_theirs_is_not_there(stranger: Client, garden: User) -> None:
    conversation = make_conversation(garden)
    turn = create_turn(conversation)
    for path in (
        f"/brain/?c={conversation.pk}",
        f"/brain/answers/{turn.pk}",
        f"/brain/conversations/{conversation.pk}/delete",
    ):
        assert stranger.get(path).status_code == 404
    assert stranger.post("/brain/ask", {"q": QUESTION, "c": conversation.pk}).status_code == 404
    assert stranger.get("/brain/?c=%00").status_code == 404


@pytest.mark.parametrize("turns", [1, 3])
def test_queries_do_not_grow_with_turns(
    person: Client, garden: User, frost: Note, turns: int, django_assert_num_queries: object
) -> None:
    conversation = make_conversation(garden)
    for _ in range(turns):
        create_turn(
            conversation, response=make_response("May [1].", [Citation(note_id=frost.pk, note_title="Frost")])
        )
    with django_assert_num_queries(8):  # type: ignore[operator]
        in_conversation(conversation, person)


def test_extractive_and_written_answers_are_distinguished(person: Client, garden: User) -> None:
    conversation = make_conversation(garden)
    quoted = make_response("May [1].", profile=True)
    create_turn(conversation, response=quoted, mode=Mode.EXTRACTIVE, model="", tokens=0)
    assert "<span>quoted</span>" in in_conversation(conversation, person)
    create_turn(declined := make_conversation(garden, "declined"), mode=Mode.EXTRACTIVE, model="", tokens=0)
    create_turn(written := make_conversation(garden, "written"), response=quoted)
    for other in (declined, written):
        assert "<span>quoted</span>" not in in_conversation(other, person)


def test_a_follow_up_can_be_asked_by_itself(person: Client, garden: User, frost: Note) -> None:
    for query in (QUESTION, "and why so late?"):
        person.post("/brain/ask", {"q": query})
    turn = Turn.objects.order_by("ordinal").last()
    assert turn is not None
    page = page_of(person, "/brain/")
    assert f"Read as following “{QUESTION}”. Not meant? Ask it by itself" in words(page)
    form = page.partition('class="note read-as"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(q|alone|c)" value="([^"]*)"', form))
    assert fields == {"q": turn.query, "alone": "on", "c": turn.conversation_id}
    assert person.post("/brain/ask", fields).status_code == 302
    again = Turn.objects.order_by("ordinal").last()
    assert again is not None
    assert (again.query, again.conversation_id) == (turn.query, turn.conversation_id)
    assert "Read as following" not in str(again.trace)
    assert "Ask it by itself" in page_of(person, f"/brain/answers/{turn.pk}")


def test_items_of_a_list_stay_items(stranger: Client) -> None:
    account = User.objects.get(username="mallory")
    make_note(account, title="Pond", body="What the pond needs:\n\n- new reeds\n- a net of wire\n")
    index(account)
    page = stranger.post("/brain/ask", {"q": "What does the pond need?"}, follow=True).content.decode()
    assert re.search(r"What the pond needs:</p>\s*<ul>\s*<li>new reeds</li>\s*<li>a net of wire", page)
