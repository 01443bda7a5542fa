import json
from dataclasses import fields

from quickstart.answers import to_json
from quickstart.answers.model import Answer, Offer, Ref
from quickstart.kinds import Intent
from quickstart.tests.answers.examples import OPTIONS, SKILL, answer


def test_every_field_is_there_as_plain_values() -> None:
    told = to_json(answer(skill=SKILL, options=OPTIONS, offer=Offer("Editing", 3, Ref("qa_e", "What?"))))
    assert list(told) == [field.name for field in fields(Answer)]
    assert json.loads(json.dumps(told)) == told
    assert told["intent"] == "understanding"
    assert type(told["intent"]) is str
    assert told["entry"]["tree_path"] == ["Editing", "Geometry", "crop"]
    assert told["skill"]["prerequisites"] == ["pictures imported", "ratio known"]
    assert told["options"][1] == {
        "kind": "skill",
        "id": "skill_collage",
        "title": "Collages",
        "tree_path": ["Printing"],
        "score": 0.58,
    }
    assert told["offer"] == {
        "branch": "Editing",
        "count": 3,
        "overview": {"entry_id": "qa_e", "question": "What?"},
    }


def test_what_is_empty_is_said_to_be() -> None:
    told = to_json(answer(Intent.ACTION))
    assert (told["skill"], told["phrased"], told["options"], told["closest_doc"]) == (None, None, [], "")
