"""A second factor for people: codes of an app, passkeys and security keys, recovery codes. allauth.mfa stores and
checks them; this module has the site's rules about it.
"""

import base64
import hashlib
from collections.abc import Callable
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from core.pages.request_account import is_for_staff
from core.rest.exceptions import ProductError

FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


class KeyChanged(ProductError):
    """The stored second factor was encrypted with another SECRET_KEY."""

    code = "second_factor_unreadable"


def has_second_factor(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type__in=FACTORS).exists())


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """A passkey identifies a person also when the account is closed."""
        messages.error(request, "This account is closed. Ask an administrator of this site.")
        return redirect("sign-in")


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Encrypts secrets with the site's key, so that a copy of the database is not enough to use them."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Raises KeyChanged."""
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken as error:
            raise KeyChanged(
                "This site's SECRET_KEY was changed since this second factor was set up: neither codes of its app nor "
                "recovery codes can be checked any more. An administrator of this site removes it: "
                "manage.py remove_second_factor NAME"
            ) from error


def _cipher() -> Fernet:
    key = hashlib.sha256(f"second factor {settings.SECRET_KEY}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


class StaffNeedSecondFactor:
    """With STAFF_NEED_SECOND_FACTOR, redirects staff without a second factor from pages for staff to its set-up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: tuple[Any, ...], options: dict[str, Any]
    ) -> HttpResponse | None:
        if not settings.STAFF_NEED_SECOND_FACTOR or not _is_for_staff(request):
            return None
        user = request.user
        if not isinstance(user, User) or not user.is_staff or has_second_factor(user):
            return None
        messages.warning(
            request,
            "This site asks staff for a second factor before it opens the admin. Set one up here; then go on.",
        )
        return redirect("mfa_index")


def _is_for_staff(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and ("admin" in match.app_names or is_for_staff(match.func))
