"""The account that a command works on."""

from django.contrib.auth.models import User

from core.cli.exceptions import AccountNotChosen

MAX_NAMES_LISTED = 20


def choose_account(*, name: str | None) -> User:
    """The named account, or without a name the only one. Raises AccountNotChosen."""
    accounts = User.objects.filter(is_active=True).order_by("username")
    matching = list((accounts if name is None else accounts.filter(username=name))[:2])
    if len(matching) == 1:
        return matching[0]
    if name is not None:
        raise AccountNotChosen(f"There is no active account {name!r}.")
    if not matching:
        raise AccountNotChosen(
            "There is no account yet. Make one on the site's first page, or: manage.py createsuperuser"
        )
    names = ", ".join(accounts.values_list("username", flat=True)[:MAX_NAMES_LISTED])
    raise AccountNotChosen(f"There are several accounts: say --account NAME, one of {names}.")
