"""The admin as one place: sections that a person knows from the site, each with the models of several apps."""

from typing import Any

from django.http import HttpRequest
from unfold.sites import UnfoldAdminSite

from qastone_site.admin_words import SECTION_OF, SECTIONS


class SectionedAdminSite(UnfoldAdminSite):  # type: ignore[misc]  # unfold has no types
    index_title = "All data"

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        """All sections, in their order; with the label of an app the one that it stands in."""
        found: dict[str, dict[str, Any]] = {}
        for app in super().get_app_list(request):
            section = SECTION_OF.get(app["app_label"], app["name"])
            found.setdefault(section, app | {"name": section, "models": []})["models"] += app["models"]
        ordered = sorted(found, key=lambda section: [*SECTIONS, section].index(section))
        section_name = SECTION_OF.get(app_label, app_label) if app_label else None
        return [found[section] for section in ordered if app_label is None or section == section_name]
