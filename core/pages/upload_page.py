"""The page on which files are uploaded: choose, see what would change and what is wrong, confirm.

Nothing is stored before it is confirmed: what was read waits, packed, in the page itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.datastructures import MultiValueDict

from core.pages.uploaded_files import UnreadablePackError, UploadedTexts, pack, read_uploads, unpack
from core.text.file_faults import Fault

MAX_SHOWN = 200
"""Of one kind in a preview."""


class _SeveralFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class _FilesField(forms.FileField):
    """All of the chosen files; what is wrong with one of them is said in the preview."""

    def clean(self, data: Any, initial: Any = None) -> Any:
        return data


class UploadForm(forms.Form):
    """The files, or what was read of them before; an app adds its options below them."""

    suffixes: ClassVar[tuple[str, ...]]
    max_bytes: ClassVar[int]
    packed = forms.CharField(required=False, widget=forms.HiddenInput)
    uploads = _FilesField(required=False, label="Files", widget=_SeveralFiles)
    skip_invalid = forms.BooleanField(required=False, label="Skip what has errors and import the rest")

    uploaded: UploadedTexts
    has_new_files = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["uploads"].widget.attrs["accept"] = ",".join((*self.suffixes, ".zip"))
        self.fields["uploads"].help_text = f"{', '.join(self.suffixes)}, or a ZIP with folders of them."

    @property
    def options(self) -> list[forms.BoundField]:
        """The fields below the files."""
        return [self[name] for name in self.fields if name not in ("packed", "uploads")]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        files = cast("MultiValueDict[str, UploadedFile[bytes]]", self.files).getlist("uploads")
        self.has_new_files = bool(files)
        if files:
            self.uploaded = read_uploads(files, self.suffixes, max_bytes=self.max_bytes)
        elif packed := data.get("packed"):
            try:
                self.uploaded = unpack(packed)
            except UnreadablePackError:
                self.add_error("uploads", "The files got lost on the way: choose them again.")
        elif "uploads" not in self.errors:
            self.add_error("uploads", "Choose at least one file.")
        return data


@dataclass(frozen=True)
class UploadPreview:
    """What an import would do, or has done. With a fault it does nothing."""

    new: Sequence[str] = ()
    changed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """With the names of the fields that differ."""
    unchanged: int = 0
    left: Sequence[tuple[str, Sequence[str]]] = ()
    """What stays as it is, by the reason."""
    warnings: Sequence[Fault] = ()
    faults: Sequence[Fault] = ()
    skipped: Sequence[Fault] = ()
    rest: "UploadPreview | None" = None
    """With faults: what an import would do that leaves them out; None if nothing is left then."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """What is to be known of a new one, by its name."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """What a person calls those that have other names."""
    into: str = ""
    """A sentence: where it all goes."""
    into_warns: bool = False
    done_url: str = ""
    """Where an import leads that is not to the page's parent."""

    @property
    def new_with_facts(self) -> list[tuple[str, str]]:
        return [(self.titles.get(name, name), self.facts.get(name, "")) for name in self.new]

    @property
    def changed_with_fields(self) -> list[tuple[str, Sequence[str]]]:
        return [(self.titles.get(name, name), fields) for name, fields in self.changed.items()]

    @property
    def writes(self) -> int:
        return len(self.new) + len(self.changed)


@dataclass(frozen=True)
class UploadTexts:
    """What a page of uploads says."""

    title: str
    lead: str
    one: str
    many: str
    """What is imported, in the plural."""
    parent: str
    """The page above this one, to which an import leads, too."""
    parent_url: str
    command: str
    """What does the same from a shell."""
    example: str
    """A whole line or file that is imported as it stands."""
    fields: Sequence[tuple[str, str]] = ()
    """Of the example: those that must be there, with what each is."""
    others: str = ""
    """What else it may say."""
    other_lead: str = ""
    """What is read of another format."""
    other_example: str = ""
    """A whole file of that."""


Import = Callable[[UploadForm, bool], UploadPreview]


def upload_page(request: HttpRequest, form: UploadForm, texts: UploadTexts, run: Import) -> HttpResponse:
    """GET: an empty form. POST: a preview by `run(form, dry_run=True)`, or with `action=import` the import itself.

    `action=import_rest` imports what is left without what has faults.
    """
    context: dict[str, Any] = {"form": form, "texts": texts, "max_shown": MAX_SHOWN}
    if request.method != "POST":
        return render(request, "upload.html", context)
    if not form.is_valid():
        return render(request, "upload.html", context, status=422)
    # New files are shown first, whatever was pressed.
    action = "preview" if form.has_new_files else request.POST.get("action")
    form.cleaned_data["skip_invalid"] |= action == "import_rest"
    dry_run = action not in ("import", "import_rest")
    preview = run(form, dry_run)
    if form.errors:
        return render(request, "upload.html", context, status=422)
    if not dry_run and not preview.faults:
        left_out = f" Left out, with faults: {len(preview.skipped):,}." if preview.skipped else ""
        what = texts.one if preview.writes == 1 else texts.many
        messages.success(request, f"{preview.writes:,} {what} imported.{left_out}")
        return HttpResponseRedirect(preview.done_url or texts.parent_url)
    if preview.faults:
        preview = replace(preview, rest=_preview_rest(form, run))
    context |= {"preview": preview, "uploaded": form.uploaded, "packed": pack(form.uploaded)}
    return render(request, "upload.html", context)


def _preview_rest(form: UploadForm, run: Import) -> UploadPreview | None:
    """What is left if faults are left out; None where the import takes nothing without them."""
    form.cleaned_data["skip_invalid"] = True
    rest = run(form, True)
    return None if rest.faults else rest
