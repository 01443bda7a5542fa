"""The pages that import skills (Markdown) and entries (JSON lines, FAQs in Markdown) into a collection of the account's
own.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods

from core.pages.request_account import account_of
from core.pages.upload_page import UploadForm, UploadPreview, UploadTexts, upload_page
from quickstart.exceptions import CollectionNotFound, InvalidCollection
from quickstart.models import Collection, Review
from quickstart.models.collections import NAME_PATTERN
from quickstart.parsing.question_ids import MARKDOWN_SUFFIXES
from quickstart.queries.readable_collections import own_collections
from quickstart.services.import_entries import import_entries
from quickstart.services.import_skill_files import MAX_FILE_BYTES, import_skills
from quickstart.views.upload_texts import entry_upload_texts, skill_upload_texts

MAX_ENTRY_FILE_BYTES = 5_000_000
NEW_NAME = "mine"
"""Of the first collection of somebody who has none."""


class _CollectionUploadForm(UploadForm):
    collection = forms.CharField(
        label="Collection",
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_collection(self) -> str:
        """A title as a name: the preview says it before anything is made. One that has none stays, and is refused."""
        typed: str = self.cleaned_data["collection"]
        return typed if re.fullmatch(NAME_PATTERN, typed) else slugify(typed)[:60].lstrip("-_") or typed


_Form = TypeVar("_Form", bound=_CollectionUploadForm)


class SkillUploadForm(_CollectionUploadForm):
    suffixes = (".md", ".markdown")
    max_bytes = MAX_FILE_BYTES


class EntryUploadForm(_CollectionUploadForm):
    suffixes = (".jsonl", *MARKDOWN_SUFFIXES)
    max_bytes = MAX_ENTRY_FILE_BYTES
    draft = forms.BooleanField(
        required=False,
        label="Keep new and changed answers as drafts, which answer nothing until they are published in Answers",
    )
    overwrite = forms.BooleanField(
        required=False, label="Also replace answers that were edited here since their import"
    )


@require_http_methods(["GET", "HEAD", "POST"])
def upload_skills(request: HttpRequest) -> HttpResponse:
    """GET: the form. POST: what the files would change, then with `action=import` the import."""
    form = _form(request, SkillUploadForm)

    def import_files(name: str, dry_run: bool) -> UploadPreview:
        found = import_skills(
            account=account_of(request),
            name=name,
            files=form.uploaded.texts,
            unreadable=form.uploaded.faults,
            dry_run=dry_run,
            skip_invalid=form.cleaned_data["skip_invalid"],
        )
        left = [
            ("Without a file, kept", found.orphaned),
            ("Indexes", found.indexes),
            ("Not a skill", found.others),
        ]
        return UploadPreview(
            found.new, found.changed, len(found.unchanged), left, found.warnings, found.faults, found.skipped
        )

    texts = skill_upload_texts()
    return upload_page(request, form, texts, _in_collection(request, texts, import_files))


@require_http_methods(["GET", "HEAD", "POST"])
def upload_entries(request: HttpRequest) -> HttpResponse:
    """GET: the form. POST: what the files would change, then with `action=import` the import."""
    form = _form(request, EntryUploadForm)

    def import_files(name: str, dry_run: bool) -> UploadPreview:
        found = import_entries(
            account=account_of(request),
            name=name,
            files=form.uploaded.texts,
            unreadable=form.uploaded.faults,
            dry_run=dry_run,
            overwrite=form.cleaned_data["overwrite"],
            skip_invalid=form.cleaned_data["skip_invalid"],
            review=Review.DRAFT if form.cleaned_data["draft"] else Review.PUBLISHED,
        )
        left = [
            ("In none of the files, kept", [found.questions[each] for each in found.orphaned]),
            ("Said twice, imported once", [str(each) for each in found.duplicates]),
            ("Not read: no question with an answer", [str(each) for each in found.unread]),
        ]
        return UploadPreview(
            found.new,
            found.changed,
            len(found.unchanged),
            left,
            found.warnings,
            found.faults,
            found.skipped,
            titles=found.questions,
            facts=found.places,
        )

    texts = entry_upload_texts()
    return upload_page(request, form, texts, _in_collection(request, texts, import_files))


def _form(request: HttpRequest, kind: type[_Form]) -> _Form:
    own = own_collections(account_of(request))
    if request.method == "POST":
        form = kind(request.POST, request.FILES)
    else:
        name = request.GET.get("collection") or (own[0].name if own else NEW_NAME)
        form = kind(initial={"collection": name[:60]})
    yours = (
        f"Yours: {', '.join(each.name for each in own)}. Any other name makes a new one"
        if own
        else "A new one is made"
    )
    form.fields["collection"].help_text = f"{yours}, which you alone can ask. A name has a-z, 0-9, - and _."
    return form


def _in_collection(
    request: HttpRequest, texts: UploadTexts, import_files: Callable[[str, bool], UploadPreview]
) -> Callable[[UploadForm, bool], UploadPreview]:
    """The import into the form's collection, and then to it; a name that is none is an error of its field."""

    def run(form: UploadForm, dry_run: bool) -> UploadPreview:
        name = form.cleaned_data["collection"]
        existing = Collection.objects.filter(account=account_of(request), name=name).first()
        try:
            found = import_files(name, dry_run)
        except (CollectionNotFound, InvalidCollection) as error:
            form.add_error("collection", error.message)
            return UploadPreview()
        return replace(
            found,
            into=_destination(name, existing),
            into_warns=bool(existing and existing.shipped_hash),
            done_url=f"{texts.parent_url}?{urlencode({'collection': name})}",
        )

    return run


def _destination(name: str, existing: Collection | None) -> str:
    if existing is None:
        return f"It all goes into a new collection, “{name}”, which you alone can ask."
    if existing.shipped_hash:
        return f"It all goes into “{name}”, which is about QA.Stone itself. To keep yours apart, name another one."
    return f"It all goes into your collection “{name}”."
