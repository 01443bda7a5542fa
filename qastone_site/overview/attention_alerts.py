"""Alerts about failures and open tasks in the account, each with the page that solves it."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db.models import CharField, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils import timezone

from brain.models import EMBED_NOTE, EMBED_PROFILE, Note, Profile
from clipboard.models import ClipboardSettings
from core.jobs.job_kinds import JobKind
from core.jobs.models import MANY_ATTEMPTS, Job, JobState
from inbox.models import CALL_WEBHOOK, RUN_HELPER, AgentToken, HelperJob, WebhookCall
from inbox.queries.agent_activity import silent_agents
from inbox.webhooks.retry_schedule import MAX_TRIES
from qastone_site.overview.alerts import Alert, count_noun, pluralize_verb
from quickstart.models import INDEX_COLLECTION, Collection, CoverageRun, Question
from quickstart.queries.waiting_questions import unsettled_of_owner
from stones.assembled_stone import LevelState
from stones.queries import in_state, stones_of

RECENT = timedelta(days=14)
"""An older failure is no longer on the overview, only on its own page."""
SOON = timedelta(days=7)
MAX_GAPS = 3


def rows(account: User) -> dict[str, QuerySet[Any]]:
    """The rows to count, by alert; the demonstration is none of it."""
    failed = Job.objects.filter(account=account, state=JobState.FAILED)
    recent = failed.filter(finished__gte=timezone.now() - RECENT)
    return {
        "stones": in_state(stones_of(account).filter(is_demo=False), LevelState.FAILED),
        # Nor one whose stone was deleted: it has none, and cannot be started again.
        "helpers": HelperJob.objects.filter(pk__in=recent.targets(RUN_HELPER), stone__is_demo=False),
        "webhooks": WebhookCall.objects.filter(pk__in=recent.targets(CALL_WEBHOOK)),
        "failing": WebhookCall.objects.filter(
            pk__in=Job.objects.filter(account=account).refused().targets(CALL_WEBHOOK)
        ),
        "notes": Note.objects.filter(pk__in=failed.targets(EMBED_NOTE), is_demo=False),
        "profile": Profile.objects.filter(pk__in=failed.targets(EMBED_PROFILE)),
        "collections": Collection.objects.filter(pk__in=failed.targets(INDEX_COLLECTION)),
        "paused": ClipboardSettings.objects.filter(account=account, is_paused=True),
        "tokens": _ending_tokens(account),
        "questions": waiting_questions(account),
    }


def attention(account: User, counts: Mapping[str, int]) -> list[Alert]:
    """All alerts, the most important first. Queries only what was counted above 0, and coverage gaps.

    What was settled since it was counted raises none.
    """
    return [
        *_jobs(account, counts),
        *_tokens(account, counts["tokens"]),
        *_silent(account),
        *_clipboard(counts),
        *_quickstart(account, counts),
    ]


def waiting_questions(account: User) -> QuerySet[Question]:
    """The rows of the page Questions for the account's own collections; none for people who are no staff."""
    return unsettled_of_owner(account) if account.is_staff else Question.objects.none()


def _jobs(account: User, counts: Mapping[str, int]) -> Iterator[Alert]:
    if stones := counts["stones"]:
        words = f"The levels of {count_noun(stones, 'stone')} could not be written"
        url = f"{reverse('stones:list')}?{urlencode({'state': LevelState.FAILED.value})}"
        yield Alert("stones", words, url, "Try again", "Extracts are shown instead.")
    if counts["helpers"]:
        yield from _helpers(account, counts["helpers"])
    if counts["webhooks"]:
        yield from _webhooks(account, counts["webhooks"])
    if counts["failing"]:
        yield from _failing_webhooks(account, counts["failing"])
    if counts["notes"]:
        yield from _notes(account, counts["notes"])
    if counts["profile"]:
        more = "It is retried every hour."
        yield Alert(
            "profile", "The profile is found by words only", reverse("brain:profile"), "Open it", more
        )
    if counts["collections"]:
        yield from _collections(account, counts["collections"])


def _latest(account: User, alert: str, kind: JobKind) -> "QuerySet[Any]":
    """The rows of an alert, the one first whose job failed last, each with that job's `error`."""
    job = Job.objects.of(kind).filter(target=Cast(OuterRef("pk"), CharField()))
    found: QuerySet[Any] = rows(account)[alert].annotate(error=Subquery(job.values("error")))
    latest: QuerySet[Any] = found.order_by(Subquery(job.values("finished")).desc(), "-pk")
    return latest


def _helpers(account: User, count: int) -> Iterator[Alert]:
    job = _latest(account, "helpers", RUN_HELPER).values("pk", "error").first()
    if job is None:
        return
    one = count == 1
    url = reverse("inbox:helper", args=[job["pk"]]) if one else reverse("inbox:helpers")
    words = f"{count_noun(count, 'helper')} could not answer"
    yield Alert("helpers", words, url, "Try again" if one else "See which", _cut(job["error"]))


