from io import StringIO

from django.core.management.base import BaseCommand

from core.cli.output import MAX_PLACES, print_faults
from core.text.file_faults import Fault


def test_a_fault_of_many_lines_names_the_first_and_counts_the_rest() -> None:
    err = StringIO()
    faults = [Fault("a.jsonl", line, "tree_path", "is missing") for line in range(1, 101)]
    print_faults(BaseCommand(stderr=err), faults, [])
    told = err.getvalue()
    assert told.startswith("tree_path: is missing (100 times): a.jsonl, line 1; ")
    assert told.endswith(f"a.jsonl, line {MAX_PLACES}; and 90 more\n")
