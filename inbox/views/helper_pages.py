"""The pages of helpers: list, start, state, restart."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.jobs.find_jobs import find_job, jobs_of
from core.jobs.models import OPEN_STATES
from core.llm import count_tokens
from core.pages.json_twins import rows_response, wants_json, wants_rows
from core.pages.request_account import account_of
from core.rest.exceptions import ProductError
from core.rest.problems import status_of
from inbox.helper_forms import HelperForm
from inbox.models import RUN_HELPER, Agent, HelperJob
from inbox.rendering.helper_facts import serialize_helper
from inbox.services import spawn_helpers
from inbox.services.box_content import BoxContent, BoxKind
from inbox.services.spawn_from_box import spawn_from_box
from inbox.views.person_agents import person_agent
from inbox.views.stone_picker import chosen_values, initial_text, is_choosing, render_form
from stones.exceptions import StoneError
from stones.format import FormatError, parse
from stones.queries import find_stone

MAX_JOBS = 50
_FIELDS = {"invalid_helper_task": "task"}


@require_safe
def helper_list(request: HttpRequest) -> HttpResponse:
    """The newest helpers of the account's agents."""
    helpers = list(spawn_helpers.account_jobs(account_of(request)).select_related("agent")[:MAX_JOBS])
    jobs = jobs_of(helpers, RUN_HELPER)
    if wants_rows(request):
        lines = [serialize_helper(helper, jobs[helper.pk]) for helper in helpers]
        return rows_response(request, lines, file_name="helpers")
    context = {
        "rows": [(helper, jobs[helper.pk].state) for helper in helpers],
        "max_jobs": MAX_JOBS,
    }
    return render(request, "inbox/helpers.html", context | {"has_model": spawn_helpers.has_model()})


@require_http_methods(["GET", "HEAD", "POST"])
def new_helper(request: HttpRequest) -> HttpResponse:
    """The form, filled in from `?stone=` and `?q=`; by POST a price, a stone picked, or a helper that is started."""
    account = account_of(request)
    person = person_agent(account)
    if request.method != "POST":
        initial = {
            "text": initial_text(account, request.GET.getlist("stone")[:1]),
            "task": request.GET.get("q", "")[: spawn_helpers.MAX_TASK],
        }
        return _form_page(request, HelperForm(initial=initial, account=account, person=person), person)
    values = chosen_values(request.POST, is_one=True)
    form = HelperForm(values, account=account, person=person)
    if is_choosing(request):
        # What is still to come is no fault.
        return _form_page(request, HelperForm(initial=values.dict(), account=account, person=person), person)
    if not form.is_valid():
        return _form_page(request, form, person, status=422)
    data = form.cleaned_data
    try:
        job = spawn_from_box(
            person=person,
            agent=data["agent"],
            content=form.content,
            task=data["task"],
            answer_tokens=data["answer_tokens"],
        )
    except ProductError as error:
        form.add_error("text" if isinstance(error, StoneError) else _FIELDS.get(error.code), error.message)
        return _form_page(request, form, person, status=status_of(error))
    return redirect("inbox:helper", job.pk)


@require_safe
def helper(request: HttpRequest, job_id: str) -> HttpResponse:
    """The state of a helper, with a link to its answer."""
    if wants_json(request):
        found = _find_job_or_404(request, job_id)
        return JsonResponse(serialize_helper(found, find_job(found, RUN_HELPER)))
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
        "has_model": spawn_helpers.has_model(),
        "mark": f"{job.state}-{job.attempts}-{job.fencing_token}-{helper.answer_id or ''}",
    }


def _form_page(request: HttpRequest, form: HelperForm, person: Agent, status: int = 200) -> HttpResponse:
    tokens = _tokens_to_read(form.content, person)
    context = {
        "answer_tokens": form.size,
        "tokens": tokens,
        "budget_tokens": spawn_helpers.default_budget(tokens) if tokens else None,
        "has_model": spawn_helpers.has_model(),
    }
    return render_form(
        request,
        "inbox/helper_new.html",
        form,
        context,
        person=person,
        regions={"price": "inbox/_helper_price.html"},
        status=status,
    )


def _tokens_to_read(content: BoxContent, person: Agent) -> int | None:
    """What the helper would read; None where that is not known: a wrong hash is reported when the form is sent."""
    if content.kind is BoxKind.TEXT:
        return count_tokens(content.text)
    try:
        if content.kind is BoxKind.PASTED:
            return count_tokens(parse(content.texts[0]).levels[-1])
        if len(content.names) == 1:
            return find_stone(person.account, content.names[0], recipient=person).content.tokens
    except (FormatError, StoneError):
        return None
    return None