def _webhooks(account: User, count: int) -> Iterator[Alert]:
    latest = _latest(account, "webhooks", CALL_WEBHOOK)
    call = latest.values("error", "webhook__url", name=F("webhook__agent__name")).first()
    if call is None:
        return
    words = f"{count_noun(count, 'call')} of webhooks {pluralize_verb(count, 'was', 'were')} given up"
    more = f"The latest, to {call['webhook__url']}: {call['error']}"
    url = reverse("inbox:webhooks", args=[call["name"]])
    yield Alert("webhooks", words, url, f"Webhooks of {call['name']}", _cut(more))


def _failing_webhooks(account: User, count: int) -> Iterator[Alert]:
    latest = _latest(account, "failing", CALL_WEBHOOK)
    call = latest.values("error", "webhook__url", name=F("webhook__agent__name")).first()
    if call is None:
        return
    has = pluralize_verb(count, "has", "have")
    words = f"{count_noun(count, 'call')} of webhooks {has} failed {MANY_ATTEMPTS} times or more"
    more = f"To {call['webhook__url']}: {call['error']} It is tried again: {MAX_TRIES} times in about a day."
    url = reverse("inbox:webhooks", args=[call["name"]])
    yield Alert("failing", words, url, f"Webhooks of {call['name']}", _cut(more))


def _notes(account: User, count: int) -> Iterator[Alert]:
    note = _latest(account, "notes", EMBED_NOTE).values("pk", "error").first()
    if note is None:
        return
    is_found = pluralize_verb(count, "is", "are")
    words = (
        f"{count_noun(count, 'note')} {is_found} found by {pluralize_verb(count, 'its', 'their')} words alone"
    )
    more = f"They are retried every hour. The latest: {note['error']}"
    url = reverse("brain:note", args=[note["pk"]])
    yield Alert("notes", words, url, "Open it" if count == 1 else "Open the latest", _cut(more))


def _collections(account: User, count: int) -> Iterator[Alert]:
    found = _latest(account, "collections", INDEX_COLLECTION).values("name", "error").first()
    if found is None:
        return
    words = f"The index of {count_noun(count, 'collection')} is not up to date"
    command = f"python manage.py index_quickstart --account {account.get_username()}"
    yield Alert("collections", words, more=_cut(f"{found['name']}: {found['error']}"), command=command)


def _ending_tokens(account: User) -> QuerySet[AgentToken]:
    """Used tokens that expire within SOON and were not replaced."""
    now = timezone.now()
    valid = AgentToken.objects.filter(account=account, revoked=None, replaced_by=None, agent__closed=None)
    return valid.filter(last_used__isnull=False, expires__gt=now, expires__lte=now + SOON)


def _tokens(account: User, count: int) -> Iterator[Alert]:
    if not count:
        return
    ending = _ending_tokens(account).order_by("expires", "pk")
    first = ending.values("expires", name=F("agent__name")).first()
    if first is None:
        return
    words = f"{count_noun(count, 'token')} {pluralize_verb(count, 'runs', 'run')} out within {SOON.days} days"
    more = f"That of {first['name']} on {first['expires']:%Y-%m-%d}; what uses it can no longer sign in then."
    url = reverse("inbox:agent", args=[first["name"]])
    yield Alert("tokens", words, url, f"Tokens of {first['name']}", more)


def _silent(account: User) -> Iterator[Alert]:
    if agents := silent_agents(account):
        name, count = agents[0].name, len(agents)
        words = f"{name} has gone silent" if count == 1 else f"{count} agents have gone silent"
        more = "No call for 48 hours, though active on at least three of the seven days before."
        yield Alert("silent", words, reverse("inbox:agents"), "See the agents", more)


def _clipboard(counts: Mapping[str, int]) -> Iterator[Alert]:
    if counts["paused"]:
        more = "No copy is recorded until it is resumed."
        yield Alert("paused", "The clipboard is paused", reverse("clipboard:list"), "Resume it", more)


def _quickstart(account: User, counts: Mapping[str, int]) -> Iterator[Alert]:
    questions = counts["questions"]
    newest = waiting_questions(account).values(name=F("collection__name")).first() if questions else None
    if newest:
        words = f"{count_noun(questions, 'question')} found no good answer"
        url = f"{reverse('quickstart:questions')}?{urlencode({'collection': newest['name']})}"
        yield Alert("questions", words, url, "Write the answers")
    yield from _gaps(account)


def _gaps(account: User) -> Iterator[Alert]:
    """The collections with the lowest coverage in their last run, which is made daily and by the command."""
    newest = (
        CoverageRun.objects.filter(collection=OuterRef("collection")).order_by("-made", "-pk").values("pk")
    )
    runs = (
        CoverageRun.objects.filter(account=account, collection__account=account, pk=newest[:1], gaps__gt=0)
        .filter(Exists(Collection.objects.filter(pk=OuterRef("collection"), nodes__isnull=False)))
        .order_by("percent", "pk")
        .values("gaps", "percent", "made", name=F("collection__name"))
    )
    for run in runs[:MAX_GAPS]:
        words = f"{count_noun(run['gaps'], 'gap')} in what {run['name']} answers"
        url = f"{reverse('quickstart:coverage')}?{urlencode({'collection': run['name'], 'gaps': 1})}"
        more = f"{run['percent']:.0f}% covered on {run['made']:%Y-%m-%d}."
        yield Alert("gaps", words, url, "See the gaps", more)


def _cut(text: str, most: int = 200) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
