"""The field of a name that has rules: the browser says while one types that a blank does not fit."""

from django import forms

# Of all letters, as Django's validator of user names; \p is known to browsers alone.
USERNAME = r"[\p{L}\p{M}\p{N}_.@+\-]+"


def name_input(pattern: str, rule: str, example: str, *, autocomplete: str = "off") -> forms.TextInput:
    """`pattern` is a browser's, of the whole value; `rule` says it in words. Without an example in the empty field the
    styles could not tell it from a wrong one.
    """
    return forms.TextInput(
        attrs={
            "autocomplete": autocomplete,
            "autocapitalize": "none",
            "spellcheck": "false",
            "pattern": pattern,
            "title": rule,
            "placeholder": example,
        }
    )
