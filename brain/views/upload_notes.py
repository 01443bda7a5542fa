"""The page that imports files as notes: choose, preview, confirm."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.dateformat import format as date_format
from django.utils.timezone import localtime
from django.views.decorators.http import require_http_methods

from brain.parsing.parse_note import MAX_BYTES, SUFFIXES
from brain.services.import_note_files import NoteImport, import_notes
from core.pages.request_account import account_of
from core.pages.upload_page import UploadForm, UploadPreview, UploadTexts, upload_page

DAY = "j F Y"


class NoteUploadForm(UploadForm):
    suffixes = SUFFIXES
    max_bytes = MAX_BYTES
    overwrite = forms.BooleanField(
        required=False, label="Also replace notes that were edited here since their import"
    )


def _days(found: NoteImport) -> dict[str, str]:
    """Of each new note its day, and where that is from."""
    own = {path: f"{date_format(localtime(day.moment), DAY)} ({day.source})" for path, day in found.days}
    return {path: own.get(path, "today: it gives no day") for path in found.new}


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """GET: the form. POST: what the files would change, then with `action=import` the import."""
    form = NoteUploadForm(request.POST, request.FILES) if request.method == "POST" else NoteUploadForm()
    account = account_of(request)

    def run(_: UploadForm, dry_run: bool) -> UploadPreview:
        found = import_notes(
            account=account,
            files=form.uploaded.texts,
            unreadable=form.uploaded.faults,
            dry_run=dry_run,
            overwrite=form.cleaned_data["overwrite"],
            skip_invalid=form.cleaned_data["skip_invalid"],
        )
        return UploadPreview(
            new=found.new,
            facts=_days(found),
            changed=dict(found.changed),
            unchanged=len(found.unchanged),
            left=[("Edited here, kept", found.edited), ("In none of the files, kept", found.missing)],
            warnings=found.warnings,
            faults=found.faults,
            skipped=found.skipped,
        )

    texts = UploadTexts(
        title="Upload notes",
        lead="Files of Markdown or plain text become notes, with the title, tags and day of their front matter, "
        "first lines or last entry. A file is known by its path: uploaded again, it changes its note.",
        one="note",
        many="notes",
        parent="Notes",
        parent_url=reverse("brain:notes"),
        example="---\ntitle: Rates\ntags: [billing, languages]\n---\nInto French a word costs 0.24.\n",
        others="Only the text is required. Without a title, the first heading or the file's name is used.",
        command=f"python manage.py import_notes DIR --account {account.get_username()}",
    )
    return upload_page(request, form, texts, run)
