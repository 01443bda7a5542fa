"""GET /ask/: the field, and the answer."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from answering.tests.finish_answers import finish_answers
from core.llm import get_embedder
from core.llm.model_doubles import FakeChat, use_models
from core.rest.agent_tokens import new_token
from quickstart.models import Collection, Question
from quickstart.tests.factories import index, make_collection, make_entry, make_skill
from quickstart.tests.pages.page_text import page_of, words

ASK = "/ask/"
FEED = "how do i feed the sourdough starter"
TALK = "0123456789abcdef"


def test_a_stranger_is_asked_to_sign_in(client: Client, db: None) -> None:
    for path in (ASK, "/ask/skills/", "/ask/skills/x", "/ask/skills/x/file", "/ask/entries/x"):
        response = client.get(path)
        assert (response.status_code, response["Location"]) == (302, f"/sign-in?next={path}")


def test_without_a_collection_it_says_how_to_make_one(person: Client) -> None:
    assert "No collection yet" in (page := page_of(person, ASK, q="anything"))
    assert "python manage.py import_qa" in page


def test_the_empty_page_suggests_the_most_general_entries(person: Client, kitchen: Collection) -> None:
    page = page_of(person, ASK)
    assert "its curators can read" not in page
    assert re.findall(r"&amp;q=([^\"&]+)&amp;conversation=[0-9a-f]{16}\" hx-get", page)[:2] == [
        "What%20is%20the%20community%20kitchen%3F",
        "What%20can%20I%20bake%20here%3F",
    ]
    assert not Question.objects.exists()


def test_what_is_not_published_is_no_suggestion(person: Client, ann: User) -> None:
    collection = make_collection(ann)
    make_entry(collection, review="draft", question="Is this ready?")
    page = page_of(person, ASK)
    assert "Nothing is published here yet" in page
    assert "Is this ready?" not in page


def test_how_to_is_answered_with_all_that_leads_on(person: Client, kitchen: Collection) -> None:
    page = words(page_of(person, ASK, q=FEED))
    assert "Looked for an explanation and how to do it" in page
    assert "Read first What can I bake here?" in page
    assert "Topic: Baking › Dough › Sourdough" in page
    assert "Discard half, then add 50 g of flour" in page
    assert "Check that it worked scale --check starter Copy QA.Stone does not run this" in page
    assert "How to do it Skill Sourdough care" in page
    assert "Before you start a clean jar" in page
    assert "Quick start scale --tare Copy" in page
    assert "Go deeper How does a rye starter differ from a wheat starter?" in page
    assert "Sources Q&A sourdough Skill skills/skill_sourdough.md" in page
    assert "Was this right?" in page


def test_where_what_a_command_uses_comes_from_has_this_site_s_address(
    person: Client, kitchen: Collection
) -> None:
    kitchen.entries.filter(entry_id="sourdough").update(answer='```bash\ncurl "$QASTONE_URL/health"\n```')
    kitchen.shipped_hash = "5f" * 32
    kitchen.save(update_fields=["shipped_hash"])
    said = "QASTONE_URL : the site's address ( http://testserver )."
    assert f"{said} Check that it worked" in words(page_of(person, ASK, q=FEED))
    assert said in words(page_of(person, ASK, q=FEED, intent="action"))
    assert said in words(page_of(person, "/ask/entries/sourdough"))


def test_where_the_answer_names_a_page_the_skill_is_folded(person: Client, kitchen: Collection) -> None:
    assert 'class="exact by-command"' not in page_of(person, ASK, q=FEED)
    kitchen.entries.filter(entry_id="sourdough").update(answer="By page: *Starters › Feed*.")
    whole = page_of(person, ASK, q=FEED)
    page = words(whole)
    assert '<details class="exact by-command">' in whole
    assert "By command: Sourdough care" in page
    assert "How to do it" not in page
    assert page.index("By page: Starters › Feed") < page.index("By command") < page.index("scale --tare")
    # Where the skill answers and the entry explains it, too.
    assert '<details class="exact by-command">' in page_of(person, ASK, q=FEED, intent="action")
    kitchen.skills.update(quick_command="")
    assert "Skill: Sourdough care" in words(page_of(person, ASK, q=FEED))


def test_what_is_offered_has_a_sentence(person: Client, ann: User) -> None:
    collection = make_collection(ann)
    for tool in ("oven", "pan", "kettle", "sink", "fridge", "mixer"):
        make_entry(
            collection, question=f"How do I clean the {tool}?", answer=f"Wipe the *{tool}* twice. Dry it."
        )
    index(collection, get_embedder())
    page = page_of(person, ASK, q="how do I clean something in the kitchen")
    assert "Not sure. Perhaps one of these?" in page
    assert len(re.findall(r"<p>Wipe the <em>\w+</em> twice\. Dry it\.</p>", page)) == 3
    assert "Is one of these right?" in page


def test_each_intent_has_its_own_answer(person: Client, kitchen: Collection) -> None:
    action = words(page_of(person, ASK, q=FEED, intent="action"))
    assert "as you chose" in action
    assert "Skill Sourdough care How do I feed" in action
    assert "Keep a sourdough starter alive" in action
    assert "Open the whole skill skills/skill_sourdough.md" in action
    # The entry that names the skill says in words what it does.
    assert "How do I feed the sourdough starter? Discard half" in action
    understanding = words(page_of(person, ASK, q=FEED, intent="understanding"))
    assert "Discard half" in understanding
    assert "scale --tare" not in understanding
    assert "Skills Sourdough care" in understanding
    assert understanding.index("Discard half") < understanding.index(
        "Looked for an explanation (as you chose)"
    )
    navigation = words(page_of(person, ASK, q=FEED, intent="navigation"))
    assert "Topic: Baking › Dough › Sourdough" in navigation


def test_what_is_not_sure_for_this_collection_is_perhaps_an_answer(
    person: Client, kitchen: Collection
) -> None:
    sure = words(page_of(person, ASK, q=FEED))
    assert "Perhaps this" not in sure
    Collection.objects.update(sure_from=0.999)
    perhaps = words(page_of(person, ASK, q="feeding my old starter again"))
    assert "Perhaps this is the closest match." in perhaps
    assert "Discard half" in perhaps
    assert "Was it this?" in perhaps


def test_the_intent_is_explained_and_can_be_switched(person: Client, kitchen: Collection) -> None:
    page = page_of(person, ASK, q=FEED)
    assert "asks how to do it" in page
    switches = [unescape(each) for each in re.findall(r'<a href="(\?[^"]*intent=[^"]*)"', page)]
    chosen = [parse_qs(urlsplit(each).query)["intent"] for each in switches]
    assert chosen == [["understanding"], ["action"], ["navigation"]]
    assert "as you chose" in page_of(person, ASK + switches[1])


def test_an_intent_that_does_not_exist_is_none(person: Client, kitchen: Collection) -> None:
    assert "asks how to do it" in page_of(person, ASK, q=FEED, intent="<b>nonsense")


def test_in_vain_it_names_the_nearest_and_lets_a_curator_add_it(person: Client, kitchen: Collection) -> None:
    page = page_of(person, ASK, q="export my photos to a calendar")
    assert "No clear answer here" in page
    assert page.count('class="option-kind"') >= 3
    assert "Was this right?" not in page
    link = re.search(r'href="(/admin/quickstart/entry/add/\?[^"]+)"', page)
    assert link is not None
    params = parse_qs(urlsplit(unescape(link[1])).query)
    question = Question.objects.get()
    assert params["question"] == ["export my photos to a calendar"]
    assert params["collection"] == [str(kitchen.pk)]
    assert params["settles"] == [str(question.pk)]
    assert question.asked_by == "person ann"


def test_a_shared_collection_is_for_everybody_to_ask(guest: Client, kitchen: Collection) -> None:
    assert page_of(guest, ASK, status=404, collection="kitchen")
    kitchen.shared = True
    kitchen.save(update_fields=["shared"])
    assert "its curators can read the questions that it could not answer" in page_of(guest, ASK)
    page = page_of(guest, ASK, collection="kitchen", q="export my photos to a calendar")
    assert "No clear answer here" in page
    # Somebody else curates it.
    assert "/admin/" not in page
    assert Question.objects.get().account.username == "guest"


@pytest.mark.parametrize("name", ["nowhere", "%00", "\x00", "<script>", "a' OR 1=1", "k" * 3_000])
def test_a_collection_that_is_none(person: Client, ann: User, name: str) -> None:
    make_collection(ann, name="kitchen")
    for path in (ASK, "/ask/skills/", "/ask/skills/skill_sourdough", "/ask/entries/about"):
        assert "Page not found" in page_of(person, path, status=404, collection=name)


def test_ones_own_collection_hides_a_shared_one_of_its_name(person: Client, kitchen: Collection) -> None:
    other = make_collection(name="kitchen", shared=True, title="The other")
    make_entry(other, question="What is the other kitchen?")
    page = page_of(person, ASK, collection="kitchen")
    assert "What is the community kitchen?" in page
    assert "The other" not in page


def test_errors_are_beside_the_field_with_the_typed_text(person: Client, kitchen: Collection) -> None:
    page = page_of(person, ASK, status=400, q="x" * 1_001)
    assert 'aria-invalid="true"' in page
    assert "Ask something of 1 to 1,000 characters" in page
    assert "x" * 1_001 in page
    token = new_token()
    page = page_of(person, ASK, status=422, q=f"what is {token}")
    assert "q-fault" in page
    assert "<title>Ask · QA.Stone</title>" in page
    assert not Question.objects.exists()


@pytest.mark.parametrize("query", ["\x00", "%", "'; drop table", b"\xed\xa0\xbd", "{{ x }}", "/"])
def test_any_text_can_be_asked(person: Client, kitchen: Collection, query: str | bytes) -> None:
    assert person.get(ASK, {"q": query}, follow=True).status_code in (200, 400)


@pytest.mark.parametrize("again", [FEED, "how do I feed my starter", "how is a sourdough starter fed"])
def test_an_answer_given_before_is_shown_again_at_once(
    person: Client, kitchen: Collection, again: str
) -> None:
    for query in (FEED, "how long does pizza dough rest"):
        page_of(person, ASK, q=query, conversation=TALK)
    page = page_of(person, ASK, q=again, conversation=TALK)
    shown = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    assert "Shown before in this conversation. Discard half, then add 50 g of flour" in words(shown)
    assert "Shown before in this conversation" not in page_of(person, ASK, q=again)


def test_an_overview_is_offered(person: Client, kitchen: Collection) -> None:
    rye = "how does a rye starter differ from a wheat starter"
    queries = (FEED, "how long does pizza dough rest", rye)
    pages = [words(page_of(person, ASK, q=query, conversation=TALK)) for query in queries]
    assert ["Want the overview?" in page for page in pages] == [False, False, True]
    assert "Want the overview? What can I bake here?" in pages[-1]


def test_a_model_words_it_beside_what_was_curated(person: Client, kitchen: Collection) -> None:
    assert "Let the model rewrite this" not in page_of(person, ASK, q=FEED)
    chat = FakeChat([{"text": "Throw half away [sourdough]."}])
    with use_models(chat=chat):
        assert "Let the model rewrite this" in page_of(person, ASK, q=FEED)
        asked = person.get(ASK, {"q": FEED, "phrase": "on", "conversation": TALK})
        waiting = words(page_of(person, asked["Location"]))
        assert "A model is writing. This is its draft" in waiting
        assert "Discard half" in waiting
        finish_answers()
        page = words(page_of(person, asked["Location"]))
    assert "Throw half away" in page
    assert "only from sourdough. Original answer" in page
    assert "Discard half" in page


def test_an_answer_by_words_alone_is_marked(person: Client, ann: User) -> None:
    collection = make_collection(ann)
    make_entry(collection, question="How do I sharpen the bread knife?", answer="On the stone.")
    assert "Found by words alone" in page_of(person, ASK, q="how do i sharpen the bread knife")


def test_htmx_gets_the_region_alone(person: Client, kitchen: Collection) -> None:
    response = person.get(ASK, {"q": FEED}, headers={"HX-Request": "true", "HX-Target": "ask"})
    page = response.content.decode()
    assert "<html" not in page
    assert page.strip().startswith(f"<title>“{FEED}” · Ask · QA.Stone</title>")
    assert 'id="ask"' in page
    assert {"HX-Request", "HX-Target"} <= set(response["Vary"].split(", "))


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow(
    person: Client, kitchen: Collection, rows: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(rows):
        make_skill(kitchen, description="Feed the sourdough starter.")
        make_entry(kitchen, variants=["feed the starter"], prerequisites=["about"])
        make_collection(kitchen.account, name=f"more{number}")
    page_of(person, ASK, collection="kitchen", q=FEED, conversation=TALK)
    with django_assert_max_num_queries(34):
        page_of(person, ASK, collection="kitchen", q=FEED, conversation=TALK)


def test_an_unanswered_question_about_the_product_names_the_manual(
    person: Client, kitchen: Collection
) -> None:
    query = "can I use a pooler for connections"
    assert "In the manual" not in page_of(person, ASK, q=query)
    Collection.objects.update(shipped_hash="5f" * 32)
    page = page_of(person, ASK, q=query)
    assert '<a href="/manual/scaling#connections">Scaling › Connections</a>' in page


def test_another_collection_answers_where_none_is_chosen(
    person: Client, ann: User, kitchen: Collection
) -> None:
    """Of one's own, those with published entries come first; what none of them answers is asked of the others."""
    make_collection(ann, name="a-new-one")
    house = make_collection(ann, name="house")
    make_entry(house, question="Where is the key of the shed?", answer="Under the blue pot.")
    index(house)
    assert "Where is the key of the shed?" in words(page_of(person, ASK))
    asked = words(page_of(person, ASK, q="Where is the key of the shed?"))
    assert "Under the blue pot." in asked
    other = words(page_of(person, ASK, q=FEED))
    assert "Discard half" in other
    chosen = words(page_of(person, ASK, q=FEED, collection="house"))
    assert "Discard half" not in chosen


