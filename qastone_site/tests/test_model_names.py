"""What the admin calls our models."""

import re

from django.apps import apps


def test_plurals_are_english() -> None:
    names = [str(model._meta.verbose_name_plural) for model in apps.get_models()]
    assert "copies" in names
    # Django adds an s to whatever there is: settingss, entrys, inboxs.
    assert [name for name in names if re.search(r"(ss|[^aeiou]ys|[xz]s)$", name)] == []
