"""What went wrong or lies idle in the account, and where each is put right."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from brain.models import Note, Profile
from clipboard.models import ClipboardSettings
from core.jobs.models import JobState
from inbox.models import AgentToken, HelperJob, WebhookCall
from qastone_site.overview.alerts import Alert, count_noun, pluralize_verb
from quickstart.kinds import AskOutcome
from quickstart.models import Collection, CoverageRun, FeedbackVerdict, Question
from stones.assembled_stone import LevelState
from stones.queries import in_state, stones_of

RECENT = timedelta(days=14)
"""A failure that nobody has mended for longer is let rest: it stays on the page of its thing."""
SOON = timedelta(days=7)
SHOWN = 3


def rows(account: User) -> dict[str, QuerySet[Any]]:
    """What is counted."""
    failed: Mapping[str, Any] = {"account": account, "state": JobState.FAILED}
    recent_failures: Mapping[str, Any] = {**failed, "finished__gte": timezone.now() - RECENT}
    return {
        "stones": in_state(stones_of(account), LevelState.FAILED),
        "helpers": HelperJob.objects.filter(**recent_failures, stone__isnull=False),
        "webhooks": WebhookCall.objects.filter(**recent_failures),
        "notes": Note.objects.filter(**failed),
        "profile": Profile.objects.filter(**failed),
        "collections": Collection.objects.filter(**failed),
        "paused": ClipboardSettings.objects.filter(account=account, is_paused=True),
        "tokens": _ending_tokens(account),
        "questions": waiting_questions(account),
    }


def attention(account: User, counts: Mapping[str, int]) -> list[Alert]:
    """All that is not as it should be, what stands in the way of most first. Asks only about what there is."""
    return [
        *_jobs(account, counts),
        *_tokens(account, counts["tokens"]),
        *_clipboard(counts),
        *_quickstart(account, counts),
    ]


def waiting_questions(account: User) -> QuerySet[Question]:
    """What the page Questions shows of all the account's own collections; none to somebody whom it does not let in."""
    if not account.is_staff:
        return Question.objects.none()
    unhappy = ~Q(outcome=AskOutcome.ANSWERED) | Q(verdict=FeedbackVerdict.DOWN)
    return Question.objects.filter(unhappy, collection__account=account, settled=None)


def _jobs(account: User, counts: Mapping[str, int]) -> Iterator[Alert]:
    if stones := counts["stones"]:
        words = f"The levels of {count_noun(stones, 'stone')} could not be written"
        url = f"{reverse('stones:list')}?{urlencode({'state': LevelState.FAILED.value})}"
        yield Alert("stones", words, url, "Try again", "Extracts stand in for them.")
    if counts["helpers"]:
        yield _helpers(account, counts["helpers"])
    if counts["webhooks"]:
        yield _webhooks(account, counts["webhooks"])
    if counts["notes"]:
        yield _notes(account, counts["notes"])
    if counts["profile"]:
        more = "It is tried again every hour."
        yield Alert("profile", "The profile is not embedded", reverse("brain:profile"), "Look at it", more)
    if counts["collections"]:
        yield _collections(account, counts["collections"])


def _helpers(account: User, count: int) -> Alert:
    newest = HelperJob.objects.filter(account=account, state=JobState.FAILED, stone__isnull=False)
    job = newest.order_by("-finished", "-pk").values("pk", "task", "error")[0]
    one = count == 1
    url = reverse("inbox:helper", args=[job["pk"]]) if one else reverse("inbox:helpers")
    words = f"{count_noun(count, 'helper')} could not answer"
    return Alert("helpers", words, url, "Start it again" if one else "See which", _cut(job["error"]))


