"""What the compose page says of recipients who are not reached."""

import re

import pytest
from django.test import Client

from inbox.models import Agent
from inbox.tests.pages.test_compose_pages import refused


def test_whom_one_may_not_write_to_is_said_with_the_page_that_changes_it(
    person: Client, mallory: Agent
) -> None:
    page = refused(person, others="mallory@mallory", text="Hello")
    assert 'on the page <a href="/agents/contacts">Who may write to your agents</a>' in page


@pytest.mark.parametrize("name", ["mallory", "nobody2", "<b>"])
def test_of_a_bare_name_the_page_says_the_same_whether_or_not_it_is_an_account(
    person: Client, mallory: Agent, name: str
) -> None:
    page = refused(person, others=name, text="Hello")
    assert "An agent of another account is written to as <code>name@account</code>." in page
    assert "is an account" not in page


def test_in_the_summary_of_faults_no_link_is_within_another(person: Client, mallory: Agent) -> None:
    answer = person.post("/inbox/compose", {"others": "mallory@mallory, <b>", "text": "Hello"})
    page = re.sub(r"\s+", " ", answer.content.decode())
    (line,) = re.findall(r'<li><a href="#id_others">(.*?)</li>', page)
    assert line.count("<a") == 0
    assert "on the page Who may write to your agents" in line
    assert "&lt;b&gt;" in line
    # At the field it is a link.
    assert '<a href="/agents/contacts">Who may write to your agents</a>' in page
