"""Tags that a person gives to chosen rows, or takes from them, several at once; and the way back, which is exact."""

from collections.abc import Callable, Mapping, Sequence, Set
from urllib.parse import quote, unquote

from django.contrib import messages
from django.http import HttpRequest

from core.pages.chosen_rows import Noun, undo_mark

MAX_TAGS_AT_ONCE = 10
_EXCLUDED = "excluded"


def posted_tags(request: HttpRequest, normalize: Callable[[str], str]) -> list[str]:
    """The tags that a person typed, each once, as `normalize` writes them: a comma separates them."""
    parts = request.POST.get("tag", "").replace("\x00", " ").split(",")
    return list(dict.fromkeys(tag for part in parts if (tag := normalize(part))))


def change_tags(
    request: HttpRequest,
    tags: Sequence[str],
    change: Callable[[str, Set[str]], Sequence[str]],
    *,
    adds: bool,
    noun: Noun,
    url_name: str,
) -> None:
    """Change each tag, and say so with an undo that takes all of them back.

    `change(tag, excluded)` changes the chosen rows but those with these keys, and returns the keys of the changed.
    """
    tags = tags[:MAX_TAGS_AT_ONCE]
    if not tags:
        messages.info(request, "No tag was given. Type one next to the button first.")
        return
    excluded = _read_excluded(request)
    changed = {tag: change(tag, excluded.get(tag, set())) for tag in tags}
    keys = list(dict.fromkeys(key for each in changed.values() for key in each))
    names, number = " ".join(f"#{tag}" for tag in tags), noun.phrase(len(keys))
    taken = "The tag" if len(tags) == 1 else "The tags"
    takes = "is" if len(tags) == 1 else "are"
    text = f"{number} tagged {names}." if adds else f"{taken} {names} {takes} removed from {number}."
    messages.success(request, text, extra_tags=_undo(url_name, changed, keys, adds=adds))


def _undo(url_name: str, changed: Mapping[str, Sequence[str]], keys: Sequence[str], *, adds: bool) -> str:
    if not keys:
        return ""
    # A row that had one of the tags before keeps it.
    excluded = [
        f"{key}/{quote(tag, safe='')}"
        for tag, those in changed.items()
        for key in set(keys).difference(those)
    ]
    fields = {_EXCLUDED: " ".join(sorted(excluded))} if excluded else {}
    return undo_mark(url_name, keys, action="untag" if adds else "tag", tag=",".join(changed), **fields)


def _read_excluded(request: HttpRequest) -> dict[str, set[str]]:
    """By tag, the keys of the rows that an undo leaves as they are."""
    found: dict[str, set[str]] = {}
    for pair in request.POST.get(_EXCLUDED, "").split():
        key, _, tag = pair.partition("/")
        found.setdefault(unquote(tag), set()).add(key)
    return found
