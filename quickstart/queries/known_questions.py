"""The questions that a collection has: an import leaves them their ids."""

from django.contrib.auth.models import User

from quickstart.models import Entry


def known_questions(account: User, name: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Question and place in the tree of each entry of the account's collection of this name, by its id."""
    rows = Entry.objects.filter(account=account, collection__name=name)
    return {
        entry_id: (question, tuple(path))
        for entry_id, question, path in rows.values_list("entry_id", "question", "tree_path")
    }
