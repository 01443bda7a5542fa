"""The forms of the page Account: both ask for the password again, and its guesses are limited as at sign-in."""

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.models import User
from django.http import HttpRequest

from qastone_site.accounts.guess_limits import count_wrong_guess, is_closed
from qastone_site.accounts.password_validator import PASSWORD_HELP


def check_own_password(request: HttpRequest, account: User, password: str) -> None:
    """Raises ValidationError where it is not the account's, or too many wrong ones were typed."""
    guessed = {"username": account.get_username()}
    if is_closed(request, guessed):
        raise forms.ValidationError("Too many wrong passwords. Wait 15 minutes, then try again.", "closed")
    if not account.check_password(password):
        count_wrong_guess(request, guessed)
        raise forms.ValidationError("That is not your password.", "wrong_password")


class ChangePasswordForm(PasswordChangeForm):
    """Django's own, with the limits of sign-in and the words of set-up."""

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.fields["old_password"].label = "Current password"
        self.fields["new_password1"].label = "New password"
        self.fields["new_password1"].help_text = PASSWORD_HELP
        self.fields["new_password2"].label = "Repeat new password"
        self.fields["new_password2"].help_text = ""

    def clean_old_password(self) -> str:
        password: str = self.cleaned_data["old_password"]
        check_own_password(self.request, self.user, password)
        return password

    def clean_new_password1(self) -> str:
        password: str = self.cleaned_data["new_password1"]
        if password == self.cleaned_data.get("old_password"):
            raise forms.ValidationError("That is the current one: choose another.", "same_password")
        return password


class DeleteAccountForm(forms.Form):
    """The account's name, checked by the service, and its password."""

    confirmation = forms.CharField(
        label="The account's name",
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, account: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.account = request, account

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        check_own_password(self.request, self.account, password)
        return password
