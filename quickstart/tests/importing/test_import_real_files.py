"""The collection that the quickstart was specified for, if present: imported completely, and again without changes."""

import pytest

from quickstart.models import Collection
from quickstart.queries.export_entries import export_entries
from quickstart.services.import_capability_tree import import_tree
from quickstart.services.import_entries import import_entries
from quickstart.services.import_skill_files import import_skills
from quickstart.tests.factories import new_account
from quickstart.tests.parsing.corpus_files import SHARED

FOLDER = SHARED / "unifyweaver"

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        not FOLDER.is_dir(), reason="the real data lies beside the project, in ../shared/data"
    ),
]


def test_entries() -> None:
    account, text = new_account(), (FOLDER / "qa_entries.jsonl").read_text()
    first = import_entries(account=account, name="first", files={"a": text})
    assert (first.faults, len(first.new) > 200) == ((), True)
    assert len(import_entries(account=account, name="first", files={"a": text}).unchanged) == len(first.new)
    exported = export_entries(Collection.objects.get(name="first"))
    import_entries(account=account, name="second", files={"a": exported})
    assert export_entries(Collection.objects.get(name="second")) == exported


@pytest.mark.long
def test_skills_and_tree() -> None:
    account = new_account()
    files = {file.name: file.read_text() for file in (FOLDER / "skills").glob("*.md")}
    first = import_skills(account=account, name="docs", files=files)
    assert (first.faults, len(first.new) >= 69) == ((), True)
    again = import_skills(account=account, name="docs", files=files)
    assert (again.new, again.changed, again.orphaned) == ((), {}, ())
    source = (FOLDER / "capability_tree_source.md").read_text()
    tree = import_tree(account=account, name="docs", file="tree.md", text=source)
    assert (tree.faults, tree.new > 20) == ((), True)
    assert import_tree(account=account, name="docs", file="tree.md", text=source).unchanged == tree.new