def test_what_was_not_answered_is_not_carried_over(person: Client, kitchen: Collection) -> None:
    page_of(person, ASK, q="export my photos to a calendar", conversation=TALK)
    page = page_of(person, ASK, q="and how do I undo that?", conversation=TALK)
    assert "Understood as a follow-up" not in page


OFTEN = "and how often do I do that?"


def named_in(page: str) -> str:
    """The conversation that the page's form goes on with."""
    found = re.search(r'name="conversation" value="([0-9a-f]{16})"', page)
    assert found
    return found[1]


def test_the_plain_address_begins_a_conversation(person: Client, kitchen: Collection) -> None:
    first = named_in(page_of(person, ASK))
    page_of(person, ASK, q=FEED, conversation=first)
    second = named_in(page_of(person, ASK))
    assert second != first
    assert "Understood as a follow-up" not in page_of(person, ASK, q=OFTEN, conversation=second)
    # The earlier one is at its address, in another tab, too.
    page = page_of(person, ASK, q=OFTEN, conversation=first)
    assert "Understood as a follow-up" in page
    assert named_in(page) == first


def test_a_question_by_a_link_begins_a_conversation_with_an_address(
    person: Client, kitchen: Collection
) -> None:
    response = person.get(ASK, {"q": FEED, "collection": "kitchen"})
    assert response.status_code == 302
    query = parse_qs(urlsplit(response["Location"]).query)
    assert (query["q"], query["collection"]) == ([FEED], ["kitchen"])
    (conversation,) = query["conversation"]
    # Loaded again it is the same question of the same conversation.
    for _ in range(2):
        page = person.get(response["Location"]).content.decode()
        assert named_in(page) == conversation
    assert Question.objects.get().session == f"page:{conversation}"
    assert f"&amp;conversation={conversation}" in page
    assert person.get(ASK, {"q": FEED})["Location"] != response["Location"]


