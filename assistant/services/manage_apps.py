"""Apps, other origins in whose pages an account embeds the assistant: create, find, disconnect, delete."""

from urllib.parse import SplitResult, urlsplit

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F

from assistant.exceptions import AppNotFound, AppTaken, InvalidApp, TooManyApps
from assistant.models import OWN_APP, App, Menu, MenuChange
from assistant.models.embedding_apps import APP_NAME
from assistant.services.save_settings import CLIPBOARD_NAMES

MAX_APPS = 50
MAX_ORIGIN = 200
LOCAL = ("localhost", "127.0.0.1", "[::1]")
_PORTS = {"https": 443, "http": 80}


def has_app(*, origin: str, key: str = "", account: User | None = None) -> bool:
    """Whether any account has an app of this origin, and of this key or account where one is given."""
    if not origin.isprintable() or not key.isprintable():
        return False
    apps = App.objects.filter(origin=origin, account__is_active=True)
    apps = apps.filter(account=account) if account else apps
    return (apps.filter(key=key) if key else apps).exists()


def find_app(account: User, app_id: str) -> App:
    """One of the account's own. Raises AppNotFound."""
    app = App.objects.filter(account=account, pk=app_id).first() if app_id.isalnum() else None
    if app is None:
        raise AppNotFound("There is no such app. The page Apps lists those that there are.")
    return app


@transaction.atomic
def create_app(*, account: User, name: str, origin: str, own_origin: str = "") -> App:
    """Embed the assistant in the pages of another origin. `own_origin` is this site's: it needs no app.

    Raises InvalidApp, AppTaken, TooManyApps.
    """
    name, origin = checked_name(name), checked_origin(origin)
    if own_origin and origin == own_origin:
        raise InvalidApp("That is this site itself: the assistant is on its pages already.", field="origin")
    # Locked: of two at once the second sees the first one's app.
    User.objects.select_for_update(no_key=True).get(pk=account.pk)
    apps = App.objects.filter(account=account)
    if apps.filter(name=name).exists():
        raise AppTaken(f"There is an app {name!r} already. Choose another name.", field="name")
    if other := apps.filter(origin=origin).first():
        raise AppTaken(f"{origin} is the app {other.name!r} already: use its key.", field="origin")
    if apps.count() >= MAX_APPS:
        raise TooManyApps(f"An account has at most {MAX_APPS} apps. Delete one first.")
    return App.objects.create(account=account, name=name, origin=origin)


def end_connections(*, account: User, app_id: str) -> App:
    """End all connections of an app, from the next call on.

    A window that is just being approved is ended, too. Safe to repeat. Raises AppNotFound.
    """
    app = find_app(account, app_id)
    App.objects.filter(pk=app.pk).update(connections=F("connections") + 1)
    return app


@transaction.atomic
def delete_app(*, account: User, app_id: str) -> App:
    """Delete an app with its key, its connections and its menus. Raises AppNotFound."""
    # Locked before its menus, as whoever changes those does.
    User.objects.select_for_update(no_key=True).get(pk=account.pk)
    app = find_app(account, app_id)
    Menu.objects.filter(account=account, app=app.name).delete()
    MenuChange.objects.filter(account=account, app=app.name).delete()
    App.objects.filter(pk=app.pk).delete()
    return app


def checked_name(name: str) -> str:
    """Raises InvalidApp."""
    name = name.strip()
    try:
        APP_NAME(name)
    except ValidationError as error:
        raise InvalidApp(str(error.message), field="name") from error
    if name == OWN_APP or name in RESERVED:
        raise InvalidApp(f"{name!r} names this site's own pages. Choose another name.", field="name")
    return name


# Under /configs/ these are this site's own.
RESERVED = (*CLIPBOARD_NAMES, "ai-assistant")


def checked_origin(text: str) -> str:
    """The origin as a browser sends it: scheme, host in lower-case ASCII, port unless it is the usual one.

    https, or http on this very computer. Raises InvalidApp.
    """
    try:
        parts = urlsplit(text.strip())
        host, port = _host(parts), parts.port
    except ValueError as error:  # a port or an address that is none, a host that cannot be written in ASCII
        raise _invalid_origin(text) from error
    is_bare = parts.path in ("", "/") and not (parts.query or parts.fragment or "@" in parts.netloc)
    if parts.scheme not in _PORTS or not host or port == 0 or not is_bare:
        raise _invalid_origin(text)
    if parts.scheme == "http" and host not in LOCAL:
        raise InvalidApp(
            "Use https: without it anybody on the way could change the page and act as you. http is taken for "
            "localhost alone.",
            field="origin",
        )
    origin = f"{parts.scheme}://{host}" + (f":{port}" if port and port != _PORTS[parts.scheme] else "")
    if len(origin) > MAX_ORIGIN:
        raise _invalid_origin(text)
    return origin


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    if ":" in host:
        return f"[{host}]"
    ascii_host = host.encode("idna").decode("ascii") if host else ""
    allowed = set("abcdefghijklmnopqrstuvwxyz0123456789.-")
    if not set(ascii_host) <= allowed:
        raise ValueError(host)
    return ascii_host


def _invalid_origin(text: str) -> InvalidApp:
    return InvalidApp(
        f"{text[:60]!r} is no origin. Give scheme, host and port as the address bar shows them, without a path: "
        "https://notes.example.org or http://localhost:8080.",
        field="origin",
    )
