"""The forms of sign-in and set-up."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator

from core.pages.name_input import USERNAME, name_input
from qastone_site.accounts.first_setup import SEED_USERNAME, code_is_right
from qastone_site.accounts.password_validator import PASSWORD_HELP


class SignInForm(AuthenticationForm):
    """A name in whatever case, where one person alone has it so. Guesses count for the name as it is stored."""

    def clean_username(self) -> str:
        typed: str = self.cleaned_data["username"]
        alike = list(User.objects.filter(username__iexact=typed).values_list("username", flat=True)[:2])
        return alike[0] if len(alike) == 1 else typed


class SetupForm(forms.Form):
    """The set-up code, and the owner's name and password."""

    code = forms.CharField(
        label="Set-up code",
        help_text="The server printed it when it started, with a command that makes a new one.",
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "spellcheck": "false"}),
    )
    username = forms.CharField(
        label="Username",
        max_length=150,
        help_text="Letters, digits and @ . + - _ without spaces.",
        validators=[
            UnicodeUsernameValidator(message="A name has letters, digits and @ . + - _ only, and no spaces.")
        ],
        widget=name_input(
            USERNAME, "Letters, digits and @ . + - _ without spaces", "such as ann", autocomplete="username"
        ),
    )
    password = forms.CharField(
        label="Password",
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        strip=False,
    )

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if not code_is_right(code):
            raise forms.ValidationError("That is not the latest code that the server printed.", "wrong_code")
        return code

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if password := data.get("password"):
            user = User(username=data.get("username", ""))
            try:
                validate_password(password, user)
            except forms.ValidationError as error:
                self.add_error("password", error)
        same_name = User.objects.exclude(username=SEED_USERNAME).filter(
            username__iexact=data.get("username", "")
        )
        if same_name.exists():
            self.add_error("username", "This username is taken.")
        return data