def test_a_part_of_the_page_tells_the_address_of_its_conversation(
    person: Client, kitchen: Collection
) -> None:
    headers = {"HX-Request": "true", "HX-Target": "ask"}
    response = person.get(ASK, {"q": FEED}, headers=headers)
    assert named_in(response.content.decode()) in response["HX-Push-Url"]
    assert not person.get(ASK, {"q": FEED, "conversation": TALK}, headers=headers).has_header("HX-Push-Url")


@pytest.mark.parametrize("name", ["", "x", "../etc", "0123456789ABCDEF", "0" * 17, "\x00"])
def test_a_name_that_is_no_conversation_begins_one(person: Client, kitchen: Collection, name: str) -> None:
    response = person.get(ASK, {"q": FEED, "conversation": name})
    assert response.status_code == 302
    assert re.fullmatch(r"[0-9a-f]{16}", parse_qs(urlsplit(response["Location"]).query)["conversation"][0])


def test_an_account_s_conversation_is_its_own(guest: Client, person: Client, kitchen: Collection) -> None:
    kitchen.shared = True
    kitchen.save(update_fields=["shared"])
    page_of(person, ASK, q=FEED, conversation=TALK)
    page = page_of(guest, ASK, collection="kitchen", q=OFTEN, conversation=TALK)
    assert "Understood as a follow-up" not in page


