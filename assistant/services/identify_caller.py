"""The caller of the assistant: a signed-in person, or a page of another origin, connected by a person or not."""

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from assistant.exceptions import UnknownKey
from assistant.models import OWN_APP, App
from assistant.services.connection_grants import app_of_grant
from core.db.reader_names import person_reader
from inbox.models import Agent, AgentKind
from inbox.services import site_agent

# The use of an app is stored at most this often.
USE_NOTED = timedelta(hours=1)


@dataclass(frozen=True)
class AssistantCaller:
    """`app` is "qastone" for this site's own pages. Without `is_connected` only public operations are allowed."""

    account: User
    app: str
    is_connected: bool
    # Empty for this site's own pages.
    key: str = ""

    @property
    def reader(self) -> str:
        """The person's name in ledger entries."""
        return person_reader(self.account.get_username())

    @property
    def name(self) -> str:
        """The stable name under which answers to it are stored: of repeated requests, and those written later."""
        return f"assistant {self.app}"

    @cached_property
    def agent(self) -> Agent:
        """The agent as whom the person sends and receives messages."""
        return site_agent(self.account, AgentKind.PERSON)


def caller_of_person(account: User) -> AssistantCaller:
    """A person who is signed in at a page of this site."""
    return AssistantCaller(account, OWN_APP, is_connected=True)


def caller_by_key(*, key: str, origin: str) -> AssistantCaller:
    """A page of the app with this key and this origin. The key is public. Raises UnknownKey."""
    apps = App.objects.filter(key=key, origin=origin, account__is_active=True)
    app = apps.select_related("account").first() if key.isprintable() and origin.isprintable() else None
    if app is None:
        raise UnknownKey(
            "No app has this key at this origin. The page Apps shows the script tag with the key, and for which origin "
            "it is."
        )
    return _caller(app, is_connected=False)


def caller_by_grant(*, grant: str, origin: str) -> AssistantCaller:
    """A page of an app that its account's person connected. Raises GrantRefused."""
    return _caller(app_of_grant(grant=grant, origin=origin), is_connected=True)


def _caller(app: App, *, is_connected: bool) -> AssistantCaller:
    now = timezone.now()
    # One UPDATE an hour: last use is displayed by days.
    unnoted = Q(last_used=None) | Q(last_used__lt=now - USE_NOTED)
    if app.last_used is None or app.last_used < now - USE_NOTED:
        App.objects.filter(unnoted, pk=app.pk).update(last_used=now)
    return AssistantCaller(app.account, app.name, is_connected, app.key)
