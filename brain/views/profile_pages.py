"""The Profile page: the account's profile as it was imported."""

from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from brain.exceptions import InvalidProfile, ProfileNotFound
from brain.models import EMBED_PROFILE, Profile
from brain.parsing.parse_profile import MAX_BYTES, UnreadableProfileError, read_profile
from brain.profile_serializers import serialize_profile
from brain.queries.note_queries import profile_of
from brain.services.save_profile import delete_profile, save_profile
from brain.views.forms import ProfileForm
from brain.views.note_pages import find_cited_excerpt, render_marked_text
from core.jobs.find_jobs import find_job
from core.pages.json_twins import CurlTwin, wants_json
from core.pages.request_account import account_of
from core.rest.exceptions import ProductError
from core.rest.problems import status_of


@require_http_methods(["GET", "HEAD", "POST"])
def profile_page(request: HttpRequest) -> HttpResponse:
    """GET: the profile, with cited words marked as on a note's page. POST: replaces it."""
    if wants_json(request):
        return JsonResponse(serialize_profile(_own_profile(request)))
    if request.method != "POST":
        return _page(request, ProfileForm())
    form = ProfileForm(request.POST, request.FILES)
    form.full_clean()
    try:
        save_profile(account=account_of(request), data=_submitted_data(form))
    except ProductError as error:
        form.add_error("file" if form.cleaned_data.get("file") else "text", error.message)
        return _page(request, form, status_of(error))
    messages.success(request, "Profile saved.")
    return redirect("brain:profile")


@require_http_methods(["GET", "HEAD", "POST"])
def profile_delete(request: HttpRequest) -> HttpResponse:
    """GET asks for confirmation; POST deletes it."""
    account = account_of(request)
    if request.method == "POST":
        delete_profile(account=account)
        messages.success(request, "Profile deleted.")
        return redirect("brain:profile")
    return render(request, "brain/profile_delete.html", {"profile": _own_profile(request)})


def _own_profile(request: HttpRequest) -> Profile:
    profile = profile_of(account_of(request))
    if profile is None:
        raise ProfileNotFound("There is no profile.")
    return profile


def _submitted_data(form: ProfileForm) -> Any:
    """The data of the file or of the pasted text. Raises InvalidProfile."""
    file: UploadedFile[Any] | None = form.cleaned_data.get("file")
    text: str = form.cleaned_data.get("text", "")
    if file is None and not text.strip():
        raise InvalidProfile("Choose a file, or paste a profile.")
    if file is not None and text.strip():
        raise InvalidProfile("Choose a file or paste a text, not both. Nothing was saved.")
    try:
        return (
            read_profile("pasted", text) if file is None else read_profile(file.name or "file", _text(file))
        )
    except UnreadableProfileError as error:
        fault, what = error.fault, "The text" if file is None else "The file"
        place = f", in line {fault.line}" if fault.line else ""
        raise InvalidProfile(f"{what} {fault.reason.rstrip('.')}{place}. Nothing was saved.") from error


def _text(file: UploadedFile[Any]) -> str:
    if file.size is None or file.size > MAX_BYTES:
        raise InvalidProfile(f"The file has more than {MAX_BYTES:,} bytes. Nothing was saved.")
    try:
        return bytes(file.read()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidProfile("The file is not text in UTF-8. Nothing was saved.") from error


def _page(request: HttpRequest, form: ProfileForm, status: int = 200) -> HttpResponse:
    profile = profile_of(account_of(request))
    cited = find_cited_excerpt(request, profile.text if profile else "")
    html, is_marked = render_marked_text(profile.text, cited) if profile else ("", False)
    context: dict[str, Any] = {"html": html, "cited": cited, "is_marked": is_marked, "form": form}
    if profile is not None:
        context |= {
            "profile": profile,
            "job": find_job(profile, EMBED_PROFILE),
            "curl": CurlTwin("brain-api:profile").command(request),
        }
    return render(request, "brain/profile.html", context, status=status)
