"""Sign-in and the first-run set-up."""

from django.contrib.auth import login, views
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from inbox.setting_up import claude_line
from qastone_site.accounts.forms import SetupForm
from qastone_site.accounts.services import SetupClosed, WrongSetupCode, set_up, setup_is_open


@method_decorator(login_not_required, name="dispatch")
class SignIn(views.LoginView):
    """Sign in; on a site that nobody has set up, go there first."""

    http_method_names = ["get", "head", "post"]
    template_name = "accounts/sign_in.html"
    redirect_authenticated_user = True

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if setup_is_open():
            return redirect("setup")
        return super().get(request, *args, **kwargs)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("code", "password")
def setup(request: HttpRequest) -> HttpResponse:
    """The code and the owner's name and password; then the first agent's token. Closed once somebody can sign in."""
    if not setup_is_open():
        return redirect("sign-in")
    form = SetupForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            owner = set_up(**form.cleaned_data)
        except (SetupClosed, WrongSetupCode) as error:
            form.add_error(None, error.message)
        else:
            login(request, owner.user, backend="django.contrib.auth.backends.ModelBackend")
            # In this answer alone: a redirect would have to keep the token's text somewhere meanwhile.
            site = f"{request.scheme}://{request.get_host()}"
            claude = claude_line(site, owner.token.text)
            context = {"token": owner.token.text, "site": site, "claude": claude}
            return render(request, "accounts/setup_done.html", context)
    status = 422 if form.errors else 200
    return render(request, "accounts/setup.html", {"form": form}, status=status)


def locked_out(
    request: HttpRequest, credentials: dict[str, str], *args: object, **kwargs: object
) -> HttpResponse:
    """Too many wrong passwords for one name from one address."""
    response = render(request, "accounts/locked_out.html", {"minutes": 15}, status=429)
    response["Retry-After"] = str(15 * 60)
    return response


class SignOut(views.LogoutView):
    """Sign out, by POST only."""

    http_method_names = ["post"]
    next_page = "sign-in"

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = super().post(request, *args, **kwargs)
        # What the pages kept in the browser, drafts and chats, is not for whoever signs in next.
        response["Clear-Site-Data"] = '"storage"'
        return response
