"""Sign-in and the first-run set-up."""

import math
from typing import Any

from allauth.account.utils import perform_login
from allauth.mfa.base.views import IndexView
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import decrypt
from django.contrib import messages
from django.contrib.auth import login, views
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from inbox.rendering.setup_snippets import claude_command, export_line
from qastone_site.accounts.first_setup import SetupClosed, WrongSetupCode, set_up, setup_is_open
from qastone_site.accounts.forms import SetupForm, SignInForm
from qastone_site.accounts.guess_limits import SETUP_CODE, count_wrong_guess, is_closed, seconds_closed
from qastone_site.accounts.second_factor import KeyChanged
from qastone_site.example_cost import EXAMPLE_COST
from qastone_site.health import models_nearby


@method_decorator(login_not_required, name="dispatch")
class SignIn(views.LoginView):
    """Sign in; before the first-run set-up, redirect there."""

    http_method_names = ["get", "head", "post"]
    authentication_form = SignInForm
    template_name = "accounts/sign_in.html"
    redirect_authenticated_user = True

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if setup_is_open():
            return redirect("setup")
        return super().get(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """The password is right: sign in, or redirect to the second factor where the person has one."""
        response: HttpResponse = perform_login(
            self.request, form.get_user(), redirect_url=self.get_success_url()
        )
        return response


@login_not_required
@require_safe
def admin_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirects the admin's sign-in to the site's. Raises PermissionDenied for people who are signed in already."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return sign_in_again(request)


@login_not_required
@require_safe
def sign_in_again(request: HttpRequest) -> HttpResponse:
    """Restarts a sign-in whose second step has expired."""
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return redirect(f"{reverse('sign-in')}{query}")


class SecondFactors(IndexView):  # type: ignore[misc]  # allauth has no types
    """The person's second factors; `unreadable` is set where they cannot be decrypted."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        codes = context["authenticators"].get(Authenticator.Type.RECOVERY_CODES)
        app = context["authenticators"].get(Authenticator.Type.TOTP)
        try:
            if codes:
                context |= {
                    "code_count": len(codes.generate_codes()),
                    "codes_left": len(codes.get_unused_codes()),
                }
            if app:
                decrypt(app.instance.data["secret"])
        except KeyChanged as error:
            context["unreadable"] = error.message
        return context


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("code", "password")
def setup(request: HttpRequest) -> HttpResponse:
    """The code and the owner's name and password; then the first agent's token. Closed once somebody can sign in."""
    if not setup_is_open():
        hint = "." if request.user.is_authenticated else ": sign in."
        messages.info(request, f"This site is set up already{hint}")
        return redirect("sign-in")
    if request.method == "POST" and is_closed(request, SETUP_CODE):
        return locked_out(request, None, SETUP_CODE)
    form = SetupForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            owner = set_up(**form.cleaned_data)
        except (SetupClosed, WrongSetupCode) as error:
            form.add_error(None, error.message)
        else:
            login(request, owner.user, backend="django.contrib.auth.backends.ModelBackend")
            # No redirect: it would have to store the token's text meanwhile.
            site = f"{request.scheme}://{request.get_host()}"
            claude = f"{export_line(owner.token.text)}\n{claude_command(site)}"
            context = {"token": owner.token.text, "issued": owner.token.row, "site": site, "claude": claude}
            context["export"] = export_line(owner.token.text)
            context["nearby"] = models_nearby()
            return render(request, "accounts/setup_done.html", context)
    if form.has_error("code", "wrong_code"):
        count_wrong_guess(request, SETUP_CODE)
    status = 422 if form.errors else 200
    return render(request, "accounts/setup.html", {"form": form, "example": EXAMPLE_COST}, status=status)


def locked_out(
    request: HttpRequest, original: HttpResponse | None, credentials: dict[str, str] | None
) -> HttpResponse:
    """The page for too many wrong guesses, with Retry-After (accounts/guess_limits.py)."""
    seconds = seconds_closed(request, credentials)
    context = {"minutes": math.ceil(seconds / 60)}
    response = render(request, "accounts/locked_out.html", context, status=429)
    response["Retry-After"] = str(seconds)
    return response


class SignOut(views.LogoutView):
    """Sign out, by POST only."""

    http_method_names = ["post"]
    next_page = "sign-in"

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = super().post(request, *args, **kwargs)
        # Drafts and chats in the browser are not for whoever signs in next.
        response["Clear-Site-Data"] = '"storage"'
        return response