def test_an_answer_leads_to_a_new_conversation(person: Client, kitchen: Collection) -> None:
    assert 'href="/ask/"' in page_of(person, ASK, q=FEED).partition('class="answer-end"')[2]
    page = page_of(person, ASK, q=FEED, collection="kitchen")
    assert 'href="/ask/?collection=kitchen"' in page.partition('class="answer-end"')[2]


def test_a_collection_without_skills_does_not_speak_of_kinds_of_answers(person: Client, ann: User) -> None:
    collection = make_collection(ann)
    make_entry(collection, question="How do I clean the oven?", answer="Wipe it twice.")
    index(collection, get_embedder())
    page = words(page_of(person, ASK, q="how do I clean the oven"))
    assert "Wipe it twice." in page
    assert "Looked for" not in page
    assert "Looked for" in words(page_of(person, ASK, q="how do I clean the oven", intent="action"))


def test_the_page_leads_to_a_collection_of_ones_own(person: Client, kitchen: Collection) -> None:
    assert '<a href="/ask/upload/entries">Upload a FAQ</a>' in page_of(person, ASK)
    kitchen.delete()
    assert '<a href="/ask/upload/entries">upload a FAQ</a>' in page_of(person, ASK)


def test_a_part_that_is_said_in_other_words_is_answered_here(person: Client, kitchen: Collection) -> None:
    make_entry(
        kitchen,
        entry_id="van",
        question="How do I book the van?",
        answer="Write to Ida. Petrol is included.",
        tree_path=["van"],
    )
    index(kitchen, get_embedder())
    page = words(page_of(person, ASK, q="How do I book the van, and is the fuel extra?"))
    assert "“is the fuel extra” is perhaps answered here, in other words." in page
