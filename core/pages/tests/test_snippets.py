"""A command that a page shows works where it is pasted: in a fresh shell, in the site's folder."""

import html
import re
import subprocess

import pytest
from django.conf import settings
from django.template import Context, Template


def rendered(text: str) -> str:
    return html.unescape(re.sub("<[^>]+>", "", Template("{% load page_parts %}" + text).render(Context())))


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "{% snippet 'a' %}python manage.py setup_code --help{% endsnippet %}",
        "{% manage_command 'setup_code --help' %}",
    ],
)
def test_a_command_of_the_site_runs_without_an_environment(text: str) -> None:
    line = next(line for line in rendered(text).splitlines() if "manage.py" in line)
    bare = {"PATH": "/usr/bin:/bin"}
    ran = subprocess.run(
        line, shell=True, cwd=settings.BASE_DIR, env=bare, capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    assert "one-time set-up code" in ran.stdout


def test_other_code_stays_as_it_is() -> None:
    assert "pip install python manage.py" in rendered(
        "{% snippet 'a' %}pip install python manage.py{% endsnippet %}"
    )
    assert "At a shell" not in rendered("{% snippet 'a' %}python other.py{% endsnippet %}")
