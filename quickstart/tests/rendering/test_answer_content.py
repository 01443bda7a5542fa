import json
from dataclasses import fields

from quickstart.kinds import Intent
from quickstart.rendering import to_json
from quickstart.rendering.answer_content import EntryRef, OverviewOffer, QuickstartAnswer
from quickstart.tests.rendering.example_answers import OPTIONS, SKILL, answer


def test_every_field_is_there_as_plain_values() -> None:
    rendered = to_json(
        answer(skill=SKILL, options=OPTIONS, offer=OverviewOffer("Editing", 3, EntryRef("qa_e", "What?")))
    )
    assert list(rendered) == [field.name for field in fields(QuickstartAnswer)]
    assert json.loads(json.dumps(rendered)) == rendered
    assert rendered["intent"] == "understanding"
    assert type(rendered["intent"]) is str
    assert rendered["entry"]["tree_path"] == ["Editing", "Geometry", "crop"]
    assert rendered["skill"]["prerequisites"] == ["pictures imported", "ratio known"]
    assert rendered["options"][1] == {
        "kind": "skill",
        "id": "skill_collage",
        "title": "Collages",
        "tree_path": ["Printing"],
        "score": 0.58,
        "excerpt": "Put many pictures on one page.",
    }
    assert rendered["offer"] == {
        "branch": "Editing",
        "count": 3,
        "overview": {"entry_id": "qa_e", "question": "What?"},
    }


def test_empty_fields_are_rendered_as_empty() -> None:
    rendered = to_json(answer(Intent.ACTION))
    assert (rendered["skill"], rendered["phrased"], rendered["options"], rendered["closest_doc"]) == (
        None,
        None,
        [],
        "",
    )
