"""Preferences of a browser: theme, density of lists, single keys, live updates. They are cookies: no page flashes."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

YEAR = 365 * 24 * 3600
# The first of each is the default, for which no cookie is needed.
PREFERENCES = {
    "theme": ("auto", "light", "dark"),
    "density": ("comfortable", "compact"),
    "shortcuts": ("on", "off"),
    "live": ("on", "off"),
}


@login_not_required
@require_POST
def set_preferences(request: HttpRequest) -> HttpResponse:
    """Set the cookies and redirect to `next`, if that is a page of this site. Other values are ignored."""
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    response = HttpResponseRedirect(back if is_ours and back.startswith("/") else reverse("home"))
    for name, allowed in PREFERENCES.items():
        value = request.POST.get(name)
        if value == allowed[0]:
            response.delete_cookie(name, samesite="Lax")
        elif value in allowed:
            # Read by the page's script, which sets it without a round trip.
            response.set_cookie(name, value, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    return response
