"""The box of *Write* and *Helper*: what it holds, in a line, and the stones that a person picks for it."""

from contextlib import suppress
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.datastructures import MultiValueDict

from core.llm import count_tokens
from core.pages.fragments import render_page
from inbox.box_form import BoxForm
from inbox.models import Agent
from inbox.services.box_content import BoxContent, BoxKind, read_box, with_stone
from stones.exceptions import StoneError
from stones.format import FormatError, read_header
from stones.models import SHA256_HEX, ListedStone
from stones.queries import assemble, find_stone, stone_filters
from stones.queries.stone_list_filter import parse_stone_filter
from stones.stored_header import text_of

PICKER_ROWS = 8
MAX_MENTIONED = 3
# Stones of a box whose sentences stand under it.
MAX_SAID = 10
REGIONS = {"box": "inbox/_box.html", "found-stones": "inbox/_found_stones.html"}


def is_choosing(request: HttpRequest) -> bool:
    """Whether the form was sent to fill in its box, or to look at it, and not for its purpose."""
    return "pick" in request.POST or request.POST.get("action") in ("preview", "find", "swap")


def chosen_values(values: QueryDict, *, is_one: bool = False) -> QueryDict:
    """The form's values with the stone that was picked, or with what was set aside back in the box.

    A text that stood there is set aside. `is_one`: the box takes one stone.
    """
    picked, text, aside = values.get("pick", "")[:SHA256_HEX], values.get("text", ""), values.get("aside", "")
    content = read_box(text)
    is_written = content.kind in (BoxKind.TEXT, BoxKind.PASTED)
    changed = values.copy()
    if picked:
        changed["text"] = with_stone(content, picked, is_one=is_one)
        if is_written:
            changed["aside"] = f"{aside}\n\n{text}" if aside.strip() else text
    elif values.get("action") == "swap":
        changed["text"], changed["aside"] = aside, text if is_written else ""
    return changed


def initial_text(account: User, names: list[str]) -> str:
    """The box for an address that names stones: each by the name that finds that very one, else as it was given."""
    return "\n".join(_address(account, name[:SHA256_HEX]) for name in names)


def _address(account: User, name: str) -> str:
    try:
        return find_stone(account, name).address
    except StoneError:
        return name


def render_form(
    request: HttpRequest,
    page: str,
    form: BoxForm,
    context: dict[str, Any],
    *,
    person: Agent,
    regions: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a form with a box, or the region of it that htmx asks for."""
    picker = _found_stones(request, person.account) | {"says": describe_box(form, person)}
    shared = {"form": form, "person": person} | picker | context
    response = render_page(request, page, shared, regions=REGIONS | (regions or {}), status=status)
    if "pick" in request.POST or request.POST.get("action") == "swap":
        # What stands beside the box looks at it again.
        response["HX-Trigger-After-Settle"] = "picked"
    return response


def _found_stones(request: HttpRequest, account: User) -> dict[str, Any]:
    values = request.POST if request.method == "POST" else request.GET
    words = values.get("find", "")
    filters = parse_stone_filter(MultiValueDict({"q": [words]}))
    page = stone_filters.page_of(stone_filters.filter_stones(account, filters), size=PICKER_ROWS)
    is_open = bool(words) or values.get("action") == "find" or "find" in request.GET
    return {
        "find": words,
        "found": page.rows,
        "has_more_stones": bool(page.older),
        "picker_is_open": is_open,
        "not_understood": filters.not_understood,
    }


def describe_box(form: BoxForm, person: Agent) -> dict[str, Any]:
    """What the line under the box says: its kind, and of a stone which, or why it cannot be had."""
    content = form.content
    says: dict[str, Any] = {"kind": content.kind.value, "count": len(content.stones), "beside": content.note}
    if content.kind is BoxKind.TEXT:
        mentioned = _mentioned_stone(content, person) if form.has_note else None
        return says | {"tokens": count_tokens(content.text), "note": form.text_note, "mentioned": mentioned}
    if content.kind is BoxKind.PASTED:
        try:
            return says | {"header": read_header(content.texts[0])}
        except FormatError as error:
            return says | {"fault": f"{error}."}
    if len(content.names) == 1:
        try:
            return says | {"stones": [_named(content.names[0], person)]}
        except StoneError as error:
            return says | {"fault": error.message}
    named = []
    for name in content.names[:MAX_SAID]:
        with suppress(StoneError):  # sending says which one it is
            named.append(_named(name, person))
    return says | {"stones": named, "unsaid": len(content.names) - len(named)}


def _named(name: str, person: Agent) -> tuple[ListedStone, str]:
    """A stone and its LOD-0. Raises StoneError."""
    stone = find_stone(person.account, name, recipient=person)
    return stone, text_of(assemble(stone), 0)


def _mentioned_stone(content: BoxContent, person: Agent) -> ListedStone | None:
    """The stone that a text names among its words, of the first few that may be names."""
    for name in content.mentioned_names[:MAX_MENTIONED]:
        with suppress(StoneError):
            return find_stone(person.account, name, recipient=person)
    return None
