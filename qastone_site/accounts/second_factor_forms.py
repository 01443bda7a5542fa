"""The forms that take a code, with the limits of sign-in."""

import time
from typing import Any

from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms

from qastone_site.accounts.guess_limits import SECOND_FACTOR_OF, count_wrong_guess, is_closed
from qastone_site.accounts.second_factor import KeyChanged

TOTP_SECONDS = 30


class _LimitedCode(forms.Form):
    user: Any
    authenticator: Authenticator

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        attributes = {"autocomplete": "one-time-code", "spellcheck": "false", "autofocus": True}
        self.fields["code"] = forms.CharField(
            label="Code",
            help_text="The six digits in your app, or one of your recovery codes.",
            max_length=40,
            widget=forms.TextInput(attrs=attributes),
        )

    def clean_code(self) -> str:
        guessed = {"username": f"{SECOND_FACTOR_OF}{self.user.get_username()}"}
        if is_closed(context.request, guessed):
            raise forms.ValidationError("Too many wrong codes. Wait 15 minutes, then try again.", "closed")
        try:
            code: str = super().clean_code()  # type: ignore[misc]  # of allauth's form
            if self._was_used():
                raise forms.ValidationError("This code was used already. Wait for the next one.", "used")
        except KeyChanged as error:
            # No guess: nothing was compared.
            raise forms.ValidationError(error.message, error.code) from error
        except forms.ValidationError:
            count_wrong_guess(context.request, guessed)
            raise
        return code

    def _was_used(self) -> bool:
        """Whether an app's code was used in these 30 seconds already, at any process."""
        last_used = self.authenticator.last_used_at
        if self.authenticator.type != Authenticator.Type.TOTP or last_used is None:
            return False
        return int(last_used.timestamp()) // TOTP_SECONDS == int(time.time()) // TOTP_SECONDS


class SignInCodeForm(_LimitedCode, AuthenticateForm):  # type: ignore[misc]  # allauth has no types
    pass


class ConfirmCodeForm(_LimitedCode, ReauthenticateForm):  # type: ignore[misc]  # allauth has no types
    pass


class AddKeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = "Name"
        self.fields["name"].help_text = "A name by which you will recognise it, such as phone or blue key."
        self.fields["name"].max_length = 100
        self.fields["passwordless"].label = "Sign in with this key alone"
        self.fields[
            "passwordless"
        ].help_text = (
            "A passkey: no name and no password are asked for, but the key's own PIN, finger or face."
        )
