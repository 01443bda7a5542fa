"""Saving and deleting the search of a list; both lead back to the list."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from core.pages.chosen_rows import undo_mark
from core.pages.request_account import account_of
from core.pages.saved_searches import InvalidSearchError, delete_search, save_search, searched_query

LISTS = (
    *("stones:list", "inbox:list", "brain:notes", "inbox:memories", "clipboard:list"),
    *("quickstart:skills", "quickstart:entries"),
)


@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """`query` under `name`, for the list of that name. Raises Http404 for an unknown list."""
    list_name, query = request.POST.get("list", ""), request.POST.get("query", "")
    if list_name not in LISTS:
        raise Http404(f"There is no list {list_name!r}.")
    try:
        saved = save_search(
            account=account_of(request), list_name=list_name, name=request.POST.get("name", ""), query=query
        )
    except InvalidSearchError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"Saved as “{saved.name}”.")
    return HttpResponseRedirect(f"{reverse(list_name)}?{searched_query(query)}")


@require_POST
def delete(request: HttpRequest, search_id: int) -> HttpResponse:
    """Raises Http404 for what is not the account's."""
    deleted = delete_search(account=account_of(request), search_id=search_id)
    if deleted is None:
        raise Http404("There is no such saved search.")
    fields = {"list": deleted.list_name, "name": deleted.name, "query": deleted.query}
    messages.success(
        request, f"“{deleted.name}” is deleted.", extra_tags=undo_mark("saved-search-save", (), **fields)
    )
    return HttpResponseRedirect(f"{reverse(deleted.list_name)}?{deleted.query}")