def _webhooks(account: User, count: int) -> Alert:
    newest = WebhookCall.objects.filter(account=account, state=JobState.FAILED).order_by("-finished", "-pk")
    call = newest.values("error", "webhook__url", name=F("webhook__agent__name"))[0]
    words = f"{count_noun(count, 'call')} of webhooks {pluralize_verb(count, 'was', 'were')} given up"
    more = f"The latest, to {call['webhook__url']}: {call['error']}"
    url = reverse("inbox:webhooks", args=[call["name"]])
    return Alert("webhooks", words, url, f"Webhooks of {call['name']}", _cut(more))


def _notes(account: User, count: int) -> Alert:
    newest = Note.objects.filter(account=account, state=JobState.FAILED).order_by("-finished", "-pk")
    note = newest.values("pk", "error")[0]
    is_found = pluralize_verb(count, "is", "are")
    words = (
        f"{count_noun(count, 'note')} {is_found} found by {pluralize_verb(count, 'its', 'their')} words alone"
    )
    more = f"They are tried again every hour. The latest: {note['error']}"
    url = reverse("brain:note", args=[note["pk"]])
    return Alert("notes", words, url, "Look at it" if count == 1 else "Look at the latest", _cut(more))


def _collections(account: User, count: int) -> Alert:
    failed = Collection.objects.filter(account=account, state=JobState.FAILED).order_by("-finished", "-pk")
    found = failed.values("name", "error")[0]
    words = f"The index of {count_noun(count, 'collection')} is not up to date"
    command = f"python manage.py index_quickstart --account {account.get_username()}"
    return Alert("collections", words, more=_cut(f"{found['name']}: {found['error']}"), command=command)


def _ending_tokens(account: User) -> QuerySet[AgentToken]:
    """Those in use that run out soon, and in whose place none was made."""
    now = timezone.now()
    valid = AgentToken.objects.filter(account=account, revoked=None, replaced_by=None, agent__closed=None)
    return valid.filter(last_used__isnull=False, expires__gt=now, expires__lte=now + SOON)


def _tokens(account: User, count: int) -> Iterator[Alert]:
    if not count:
        return
    first = _ending_tokens(account).order_by("expires").values("expires", name=F("agent__name"))[0]
    words = f"{count_noun(count, 'token')} {pluralize_verb(count, 'runs', 'run')} out within {SOON.days} days"
    more = f"That of {first['name']} on {first['expires']:%Y-%m-%d}; what uses it is let in no more then."
    url = reverse("inbox:agent", args=[first["name"]])
    yield Alert("tokens", words, url, f"Tokens of {first['name']}", more)


def _clipboard(counts: Mapping[str, int]) -> Iterator[Alert]:
    if counts["paused"]:
        more = "No copy is recorded until it is resumed."
        yield Alert("paused", "The clipboard is paused", reverse("clipboard:list"), "Resume it", more)


def _quickstart(account: User, counts: Mapping[str, int]) -> Iterator[Alert]:
    if questions := counts["questions"]:
        words = f"{count_noun(questions, 'question')} found no good answer"
        yield Alert("questions", words, reverse("quickstart:questions"), "Write the answers")
    yield from _gaps(account)


def _gaps(account: User) -> Iterator[Alert]:
    """The collections that cover least of their trees, as they were last measured: daily, and by the command."""
    newest = (
        CoverageRun.objects.filter(collection=OuterRef("collection")).order_by("-made", "-pk").values("pk")
    )
    runs = (
        CoverageRun.objects.filter(account=account, collection__account=account, pk=newest[:1], gaps__gt=0)
        .filter(Exists(Collection.objects.filter(pk=OuterRef("collection"), nodes__isnull=False)))
        .order_by("percent", "pk")
        .values("gaps", "percent", "made", name=F("collection__name"))
    )
    for run in runs[:SHOWN]:
        words = f"{count_noun(run['gaps'], 'gap')} in what {run['name']} answers"
        url = f"{reverse('quickstart:coverage')}?{urlencode({'collection': run['name'], 'gaps': 1})}"
        more = f"{run['percent']:.0f}% covered on {run['made']:%Y-%m-%d}."
        yield Alert("gaps", words, url, "See the gaps", more)


def _cut(text: str, most: int = 200) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
