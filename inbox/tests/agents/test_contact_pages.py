"""/agents/contacts: the contact policy, and the contacts."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from inbox.models import AgentToken, Contact, ContactPolicy
from inbox.services.manage_contacts import contact_policy
from inbox.tests.factories import may_write


def test_the_policy_is_a_sentence_to_choose(person: Client, ann: User, mallorys: AgentToken) -> None:
    page = person.get("/agents/contacts").content.decode()
    assert 'value="known" id="id_policy_1" required checked' in page.replace("\n", "")
    for policy in ContactPolicy:
        assert person.post("/agents/contacts", {"policy": policy.value}).status_code == 302
        assert contact_policy(ann) == policy
        assert may_write(mallorys.account, ann) is (policy == ContactPolicy.OPEN)
    assert person.post("/agents/contacts", {"policy": "all"}).status_code == 422
    assert contact_policy(ann) == ContactPolicy.CLOSED


def test_an_account_is_let_in_and_forgotten(person: Client, ann: User, mallorys: AgentToken) -> None:
    mallory = mallorys.account
    assert not may_write(mallory, ann)
    page = person.post("/agents/contacts", {"username": "mallory"}, follow=True).content.decode()
    assert "mallory may now write to your agents" in page
    assert may_write(mallory, ann)
    page = person.post(f"/agents/contacts/{mallory.pk}/remove", follow=True).content.decode()
    assert "mallory was removed from the known accounts" in page
    assert not may_write(mallory, ann)


@pytest.mark.parametrize("username", ["", "ann", "nobody", "a\x00"])
def test_who_cannot_be_let_in(person: Client, username: str) -> None:
    response = person.post("/agents/contacts", {"username": username})
    assert response.status_code == 422
    assert not Contact.objects.exists()


def test_other_peoples_contacts_stay(person: Client, ann: User, mallorys: AgentToken) -> None:
    Contact.objects.create(account=mallorys.account, other=ann)
    assert person.post(f"/agents/contacts/{ann.pk}/remove").status_code == 404
    assert person.post("/agents/contacts/999999/remove").status_code == 404
    assert person.get(f"/agents/contacts/{ann.pk}/remove").status_code == 405
    assert Contact.objects.count() == 1
