"""The admin's name and colours: the settings of django-unfold."""

from typing import Any

from django.templatetags.static import static
from django.urls import reverse_lazy

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "QA.Stone",
    "SITE_HEADER": "QA.Stone",
    "SITE_SUBHEADER": "Admin",
    # The link to the site stands in the header of each page (templates/unfold/helpers/userlinks.html).
    "SITE_URL": None,
    "SITE_ICON": lambda request: static("icons/favicon.svg"),
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("icons/favicon.svg")}
    ],
    "STYLES": [lambda request: static("admin/overrides.css")],
    "ACCOUNT": {
        "navigation": [
            {"title": "Back to the site", "link": reverse_lazy("home")},
            {"title": "Your account", "link": reverse_lazy("account")},
        ]
    },
    # Of static/css/site.css: its paper, lines and inks in the light and the dark, and the blue of its links.
    "COLORS": {
        "base": {
            "50": "#f6f5f2",
            "100": "#efede8",
            "200": "#e2dfd8",
            "300": "#c9c5bc",
            "400": "#969dab",
            "500": "#69645b",
            "600": "#4f4b44",
            "700": "#2a313d",
            "800": "#1d232d",
            "900": "#171c24",
            "950": "#0f1319",
        },
        "primary": {
            "50": "#eff4ff",
            "100": "#dfe9ff",
            "200": "#c4d6ff",
            "300": "#b0c8ff",
            "400": "#93b4ff",
            "500": "#5b86f5",
            "600": "#1d4ed8",
            "700": "#1a45bf",
            "800": "#173a9f",
            "900": "#15327f",
            "950": "#0e2050",
        },
    },
}
