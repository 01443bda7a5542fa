"""Columns that blanks align are told as data is: states, counts and what is in trouble."""

import pytest

from stones.levels import write_extract
from stones.levels.forms.aligned_fields import read_aligned
from stones.levels.forms.unit_status import read_unit_status
from stones.tests.levels.chat_doubles import count_tokens

TABLE = """\
NAME        READY   STATUS             RESTARTS       AGE
gate-api    1/1     Running            0              4d
weir-0      0/1     CrashLoopBackOff   17 (3m ago)    71m
weir-1      1/1     Running            0
"""
FIELDS = """\
Name:             weir-0
Namespace:        harbour
Labels:           app=weir
                  tier=lock
Annotations:      <none>
Status:           Running
Containers:
  gauge:
    Image:          example.org/weir:1.8
    State:          Waiting
      Reason:       CrashLoopBackOff
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
    Restart Count:  17
Events:
  Type     Reason   Age   Message
  ----     ------   ----  -------
  Normal   Pulled   12m   Image is present
  Warning  BackOff  2m    Back-off restarting failed container
"""
UNIT = """\
× weir.service - Opens and shuts the weir
     Loaded: loaded (/etc/systemd/system/weir.service; enabled)
     Active: failed (Result: exit-code) since Sun 2026-11-29 04:19:31 UTC; 2h ago
    Process: 4121 ExecStart=/usr/bin/weir (code=exited, status=78/CONFIG)

Nov 29 04:19:30 lock systemd[1]: Started weir.service - Opens and shuts the weir.
Nov 29 04:19:31 lock weir[4121]: weir.conf:12: unknown key "hight"
Nov 29 04:19:31 lock systemd[1]: weir.service: Failed with result 'exit-code'.
"""


def _scan(text: str) -> str:
    return write_extract(text, count_tokens=count_tokens, count=3).texts[0]


def test_rows_are_objects_by_the_names_above_them() -> None:
    rows = read_aligned(TABLE)

    assert isinstance(rows, list)
    assert rows[1] == {
        "NAME": "weir-0", "READY": "0/1", "STATUS": "CrashLoopBackOff", "RESTARTS": "17 (3m ago)", "AGE": "71m",
    }  # fmt: skip
    assert (rows[2]["RESTARTS"], rows[2]["AGE"]) == (0, "")


def test_a_table_tells_its_states_and_who_is_in_trouble() -> None:
    assert _scan(TABLE).startswith("3 items, STATUS: 2 Running, 1 CrashLoopBackOff. weir-0: STATUS: Crash")


def test_names_above_a_rule_need_no_capitals() -> None:
    rows = read_aligned("$ pip list\nPackage   Version\n--------- -------\nsluice    2.4\nweir      1.8\n")

    assert rows == [{"Package": "sluice", "Version": "2.4"}, {"Package": "weir", "Version": "1.8"}]


def test_deeper_lines_belong_to_the_field_above() -> None:
    fields = read_aligned(FIELDS)

    assert isinstance(fields, dict)
    assert fields["Labels"] == ["app=weir", "tier=lock"]
    assert fields["Annotations"] == ""
    assert fields["Containers"] == {
        "gauge": {
            "Image": "example.org/weir:1.8",
            "State": {"": "Waiting", "Reason": "CrashLoopBackOff"},
            "Last State": {"": "Terminated", "Reason": "OOMKilled", "Exit Code": 137},
            "Restart Count": 17,
        }
    }
    assert isinstance(fields["Events"], list)
    assert fields["Events"][1]["Message"] == "Back-off restarting failed container"


def test_fields_tell_the_state_and_the_part_in_trouble() -> None:
    assert _scan(FIELDS).startswith(
        "weir-0: Status: Running. Containers/gauge: State: Waiting, Reason: CrashLoopBackOff"
    )


def test_a_service_tells_its_state_and_what_its_process_says() -> None:
    assert (
        _scan(UNIT)
        == 'weir.service: failed (Result: exit-code). weir[4121]: weir.conf:12: unknown key "hight".'
    )


@pytest.mark.parametrize(
    "text",
    [
        "From: Ada\nTo: Bo\nSubject: Gate\n\nPlease shut it.",
        TABLE + "\nWhy is weir-0 restarting?\n",
        FIELDS + "\nPlease raise the limit of the gauge.\n",
        "Name:  weir\nState:  open\nText without a column.\n",
        "THE GATE    IS SHUT\nand stays so\n",
        "",
        "$ \n",
    ],
)
def test_other_texts_are_none(text: str) -> None:
    assert not read_aligned(text)
    assert read_unit_status(text) == ()
