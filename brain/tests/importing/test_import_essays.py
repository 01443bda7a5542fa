"""The real essays and the real profile, which lie beside the project and are for development only."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from brain.models import Chunk, Note
from brain.parsing.parse_profile import read_profile
from brain.services.import_note_files import import_notes
from brain.services.save_profile import save_profile

REAL = Path(__file__).parents[4] / "shared" / "data" / "brain"
needs_data = pytest.mark.skipif(
    not REAL.exists(), reason="the real data lies beside the project, in ../shared/data/brain"
)


@needs_data
def test_every_essay_becomes_a_note(account: User) -> None:
    files = {path.name: path.read_text() for path in (REAL / "articles").iterdir()}
    result = import_notes(account=account, files=files)
    assert (result.faults, result.warnings) == ((), ())
    assert len(result.new) == len(files) == 11
    for note in Note.objects.all():
        assert note.title == note.front_matter["title"]
        assert len(note.tags) >= 5
        assert len(note.description) > 100
        assert note.dated.year in (2024, 2025)
        assert note.body.rstrip() in files[note.file]
        assert not note.body.startswith("---")
    assert Chunk.objects.count() > 100
    assert import_notes(account=account, files=files).unchanged == result.new


@needs_data
def test_the_profile_text_has_all_of_the_data(account: User) -> None:
    data = read_profile("profile.yaml", (REAL / "profile.yaml").read_text())
    profile = save_profile(account=account, data=data)
    assert profile.name == data["full_name"]
    missing = [text for text in strings(data) if text.strip() not in profile.text]
    assert missing == []
    assert profile.text.count("### Founder, Rizom\n") == 1
    assert profile.data == data


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)
