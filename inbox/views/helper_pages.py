"""The pages of helpers: list, start, state, restart."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.jobs.find_jobs import find_job, jobs_of
from core.jobs.models import OPEN_STATES
from core.pages.request_account import account_of
from core.rest.exceptions import ProductError
from core.rest.problems import status_of
from inbox.helper_forms import HelperForm
from inbox.models import RUN_HELPER, HelperJob
from inbox.services import spawn_helpers
from inbox.views.person_agents import person_agent
from stones.exceptions import StoneError
from stones.models import Stone
from stones.queries import find_stone

MAX_JOBS = 50
_FIELDS = {"invalid_helper_task": "task", "token_in_content": "task"}


@require_safe
def helper_list(request: HttpRequest) -> HttpResponse:
    """The newest helpers of the account's agents."""
    helpers = list(spawn_helpers.account_jobs(account_of(request)).select_related("agent")[:MAX_JOBS])
    jobs = jobs_of(helpers, RUN_HELPER)
    rows = [(helper, jobs[helper.pk].state) for helper in helpers]
    return render(request, "inbox/helpers.html", {"rows": rows, "max_jobs": MAX_JOBS})


@require_http_methods(["GET", "HEAD", "POST"])
def new_helper(request: HttpRequest) -> HttpResponse:
    """The form, filled in from `?stone=` and `?q=`; by POST a helper is started."""
    account = account_of(request)
    person = person_agent(account)
    if request.method != "POST":
        initial = {
            "stone": request.GET.get("stone", "")[:64],
            "task": request.GET.get("q", "")[: spawn_helpers.MAX_TASK],
        }
        return _form_page(request, HelperForm(initial=initial, account=account, person=person))
    form = HelperForm(request.POST, account=account, person=person)
    if not form.is_valid():
        return _form_page(request, form, status=422)
    data = form.cleaned_data
    try:
        job = spawn_helpers.spawn_helper(
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
    """The state of a helper, with a link to its answer."""
    return render(request, "inbox/helper.html", _job_context(_find_job_or_404(request, job_id)))


@require_safe
def helper_updates(request: HttpRequest, job_id: str) -> HttpResponse:
    """The fragment if the job's state differs from `?after=`, otherwise 204."""
    context = _job_context(_find_job_or_404(request, job_id))
    if context["mark"] == request.GET.get("after"):
        return HttpResponse(status=204)
    return render(request, "inbox/_helper.html", context)


@require_POST
def restart(request: HttpRequest, job_id: str) -> HttpResponse:
    job = _find_job_or_404(request, job_id)
    spawn_helpers.restart_helper(agent=job.agent, job_id=job.pk)
    return redirect("inbox:helper", job.pk)


def _find_job_or_404(request: HttpRequest, job_id: str) -> HelperJob:
    jobs = spawn_helpers.account_jobs(account_of(request)).select_related("agent", "answer", "stone__content")
    job = jobs.filter(pk=job_id).first()
    if job is None:
        raise Http404(f"There is no helper {job_id!r}.")
    return job


def _job_context(helper: HelperJob) -> dict[str, Any]:
    job = find_job(helper, RUN_HELPER)
    return {
        "helper": helper,
        "job": job,
        "is_open": job.state in OPEN_STATES,
        "source_tokens": helper.stone.content.tokens if helper.stone else None,
        "mark": f"{job.state}-{job.attempts}-{job.fence}-{helper.answer_id or ''}",
    }


def _form_page(request: HttpRequest, form: HelperForm, status: int = 200) -> HttpResponse:
    stone = _find_stone_or_none(request, str(form["stone"].value() or "").strip())
    context = {
        "form": form,
        "stone": stone,
        "answer_tokens": form.size,
        "budget_tokens": spawn_helpers.default_budget(stone.content.tokens) if stone else None,
        "has_model": spawn_helpers.has_model(),
    }
    return render(request, "inbox/helper_new.html", context, status=status)


def _find_stone_or_none(request: HttpRequest, border_hash: str) -> Stone | None:
    """The stone, or None: a wrong hash is reported when the form is sent."""
    try:
        return find_stone(account_of(request), border_hash) if border_hash else None
    except StoneError:
        return None
