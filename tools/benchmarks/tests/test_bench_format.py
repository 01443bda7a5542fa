"""bench_format measures what it says, quickly; its figures are not judged here."""

import json
import shutil
from io import StringIO

from django.core.management import call_command


def test_bench_format_prints_one_json_line() -> None:
    out = StringIO()
    call_command("bench_format", "--seconds", "0.01", stdout=out)

    lines = out.getvalue().splitlines()
    assert len(lines) == 1
    found = json.loads(lines[0])
    assert set(found["python"]) == {"qastone", "python-frontmatter", "email.parser"}
    for figures in found["python"].values():
        assert set(figures) == {"2kB", "5MB"}
        assert min(figures.values()) > 0
    javascript = found["javascript"]
    if shutil.which("node"):
        assert min(javascript["qastone.js"].values()) > 0
    else:
        assert javascript == {"skipped": "node is not installed"}
