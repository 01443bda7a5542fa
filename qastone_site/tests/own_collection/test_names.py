"""What the collection says in passing, outside of its commands, is there: operations, commands, tools, pages."""

import re

from django.core.management import get_commands
from django.urls import Resolver404, resolve

from qastone_site.mcp_server.assembly import TOOLS
from qastone_site.tests.own_collection.unrun import options_exist
from quickstart.tests.own_collection.collection import texts

ADDRESS = re.compile(
    r"(?:(?<=QASTONE_URL)|(?<![\w.]))/(?:api|mcp|ask|setup|health|readyz|metrics)(?:/[\w{}$./-]*)?(?=[?\s\"`),;:’]|$)"
)
MANAGE = re.compile(r"python manage\.py ((?:[a-z]\w+))((?: [^\n|<>`]*)?)")
TEXTS = {str(place): text for place, text in texts()}


def address_of(found: str) -> str:
    """The address with something in each of its holes."""
    filled = re.sub(r"\{\w+\}|\$\w+", "1", found)
    return filled.rstrip(".") if filled != "/" else filled


def test_every_address_leads_somewhere() -> None:
    named = {(address_of(found), place) for place, text in TEXTS.items() for found in ADDRESS.findall(text)}
    assert len(named) > 50
    lost = []
    for address, place in sorted(named):
        if address.rstrip("/") in ("/api", "/mcp", "/api/quickstart"):
            continue
        try:
            match = resolve(address)
        except Resolver404:
            lost.append((address, place))
        else:
            if match.view_name == "api-not-found":
                lost.append((address, place))
    assert lost == []


def test_every_management_command_and_its_options_exist() -> None:
    for text in TEXTS.values():
        for name, rest in MANAGE.findall(text):
            if name != "help":
                assert name in get_commands(), name
                options_exist(name, rest)


def test_the_entry_about_tools_names_all_of_them() -> None:
    told = set(re.findall(r"`(\w+)`", TEXTS["mcp_tools (answer)"].partition("Levels are")[0]))
    assert told == {tool.name for tool in TOOLS}
