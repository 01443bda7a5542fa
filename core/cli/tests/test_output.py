from io import StringIO

import pytest
from django.core.management.base import BaseCommand, CommandError

from core.cli.output import MAX_PLACES, print_faults, raise_on_faults
from core.text.file_faults import Fault


def test_a_fault_of_many_lines_names_the_first_and_counts_the_rest() -> None:
    err = StringIO()
    faults = [Fault("a.jsonl", line, "tree_path", "is missing") for line in range(1, 101)]
    print_faults(BaseCommand(stderr=err), faults, [])
    told = err.getvalue()
    assert told.startswith("tree_path: is missing (100 times): a.jsonl, line 1; ")
    assert told.endswith(f"a.jsonl, line {MAX_PLACES}; and 90 more\n")


@pytest.mark.parametrize(
    ("faults", "skip_invalid", "hint"),
    [
        ([Fault("a.md", 1, "", "is empty")], False, True),
        ([Fault("a.md", 1, "", "is empty")], True, False),
        ([Fault("", 0, "", "the folder holds nothing")], False, False),
    ],
)
def test_the_rest_is_offered_where_there_may_be_one(
    faults: list[Fault], skip_invalid: bool, hint: bool
) -> None:
    with pytest.raises(CommandError) as raised:
        raise_on_faults(faults, skip_invalid=skip_invalid)
    assert ("--skip-invalid" in str(raised.value)) == hint


def test_a_fault_of_no_single_file_begins_with_its_reason() -> None:
    assert str(Fault("", 0, "", "the folder holds nothing")) == "the folder holds nothing"
