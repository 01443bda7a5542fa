"""References from entries to skills."""

import re
from pathlib import PurePosixPath

_SUFFIX = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)


def skill_named(reference: str) -> str:
    """The skill_id in "skills/skill_x.md#part", "skill_x.md", "skill_x" and "skill_x/SKILL.md"."""
    path = PurePosixPath(reference.partition("#")[0].replace("\\", "/"))
    if path.name.casefold() == "skill.md" and path.parent.name:
        return path.parent.name
    return _SUFFIX.sub("", path.name)
