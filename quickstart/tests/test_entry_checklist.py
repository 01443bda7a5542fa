"""The six points."""

from dataclasses import replace

import pytest

from quickstart.curation.entry_checklist import EntryDraft, checklist
from quickstart.tree_paths import key_of

GOOD = EntryDraft(
    question="How do I bake rolls?",
    answer="Rolls are baked by `bake rolls` in ten minutes.\n\n```bash\nbake rolls\n```\n",
    variants=("bake rolls", "make rolls"),
    level=3,
    tree_path=("Bakery", "Rolls"),
    go_deeper=("qa_dough",),
    verify_command="ls rolls",
)
PLACES = {key_of(["Bakery"]), key_of(["bakery", "roll"])}


def unmet(draft: EntryDraft, node_keys: set[str] = PLACES) -> list[int]:
    """The numbers of the points that are not met."""
    return [at for at, point in enumerate(checklist(draft, node_keys=node_keys), 1) if not point.is_met]


def test_all_six() -> None:
    points = checklist(GOOD, node_keys=PLACES)
    assert (len(points), unmet(GOOD)) == (6, [])


@pytest.mark.parametrize(
    ("changes", "missed"),
    [
        ({"question": ""}, [1]),
        ({"question": "Baking"}, [1]),
        ({"question": "Bread Baking Overview"}, [1]),
        ({"question": "bake rolls for a party"}, []),
        ({"answer": "# Rolls\n\nRolls are baked.\n\n```\nbake\n```"}, [2]),
        ({"answer": "```\nbake\n```"}, [2]),
        ({"answer": "- Bake.\n\n```\nbake\n```"}, [2]),
        ({"answer": "This bakes rolls.\n\n```\nbake\n```"}, [2]),
        ({"answer": f"Rolls {'are ' * 40}baked.\n\n```\nbake\n```"}, [2]),
        ({"answer": f"Rolls are baked. And {'so ' * 60}on.\n\n```\nbake\n```"}, []),
        ({"answer": "Use `bake rolls`."}, [3]),
        ({"answer": "Rolls are bread.", "question": "What is a roll?"}, []),
        ({"variants": ("bake rolls", " BAKE ROLLS", "how do i bake rolls?")}, [4]),
        ({"tree_path": ()}, [5]),
        ({"tree_path": ("Bakery", "Cakes")}, [5]),
        ({"tree_path": ("Bakery",)}, [5]),
        ({"tree_path": ("Bakery",), "level": 2}, []),
        ({"level": None}, [5]),
        ({"level": 1, "answer": GOOD.answer + "word " * 150, "verify_command": ""}, [5]),
        ({"level": 0}, [6]),
        ({"level": 1, "verify_command": ""}, []),
        ({"go_deeper": ()}, [6]),
        ({"go_deeper": (), "related_skills": ("skill_bake.md",)}, []),
        ({"go_deeper": (), "related_docs": ("docs/x.md",)}, []),
        ({"verify_command": " "}, [6]),
        ({"verify_command": "", "question": "What is a roll?"}, []),
    ],
)
def test_each(changes: dict[str, object], missed: list[int]) -> None:
    assert unmet(replace(GOOD, **changes)) == missed  # type: ignore[arg-type]


def test_nothing_typed_yet() -> None:
    assert {1, 2, 4, 5, 6} <= set(unmet(EntryDraft(), set()))


def test_without_a_tree() -> None:
    (hint,) = checklist(GOOD, node_keys=set())[4].hints
    assert hint == "There is no tree yet."
