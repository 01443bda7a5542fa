"""Summaries that agents write when their context is full, for the next one to go on from: the fixed sentences of the
tool and the draft go, and the sections that it asks for get headings. Claude Code, Codex, Gemini CLI, Cline, OpenHands.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from stones.levels.markers import markers

FIRST_LINES = 12
"""In which the tool's own sentences stand, if they do."""
MIN_SECTIONS = 2
"""That only such summaries have."""
MAX_CHARACTERS = 400
"""Read of a line."""
_FRAME = markers("sessions", "frame", opening=True)
_SECTION = markers("sessions", "own_section", "section", whole=True)
_OWN_SECTION = markers("sessions", "own_section", whole=True)
_LINE = re.compile(
    r"(?P<indent>\s*)(?P<marks>#{1,6}\s+)?(?P<number>\d{1,2}[.)]\s+)?(?P<bold>\*\*|__)?"
    r"(?P<name>[A-Z][\w&/'’ -]{2,50}?)(?:\s\([^()]{1,30}\))?(?P<colon>:)?(?(bold)(?:\*\*|__))(?P<colon_behind>:)?"
    r"(?:(?<=[:*_])\s+(?P<rest>\S.*))?\s*$"
)
_TAG = re.compile(r"\s*<(?P<name>[a-z]+(?:_[a-z]+)*)>\s*(?P<rest>.*?)\s*(?:</(?P=name)>)?\s*$")
_OUTER_TAG = re.compile(r"\s*</?[a-z]+(?:_[a-z]+)*>\s*$")
_DONE_STEP = re.compile(r"(\s*(?:[-*]|\d{1,2}[.)])\s+)\[DONE\]:?")
_OPEN_STEP = re.compile(r"(\s*(?:[-*]|\d{1,2}[.)])\s+)\[(?:TODO|IN PROGRESS|PENDING|NEXT)\]:?")
_DRAFT = re.compile(r"\s*(?:<(?:analysis|scratchpad)>|(?:#+ |\*\*)?Analysis:?(?:\*\*)?:?\s*$)")
_DRAFT_END = re.compile(r"\s*(?:</(?:analysis|scratchpad)>|<summary>|(?:#+ |\*\*)?Summary:?(?:\*\*)?:?\s*$)")


def session_summary_as_markdown(lines: Sequence[str]) -> list[str]:
    """The same number of lines; another text's own."""
    sections = {at: name for at, line in enumerate(lines) if (name := _section_name(line))}
    own = {name.lower() for name in sections.values() if _OWN_SECTION.match(name)}
    is_framed = any(_FRAME.match(line[:MAX_CHARACTERS]) for line in lines[:FIRST_LINES])
    if len(own) < MIN_SECTIONS and not (is_framed and sections):
        return [*lines] if not is_framed else [_without_frame(line) for line in lines]
    out = [_without_frame(line) for line in _without_draft(lines)]
    for at, stop in pairwise([*sections, len(lines)]):
        if out[at].strip():
            out[at + 1 : stop] = _dedent(out[at + 1 : stop])
            _write_section(out, at, sections[at])
    return out


def _section_name(line: str) -> str:
    """Of a line that opens a section; words alone do not, as any text may say "Next step"."""
    if tag := _TAG.match(line[:MAX_CHARACTERS]):
        name = tag["name"].replace("_", " ").capitalize()
        return name if _SECTION.match(name) else ""
    found = _LINE.match(line[:MAX_CHARACTERS])
    name = found["name"].replace("_", " ") if found else ""
    if found is None or not _SECTION.match(name):
        return ""
    is_set_apart = found["colon"] or found["colon_behind"] or found["marks"] or found["number"]
    return name if is_set_apart or (found["bold"] and not found["rest"]) else ""


def _write_section(out: list[str], at: int, name: str) -> None:
    """Its heading, on the line above where its text begins on its own line."""
    found = _TAG.match(out[at]) or _LINE.match(out[at])
    rest = (found["rest"] or "") if found else ""
    if not rest:
        out[at] = f"## {name}"
    elif at and not out[at - 1].strip():
        out[at - 1 : at + 1] = [f"## {name}", rest]
    else:
        out[at] = f"**{name}:** {rest}"


def _without_draft(lines: Sequence[str]) -> list[str]:
    """What a model thinks before it writes the summary says the same again, and what was wrong."""
    out = [*lines]
    first = next((at for at, line in enumerate(lines[:FIRST_LINES]) if _DRAFT.match(line)), len(lines))
    stop = next((at for at in range(first + 1, len(lines)) if _DRAFT_END.match(lines[at])), first)
    out[first:stop] = [""] * (stop - first)
    return out


def _without_frame(line: str) -> str:
    if _DRAFT_END.match(line) or (_OUTER_TAG.match(line) and not _section_name(line)):
        return ""
    while frame := _FRAME.match(line[:MAX_CHARACTERS]):
        line = line[frame.end() :].lstrip(" .:")
    return _OPEN_STEP.sub(r"\1[ ]", _DONE_STEP.sub(r"\1[x]", line))


def _dedent(lines: Sequence[str]) -> list[str]:
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[indent:] if line.strip() else line for line in lines]
