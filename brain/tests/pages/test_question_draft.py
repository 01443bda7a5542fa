"""The draft of a question has one name, from the form that is opened to its answer."""

import re

import pytest
from django.test import Client

from brain.services.collect_context import MAX_QUERY


@pytest.mark.parametrize("address", ["", "?q=invoices"])
def test_a_refused_question_keeps_the_name_of_its_draft(person: Client, address: str) -> None:
    def form_of(page: bytes) -> list[tuple[str, str]]:
        return re.findall(r'hx-post="([^"]*)"|data-draft="([^"]*)"', page.decode())

    opened = form_of(person.get(f"/brain/{address}").content)
    assert opened[0][0] == f"/brain/ask{address}"
    refused = person.post(opened[0][0], {"q": "x" * (MAX_QUERY + 1)})
    assert refused.status_code >= 400
    assert form_of(refused.content) == opened
    assert b"xxxx" in refused.content
    # Answered, it opens empty.
    answered = person.post(opened[0][0], {"q": "Which invoices?"}, headers={"HX-Target": "brain"})
    assert form_of(answered.content) == [("/brain/ask", ""), ("", "question")]
    assert re.search(r"<textarea id=\"q\"[^>]*>\s*</textarea>", answered.content.decode())
