"""Where nothing curated about the product is sure, the answer names sections of the manual."""

import pytest

from quickstart.models import Collection
from quickstart.services.answer_question import ask
from quickstart.services.manual_sections import manual_sections
from quickstart.tests.kitchen_collection import make_kitchen

pytestmark = pytest.mark.django_db
PORTS = "can I use a pooler for connections"


@pytest.fixture
def shipped() -> Collection:
    kitchen = make_kitchen()
    kitchen.shipped_hash = "5f" * 32
    kitchen.save(update_fields=["shipped_hash"])
    return kitchen


def manual_of(collection: Collection, query: str) -> list[str]:
    answer = ask(
        account=collection.account, collection=collection, query=query, session_key="", asked_by="page"
    )
    return [ref.url for ref in answer.manual]


def test_no_answer_names_the_sections_that_fit(shipped: Collection) -> None:
    found = manual_of(shipped, PORTS)
    assert found[0] == "/manual/scaling#connections"
    assert len(found) <= 3


def test_so_does_asking_back_and_a_sure_answer_does_not(shipped: Collection) -> None:
    [ref, *_] = manual_sections(shipped, PORTS, is_answered=False)
    assert (ref.document, ref.section, ref.place) == ("Scaling", "Connections", "Scaling › Connections")
    assert manual_sections(shipped, PORTS, is_answered=True) == []


def test_it_is_quiet_where_nothing_fits(shipped: Collection) -> None:
    assert manual_of(shipped, "how do I train a parrot to sing operas") == []
    assert manual_of(shipped, "thank you") == []


def test_other_collections_have_their_own_documents() -> None:
    assert manual_of(make_kitchen(), PORTS) == []
