"""The manual's pages: public, as they hold nothing of any account."""

from dataclasses import replace

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from core.pages.example_address import at_this_site
from manual.read_documents import documents
from manual.render_section import Picture, RenderedSection, render_document


@login_not_required
@require_safe
def manual_contents(request: HttpRequest) -> HttpResponse:
    return render(request, "manual/contents.html", {"documents": list(documents().values())})


@login_not_required
@require_safe
def document_page(request: HttpRequest, name: str) -> HttpResponse:
    """One document, with this site's address where the text has the example's."""
    if name not in documents():
        raise Http404
    sections = [_at(request, each) for each in render_document(name)]
    context = {"document": documents()[name], "sections": sections}
    return render(request, "manual/document.html", context)


def _at(request: HttpRequest, section: RenderedSection) -> RenderedSection:
    return replace(section, parts=[_part_at(request, part) for part in section.parts])


def _part_at(request: HttpRequest, part: SafeString | Picture) -> SafeString | Picture:
    if isinstance(part, Picture):
        return part
    return mark_safe(at_this_site(part, request))  # noqa: S308 - a host that Django admits has no mark-up
