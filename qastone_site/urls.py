"""The addresses of the site: each app brings its own."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from qastone_site import errors, preferences, probes
from rest.views import NoSuchOperation

# Swagger's page brings its script and style inline; nothing of a stone is ever shown on it.
api_docs = csp_replace({"script-src": [SELF, UNSAFE_INLINE], "style-src": [SELF, UNSAFE_INLINE]})(
    SpectacularSwaggerView.as_view(url_name="schema")
)

urlpatterns = [
    path(
        "", RedirectView.as_view(pattern_name="stones:list", http_method_names=["get", "head"]), name="home"
    ),
    path("", include("qastone_site.accounts.urls")),
    path("preferences", preferences.set_preferences, name="preferences"),
    path("", include("stones.urls")),
    path("", include("inbox.urls")),
    path("", include("quickstart.urls")),
    path("api/", include("stones.api.urls")),
    path("api/quickstart/", include("quickstart.api.urls")),
    path("api/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs", api_docs, name="api-docs"),
    path("mcp/", include("inbox.api.urls")),
    re_path("^(api|mcp)/", NoSuchOperation.as_view(), name="api-not-found"),
    path("admin/", admin.site.urls),
    path("health", probes.health, name="health"),
    path("readyz", probes.ready, name="readyz"),
    path("metrics", probes.metrics, name="metrics"),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.server_error
