"""Errors of a command's arguments."""

from core.rest.exceptions import ProductError


class AccountNotChosen(ProductError):
    """No account was named, or the named one does not exist, and there is not exactly one."""

    code = "account_not_chosen"
