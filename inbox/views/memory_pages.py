"""The pages of what agents remember: find, see what stood under a key before, tag, forget."""

from collections.abc import Set
from functools import partial

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    JsonResponse,
)
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from audit.services import record
from core.db.export_files import json_lines, plain_rows
from core.pages.chosen_rows import (
    ChosenAction,
    Noun,
    act_on_chosen,
    confirm_deletion,
    filter_chosen,
)
from core.pages.chosen_tags import change_tags, posted_tags
from core.pages.fragments import render_page
from core.pages.json_lines_file import json_lines_file
from core.pages.json_twins import CurlTwin, rows_response, wants_json, wants_rows
from core.pages.key_pages import KeyPage, paginate_by_key
from core.pages.list_window import first_rows
from core.pages.request_account import account_of
from core.pages.undo_deletion import pack_deleted, store_deletion
from inbox.models import Memory
from inbox.queries import list_memories
from inbox.rendering.memory_facts import serialize_memory_text
from inbox.services.memory import forget_memories, search_as_recall, tag_memories, trim_tag, untag_memories

MEMORIES = Noun("memory", "memories")
Memories = QuerySet[Memory]


@require_safe
def memory_list(request: HttpRequest) -> HttpResponse:
    """The memories that the address asks for; htmx gets the results alone."""
    account, memory_filter = account_of(request), list_memories.parse_memory_filter(request.GET)
    memories = list_memories.filter_memories(account, memory_filter)
    older, newer, size = request.GET.get("older", ""), request.GET.get("newer", ""), list_memories.PAGE_ROWS
    if order := memory_filter.window.order:
        page = first_rows(memories, order, size)
    else:
        page = paginate_by_key(memories, size=size, older=older, newer=newer)
    near, is_match = 0, True
    if memory_filter.words and not (order or older or newer):
        page, near, is_match = _with_recalled(account, memory_filter, memories, page)
    if wants_rows(request):
        rows = [serialize_memory_text(memory) for memory in page.rows]
        return rows_response(request, rows, file_name="memories", older=page.older)
    context = {
        "memory_filter": memory_filter,
        "curl": _curl(memory_filter).command(request)
        if memory_filter.words and not memory_filter.window.is_used
        else "",
        "page": page,
        "count": memories.order_by()[: list_memories.MAX_COUNTED + 1].count() + near,
        "comes_nearest": bool(near) and not is_match,
        "counted": list_memories.MAX_COUNTED,
        "orders": list_memories.ORDERS,
        "agents": list_memories.agents_with_memories(account),
        "tags": list_memories.tags_of_memories(account),
        "is_empty": not list_memories.memories_of(account).exists(),
    }
    return render_page(request, "memory/list.html", context, regions={"memories": "memory/_list.html"})


def _with_recalled(
    account: User, memory_filter: list_memories.MemoryFilter, memories: Memories, page: KeyPage[Memory]
) -> tuple[KeyPage[Memory], int, bool]:
    """The first page with what an agent would recall, in that order: how many that adds, and whether they match.

    What only comes nearest is added where nothing has the words.
    """
    ids, is_match = search_as_recall(account, memory_filter)
    if not is_match and page.rows:
        return page, 0, True
    others = list_memories.memories_of(account).filter(pk__in=ids[: list_memories.PAGE_ROWS])
    near = list(others.exclude(pk__in=memories.order_by().values("pk")))
    places = {key: place for place, key in enumerate(ids)}
    rows = sorted([*page.rows, *near], key=lambda row: places.get(row.pk, len(places)))
    return page._replace(rows=rows), len(near), is_match


def _curl(memory_filter: list_memories.MemoryFilter) -> CurlTwin:
    """What an agent recalls by the same words."""
    return CurlTwin("inbox-api:recall", query={"query": memory_filter.words, "tag": memory_filter.tag})


@require_safe
def memory_page(request: HttpRequest, memory_id: str) -> HttpResponse:
    """One memory: its whole text, and what stood under its key before and after."""
    memory = list_memories.memories_of(account_of(request)).filter(pk=memory_id).first()
    if memory is None:
        raise Http404(f"There is no memory {memory_id!r}.")
    if wants_json(request):
        return JsonResponse(serialize_memory_text(memory))
    history = list(list_memories.history_of(memory))
    current = next((each for each in history if each.superseded is None), None)
    context = {"memory": memory, "history": history if len(history) > 1 else [], "current": current}
    return render(request, "memory/detail.html", context)


@require_POST
def chosen(request: HttpRequest) -> HttpResponseBase:
    """`action` on the memories named by `chosen`. What is not the account's is left out of every count."""
    memories = filter_chosen(request, list_memories.memories_of(account_of(request)))
    return act_on_chosen(request, memories, _ACTIONS, fallback="inbox:memories")


def _tag(request: HttpRequest, memories: Memories, *, adds: bool) -> None:
    tags = posted_tags(request, trim_tag)
    act = tag_memories if adds else untag_memories

    def change(tag: str, excluded: Set[str]) -> list[str]:
        return act(memories.exclude(pk__in=excluded), tag)

    change_tags(request, tags, change, adds=adds, noun=MEMORIES, url_name="inbox:memories-chosen")


def _ask_delete(request: HttpRequest, memories: Memories) -> HttpResponse:
    rows = list(memories)
    return confirm_deletion(
        request,
        [row.pk for row in rows],
        MEMORIES,
        words="memory/_delete_chosen.html",
        url_name="inbox:memories-chosen",
        fallback="inbox:memories",
        verb="Forget",
        names=[row.key or row.text for row in rows],
    )


def _delete(request: HttpRequest, memories: Memories) -> None:
    """Each as its own agent would forget it: with the whole history of its key, where it is what stands there now."""
    account, chosen_rows = account_of(request), list(memories)
    with transaction.atomic():
        histories = {each.pk: each for memory in chosen_rows for each in list_memories.history_of(memory)}
        packed = pack_deleted(list(histories.values()))
        texts = forget_memories(account=account, memories=chosen_rows)
        undo = store_deletion(account, MEMORIES.phrase(texts), packed)
    number = len(chosen_rows)
    more = f", with {texts - number:,} earlier under the same keys" if texts > number else ""
    messages.success(request, f"{MEMORIES.phrase(number)} forgotten{more}.", extra_tags=undo)


def _export(request: HttpRequest, memories: Memories) -> HttpResponseBase:
    record("export", "memories", account=account_of(request).pk, count=memories.count())
    return json_lines_file(json_lines(plain_rows(memories)), "memories.jsonl")


_ACTIONS: dict[str, ChosenAction[Memories]] = {
    "tag": partial(_tag, adds=True),
    "untag": partial(_tag, adds=False),
    "export": _export,
    "ask-delete": _ask_delete,
    "delete": _delete,
}
