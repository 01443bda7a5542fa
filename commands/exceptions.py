"""What a command was told wrong."""

from rest.exceptions import ProductError


class AccountNotChosen(ProductError):
    """A command was told no account, or one that is not there, and cannot tell whose data is meant."""

    code = "account_not_chosen"
