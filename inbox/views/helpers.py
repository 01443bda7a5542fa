"""The pages of helpers: asking for one, and how far it is."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from inbox.helper_forms import HelperForm
from inbox.models import HelperJob
from inbox.services import helping
from inbox.views.people import person_of
from jobs.models import JobState
from pages.people import account_of
from rest.exceptions import ProductError
from rest.problems import status_of
from stones.exceptions import StoneError
from stones.models import Stone
from stones.queries import find_stone

SHOWN = 50
_FIELDS = {"invalid_helper_task": "task", "token_in_content": "task"}


@require_safe
def helper_list(request: HttpRequest) -> HttpResponse:
    """The newest helpers of the account's agents."""
    jobs = helping.helpers_in(account_of(request)).select_related("agent")
    return render(request, "inbox/helpers.html", {"jobs": jobs[:SHOWN], "shown": SHOWN})


@require_http_methods(["GET", "HEAD", "POST"])
def new_helper(request: HttpRequest) -> HttpResponse:
    """The form, for the stone that the address names (`?stone=`); by POST a helper sets out."""
    account = account_of(request)
    person = person_of(account)
    if request.method != "POST":
        given = {
            "stone": request.GET.get("stone", "")[:64],
            "task": request.GET.get("q", "")[: helping.MAX_TASK],
        }
        return _form_page(request, HelperForm(initial=given, account=account, person=person))
    form = HelperForm(request.POST, account=account, person=person)
    if not form.is_valid():
        return _form_page(request, form, status=422)
    data = form.cleaned_data
    try:
        job = helping.spawn_helper(
            agent=data["agent"],
            border_hash=data["stone"].strip(),
            task=data["task"],
            answer_tokens=data["answer_tokens"],
        )
    except ProductError as error:
        form.add_error("stone" if isinstance(error, StoneError) else _FIELDS.get(error.code), error.message)
        return _form_page(request, form, status=status_of(error))
    return redirect("inbox:helper", job.pk)


@require_safe
def helper(request: HttpRequest, job_id: str) -> HttpResponse:
    """How far a helper is, and where its answer stands."""
    return render(request, "inbox/helper.html", _job_context(_find(request, job_id)))


@require_safe
def helper_updates(request: HttpRequest, job_id: str) -> HttpResponse:
    """The region anew if the job has come further than `?after=`, otherwise 204."""
    context = _job_context(_find(request, job_id))
    if context["mark"] == request.GET.get("after"):
        return HttpResponse(status=204)
    return render(request, "inbox/_helper.html", context)


@require_POST
def restart(request: HttpRequest, job_id: str) -> HttpResponse:
    """Start one that failed again."""
    job = _find(request, job_id)
    helping.restart_helper(agent=job.agent, job_id=job.pk)
    return redirect("inbox:helper", job.pk)


def _find(request: HttpRequest, job_id: str) -> HelperJob:
    jobs = helping.helpers_in(account_of(request)).select_related("agent", "answer", "stone__content")
    job = jobs.filter(pk=job_id).first()
    if job is None:
        raise Http404(f"There is no helper {job_id!r}.")
    return job


def _job_context(job: HelperJob) -> dict[str, Any]:
    return {
        "job": job,
        "is_open": job.state in (JobState.PENDING, JobState.RUNNING),
        "source_tokens": job.stone.content.tokens if job.stone else None,
        "mark": f"{job.state}-{job.attempts}-{job.fence}-{job.answer_id or ''}",
    }


def _form_page(request: HttpRequest, form: HelperForm, status: int = 200) -> HttpResponse:
    stone = _named(request, str(form["stone"].value() or "").strip())
    context = {
        "form": form,
        "stone": stone,
        "answer_tokens": form.size,
        "budget_tokens": helping.default_budget(stone.content.tokens) if stone else None,
        "has_model": helping.has_model(),
    }
    return render(request, "inbox/helper_new.html", context, status=status)


def _named(request: HttpRequest, border_hash: str) -> Stone | None:
    """The stone, if there is one: a wrong hash is said when the form is sent."""
    try:
        return find_stone(account_of(request), border_hash) if border_hash else None
    except StoneError:
        return None
