"""The addresses of the site: each app brings its own."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.templatetags.static import static
from django.urls import include, path, re_path
from django.utils.functional import lazy
from django.views.generic import RedirectView
from drf_spectacular.renderers import OpenApiYamlRenderer, OpenApiYamlRenderer2
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.renderers import JSONRenderer

from core.rest.views import NotFoundView
from qastone_site import browser_preferences, deleted_pages, error_pages, probes, saved_search_pages
from qastone_site.admin_words import set_words
from qastone_site.llms_txt import llms_txt
from qastone_site.overview.demonstration_pages import demonstration_remove
from qastone_site.overview.views import first_steps, overview
from qastone_site.search.views import search_page
from qastone_site.status.views import status_page

# As JSON without spaces, which drf-spectacular's own renderer would indent; as YAML to whoever asks for that.
schema = SpectacularAPIView.as_view(
    renderer_classes=(JSONRenderer, OpenApiYamlRenderer, OpenApiYamlRenderer2)
)

# Swagger's page has inline script and style; it never displays a stone.
api_docs = csp_replace({"script-src": [SELF, UNSAFE_INLINE], "style-src": [SELF, UNSAFE_INLINE]})(
    SpectacularSwaggerView.as_view(url_name="schema", title="API docs · QA.Stone")
)

# Browsers request it for answers without an icon link, such as JSON. Not permanent: the file's name has its hash,
# which is known once the static files have been collected.
favicon = login_not_required(
    RedirectView.as_view(url=lazy(static, str)("icons/favicon.svg"), http_method_names=["get", "head"])
)

# Requested by MCP clients before they connect (RFC 8414, 9728, 7591): they read JSON, and go on without OAuth.
no_oauth = NotFoundView.as_view(
    detail="There is no OAuth here: send an agent's token instead, Authorization: Bearer qas_… A person makes one on "
    "the page Agents."
)

admin.autodiscover()
set_words(list(admin.site._registry))

urlpatterns = [
    # First: agents call these most, and Django looks through the list for each request.
    path("api/", include("stones.api.urls")),
    path("mcp/", include("inbox.api.urls")),
    path("", overview, name="home"),
    path("overview/steps", first_steps, name="first-steps"),
    path("demonstration/remove", demonstration_remove, name="demonstration-remove"),
    path("", include("qastone_site.accounts.urls")),
    path("favicon.ico", favicon, name="favicon"),
    path("llms.txt", llms_txt, name="llms-txt"),
    path("search", search_page, name="search"),
    path("deleted/restore", deleted_pages.restore, name="deleted-restore"),
    path("deleted/erase", deleted_pages.erase, name="deleted-erase"),
    path("searches/save", saved_search_pages.save, name="saved-search-save"),
    path("searches/<int:search_id>/delete", saved_search_pages.delete, name="saved-search-delete"),
    path("preferences", browser_preferences.set_preferences, name="preferences"),
    path("", include("stones.urls")),
    path("clipboard/", include("clipboard.urls")),
    path("", include("inbox.urls")),
    path("", include("quickstart.urls")),
    path("", include("brain.urls")),
    path("answers/", include("answering.urls")),
    path("", include("analytics.urls")),
    path("", include("assistant.urls")),
    path("api/clipboard/", include("clipboard.api.urls")),
    path("api/analytics/", include("analytics.api.urls")),
    path("manual/", include("manual.urls")),
    path("", include("assistant.api.urls")),
    path("api/quickstart/", include("quickstart.api.urls")),
    path("api/brain/", include("brain.api.urls")),
    path("api/schema", schema, name="schema"),
    path("api/docs", api_docs, name="api-docs"),
    re_path("^(api|mcp)/", NotFoundView.as_view(), name="api-not-found"),
    re_path(r"^(\.well-known/|(register|authorize|token)/?$)", no_oauth, name="api-not-found"),
    path("admin/", admin.site.urls),
    path("status", status_page, name="status"),
    path("health", probes.health, name="health"),
    path("readyz", probes.ready, name="readyz"),
    path("metrics", probes.metrics, name="metrics"),
]

handler400 = error_pages.bad_request
handler403 = error_pages.forbidden
handler404 = error_pages.not_found
handler500 = error_pages.server_error
