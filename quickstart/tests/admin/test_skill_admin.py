"""Skills in the admin."""

from django.test import Client

from quickstart.models import Collection, Trigger
from quickstart.parsing.parsed_content import TriggerSource
from quickstart.tests.admin.admin_pages import url
from quickstart.tests.factories import make_skill


def test_edited_with_triggers_by_hand(staff: Client, collection: Collection) -> None:
    skill = make_skill(collection, triggers=["by hand", "drop me"])
    Trigger.objects.create(skill=skill, text="from the file", source=TriggerSource.INDEX, position=5)
    page = staff.get(url("skill", "change", skill.pk)).content.decode()
    assert "from the file (index)" in page
    assert "<h3>" in page
    remaining, dropped = skill.triggers.filter(source=TriggerSource.MANUAL)
    body = {
        "title": "Edited", "description": skill.description, "tree_path": "Work\r\nOther", "prerequisites": "",
        "quick_command": "", "related": "", "parent": "", "review": "published",
        "triggers-TOTAL_FORMS": "3", "triggers-INITIAL_FORMS": "2",
        "triggers-0-id": remaining.pk, "triggers-0-skill": skill.pk, "triggers-0-text": "by hand",
        "triggers-1-id": dropped.pk, "triggers-1-skill": skill.pk, "triggers-1-text": "drop me",
        "triggers-1-DELETE": "on", "triggers-2-skill": skill.pk, "triggers-2-text": "new one",
    }  # fmt: skip
    response = staff.post(url("skill", "change", skill.pk), body)
    assert response.status_code == 302
    skill.refresh_from_db()
    assert (skill.title, skill.tree_path) == ("Edited", ["Work", "Other"])
    assert set(skill.triggers.values_list("text", "source")) == {
        ("from the file", "index"),
        ("by hand", "manual"),
        ("new one", "manual"),
    }
    texts = set(skill.texts.values_list("text", flat=True))
    assert {"Edited", "new one", "from the file"} <= texts
    assert "drop me" not in texts


def test_embed_anew(staff: Client, collection: Collection) -> None:
    skill = make_skill(collection)
    body = {"action": "re_embed", "_selected_action": [skill.pk]}
    assert (
        f"{skill.texts.count()} texts get new vectors"
        in staff.post(url("skill"), body, follow=True).content.decode()
    )
