"""What the collection says in passing, outside of its commands, is there: operations, commands, tools, pages."""

import re
from pathlib import Path

from django.apps import apps
from django.core.management import get_commands
from django.urls import Resolver404, resolve

from assistant.services.save_settings import CLIPBOARD_FIELDS
from inbox.scopes import SCOPES
from qastone_site.mcp_server.make_handlers import TOOLS
from qastone_site.tests.own_collection.skipped_commands import options_exist
from quickstart.tests.own_collection.shipped_collection import ROOT, texts

ADDRESS = re.compile(
    r"(?:(?<=QASTONE_URL)|(?<![\w.]))"
    r"/(?:api|mcp|ask|manual|setup|health|readyz|metrics|assistant|configs|clipboard|analytics|search|llms\.txt)"
    r"(?:/[\w{}$./-]*)?(?=[?\s\"`),;:’]|$)"
)
MANAGE = re.compile(r"python manage\.py ((?:[a-z]\w+))((?: [^\n|<>`]*)?)")
TEXTS = {str(place): text for place, text in texts()}
# The server runs them at each start.
BY_ITSELF = {"install_quickstart", "migrate", "seed_demo"}


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
    named = set(re.findall(r"`(\w+)`", TEXTS["mcp_tools (answer)"].partition("Levels are")[0]))
    assert named == {tool.name for tool in TOOLS}


def test_the_entries_about_scopes_name_all_of_them() -> None:
    for entry in ("token_scopes", "token_least"):
        named = set(re.findall(r"`([a-z]+:[a-z]+)`", TEXTS[f"{entry} (answer)"]))
        assert named == set(SCOPES), entry


def test_the_entry_about_commands_names_all_of_the_product() -> None:
    named = set(re.findall(r"`(\w+)`", TEXTS["commands_list (answer)"]))
    ours = {config.name for config in apps.get_app_configs() if Path(config.path).parent == ROOT}
    made = {name for name, app in get_commands().items() if app in ours - {"tools"}}
    assert made - BY_ITSELF == named


def test_the_entry_about_the_clipboards_settings_names_all_of_them() -> None:
    for field in CLIPBOARD_FIELDS:
        first, *rest = field.split("_")
        assert f"`{first}{''.join(map(str.title, rest))}`" in TEXTS["clipboard_settings (answer)"], field
