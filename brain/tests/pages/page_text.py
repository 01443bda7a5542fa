"""Reading a page as a person does."""

import html
import re
from typing import Any

from django.test import Client


def page_of(client: Client, path: str, status: int = 200, **query: Any) -> str:
    response = client.get(path, query)
    assert response.status_code == status
    return response.content.decode()


def words(page: str) -> str:
    """The text of a page's main part, on one line."""
    main = page.partition("<main")[2].partition(">")[2].partition("</main>")[0] or page
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", re.sub(r"</?bdi>", "", main))).split())
