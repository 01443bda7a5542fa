"""The menus of an account's apps, and how they are used."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import Count, QuerySet
from django.utils import timezone

from analytics.models import Event, EventType
from assistant.menus import CONTEXTS, DAYS, ITEMS, SHIPPED, MenuUse, valid_items
from assistant.models import Decision, Menu, MenuChange

OPENED = "menu-open:"
# Events of actions that are not a menu's, and the item that does the same.
EFFECTS = {EventType.LOD_LOADED: "load-more", EventType.HELPER_SPAWNED: "spawn-helper"}
UNDOABLE = timedelta(days=7)

Order = dict[str, list[str]]


def order_of(account: User, app: str) -> Order:
    """For each context the ids of its menu, in their order: the account's own for this app, or the shipped ones."""
    menu = Menu.objects.filter(account=account, app=app).first()
    return order_in(menu)


def order_in(menu: Menu | None) -> Order:
    """The same for a row, None for no row; a context that it does not name has its shipped menu."""
    own = menu.items if menu else {}
    return {context: valid_items(context, own.get(context, SHIPPED[context])) for context in CONTEXTS}


def menus_of(account: User, app: str) -> dict[str, list[dict[str, str]]]:
    """The menus for the widget: for each context its items, {id, title, shortcut?}."""
    return {context: [_item_fields(item) for item in ids] for context, ids in order_of(account, app).items()}


def _item_fields(item: str) -> dict[str, str]:
    shortcut = ITEMS[item].shortcut
    return {"id": item, "title": ITEMS[item].title} | ({"shortcut": shortcut} if shortcut else {})


def use_of(account: User, app: str) -> MenuUse:
    """How the menus of an app were used in the last 30 days: one query, whatever number of events there are."""
    since = timezone.now() - timedelta(days=DAYS)
    events = Event.objects.filter(account=account, app=app, timestamp__gte=since).order_by()
    event_types = (EventType.MENU_CLICK, EventType.SHORTCUT, EventType.CUSTOM, *EFFECTS)
    counted = events.filter(type__in=event_types).values_list("type", "name").annotate(count=Count("pk"))
    clicks: dict[str, int] = {}
    direct: dict[str, int] = {}
    opened: dict[str, int] = {}
    effects: dict[str, int] = {}
    for kind, name, count in counted:
        if kind in EFFECTS:
            effects[EFFECTS[kind]] = effects.get(EFFECTS[kind], 0) + count
        elif kind == EventType.MENU_CLICK:
            clicks[name] = count
        elif name.startswith(OPENED):
            opened[name.removeprefix(OPENED)] = count
        else:
            direct[name] = direct.get(name, 0) + count
    for item, count in effects.items():
        # A level that was loaded by the menu's item is an effect, too.
        direct[item] = max(direct.get(item, 0), count - clicks.get(item, 0))
    return MenuUse(clicks, direct, opened)


def changes_of(account: User, app: str | None = None) -> QuerySet[MenuChange]:
    """Open proposals, and those applied in the last UNDOABLE; newest first. `app` None: of all apps."""
    changes = MenuChange.objects.filter(account=account)
    if app is not None:
        changes = changes.filter(app=app)
    applied = changes.filter(decision=Decision.APPLIED, decided__gte=timezone.now() - UNDOABLE)
    return (changes.open() | applied).order_by("-pk")
