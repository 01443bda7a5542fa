"""Logs of commits tell the newest one's subject and why, patches and diffs the files that change."""

import pytest

from stones.levels import write_extract
from stones.levels.forms.commits import read_commits
from stones.tests.levels.chat_doubles import count_tokens

LOG = """\
commit 4be12f0a9c83d7e65f1203948576abcdef012345 (HEAD -> main)
Author: Ada Lock <ada@example.org>
Date:   Fri Nov 27 10:12:00 2026 +0100

    Open the weir an hour later in spring

    The upper lock floods when both open at low water. Do not lower the
    limit again before the new pump is in.

    Reviewed-by: Bo Weir <bo@example.org>

commit 99aa7f0a9c83d7e65f1203948576abcdef012345
Author: Bo Weir <bo@example.org>
Date:   Thu Nov 26 09:00:00 2026 +0100

    Read the gauge every minute
"""
DIFF = """\
diff --git a/weir/gate.py b/weir/gate.py
index 91ef4a02..b9c63ea5 100644
--- a/weir/gate.py
+++ b/weir/gate.py
@@ -3,4 +3,5 @@ def level():
+import math
-    return LIMIT
+    return math.ceil(LIMIT)
     # the gauge
-- a list of old gauges
diff --git a/weir/limits.py b/weir/limits.py
--- a/weir/limits.py
+++ b/weir/limits.py
@@ -1 +1 @@
-LIMIT = 3
+LIMIT = 4
"""
PATCH = f"""\
From 4be12f0a9c83d7e65f1203948576abcdef012345 Mon Sep 17 00:00:00 2001
From: Ada Lock <ada@example.org>
Date: Fri, 27 Nov 2026 10:12:00 +0100
Subject: [PATCH 1/2] Round the limit of the weir
 up

The gauge counts whole metres.
---
 weir/gate.py   | 4 ++--
 weir/limits.py | 2 +-
 2 files changed, 3 insertions(+), 3 deletions(-)

{DIFF}"""


def _levels(text: str) -> tuple[str, ...]:
    return write_extract(text, count_tokens=count_tokens, count=4).texts


def test_a_log_tells_the_newest_subject_and_why() -> None:
    levels = _levels(LOG)

    assert levels[0] == (
        "Open the weir an hour later in spring. The upper lock floods when both open at low water."
    )
    assert "Do not lower the limit again before the new pump is in. Read the gauge every minute." in levels[1]
    assert "Bo Weir" not in "".join(levels)


def test_a_log_with_a_graph_is_read_alike() -> None:
    graph = "\n".join(f"{'*' if line.startswith('commit') else '|'} {line}" for line in LOG.split("\n"))

    assert read_commits(graph) == read_commits(LOG)


def test_a_log_of_subjects() -> None:
    text = "4be12f0a (HEAD -> main) Open the weir later\n99aa7f0a Read the gauge\n97189852 Mend the lock\n"

    assert [line.text for line in read_commits(text)] == [
        "Open the weir later",
        "Read the gauge",
        "Mend the lock",
    ]


def test_a_diff_tells_its_files_and_what_changes_first_in_each() -> None:
    levels = _levels(DIFF)

    assert levels[0] == "weir/gate.py (+2 -2), weir/limits.py (+1 -1)."
    assert "weir/gate.py: def level(): -    return LIMIT +    return math.ceil(LIMIT)" in levels[1]
    assert "weir/limits.py: -LIMIT = 3 +LIMIT = 4" in levels[1]
    assert "import math" not in levels[1]


def test_a_patch_tells_its_subject_why_and_how_much() -> None:
    levels = _levels(PATCH)

    assert levels[0] == "Round the limit of the weir up. The gauge counts whole metres."
    assert "2 files changed, 3 insertions(+), 3 deletions(-)" in levels[1]


def test_a_sum_of_changes_goes_before_its_files() -> None:
    text = " weir/gate.py   | 4 ++--\n weir/limits.py | 2 +-\n 2 files changed, 3 insertions(+), 3 deletions(-)\n"

    assert _levels(text)[0].startswith("2 files changed, 3 insertions(+), 3 deletions(-).")


@pytest.mark.parametrize(
    "text",
    [
        "commit to the plan of the harbour master.\n\nNobody may lower the limit.",
        "2026112 the weir\n2026113 the lock\n2026114 the gate",
        "defaced walls\nacceded gates\neffaced signs",
        "--- \n\nText below a rule.",
        "",
    ],
)
def test_other_texts_are_none(text: str) -> None:
    assert read_commits(text) == ()
