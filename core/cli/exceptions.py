"""Errors of a command's arguments."""

from core.rest.exceptions import ProductError


class AccountNotChosen(ProductError):
    """A command was given no account, or one that does not exist, and cannot tell whose data to use."""

    code = "account_not_chosen"
