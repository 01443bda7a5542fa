"""manage.py export_quickstart: the four files of the specification, in their places."""

import json
import pickle
from pathlib import Path

import numpy as np
from django.contrib.auth.models import User

from core.cli.tests.command_runner import RunCommand
from core.llm.model_doubles import FakeEmbedder
from quickstart.services.import_entries import import_entries
from quickstart.tests.factories import index, make_collection, make_entry, make_skill

FILES = {
    "data/quickstart_qa.jsonl",
    "data/skills_index.jsonl",
    "models/quickstart_embeddings.pkl",
    "reports/quickstart_coverage.md",
}


def written(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_four_files_where_the_specification_says(account: User, run: RunCommand, tmp_path: Path) -> None:
    collection = make_collection(account, name="docs")
    entry = make_entry(collection, question="How do I start it?", variants=["start it"])
    make_skill(collection, skill_id="skill_bake", title="Bake", triggers=["bake a loaf"])
    index(collection)
    ran = run("export_quickstart", str(tmp_path), "--collection", "docs")
    assert (ran.status, written(tmp_path)) == (0, FILES)
    [skill] = map(json.loads, (tmp_path / "data/skills_index.jsonl").read_text().splitlines())
    assert (skill["skill_id"], skill["triggers"]) == ("skill_bake", ["bake a loaf"])
    assert set(skill) == {
        *(
            "skill_id",
            "file",
            "title",
            "triggers",
            "tree_path",
            "prerequisites",
            "quick_command",
            "description",
        )
    }
    embedded = pickle.loads((tmp_path / "models/quickstart_embeddings.pkl").read_bytes())
    texts_and_vectors = embedded["qa"][entry.entry_id]
    assert texts_and_vectors["vectors"].shape == (len(texts_and_vectors["texts"]), FakeEmbedder().dimensions)
    assert texts_and_vectors["vectors"].dtype == np.float32
    assert {"How do I start it?", "start it"} <= set(texts_and_vectors["texts"])
    assert "bake a loaf" in embedded["skills"]["skill_bake"]["texts"]
    assert (
        (tmp_path / "reports/quickstart_coverage.md").read_text().startswith("Capability Tree Coverage\n===")
    )


def test_its_entries_are_imported_as_they_were(account: User, run: RunCommand, tmp_path: Path) -> None:
    entry = make_entry(make_collection(account, name="docs"), answer="Turn the *key*.", tags=["a"])
    run("export_quickstart", str(tmp_path), "--collection", "docs")
    text = (tmp_path / "data/quickstart_qa.jsonl").read_text()
    assert import_entries(account=account, name="again", files={"qa": text}).new == (entry.entry_id,)


def test_again_in_the_place_of_what_is_there_and_dry(account: User, run: RunCommand, tmp_path: Path) -> None:
    make_collection(account, name="docs")
    ran = run("export_quickstart", str(tmp_path), "--dry-run")
    assert (ran.status, ran.out.count(" bytes"), written(tmp_path)) == (0, 4, set())
    for _ in range(2):
        assert run("export_quickstart", str(tmp_path)).status == 0
    assert written(tmp_path) == FILES


def test_where_it_cannot_be_written(account: User, run: RunCommand, tmp_path: Path) -> None:
    make_collection(account, name="docs")
    (tmp_path / "data").write_text("a file")
    ran = run("export_quickstart", str(tmp_path))
    assert (ran.status, str(tmp_path / "data") in ran.err) == (2, True)
    assert run("export_quickstart", str(tmp_path), "--collection", "none").status == 1
