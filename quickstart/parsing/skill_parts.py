"""The parts of a skill's Markdown: title, description, quick command, prerequisites, parent, other skills."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from quickstart.parsing.markdown_pieces import MarkdownPiece, MarkdownPieceKind, one_line, sections
from quickstart.parsing.trigger_phrases import distinct

MAX_PREREQUISITES = 20
REFERENCE = re.compile(r"(?<![\w.~/-])(?:\.{0,2}/)?[\w.~-]+(?:/[\w.~-]+)*\.(?:md|markdown)\b", re.IGNORECASE)
_SHELLS = {
    *("bash", "sh", "shell", "zsh", "fish", "console", "shell-session", "shellsession", "terminal"),
    *("powershell", "ps1", "pwsh", "cmd", "bat", "batch"),
}
_PROMPT = re.compile(r"^[$>%] ", re.MULTILINE)
_QUICK = (
    re.compile(r"quick\s*start|getting\s+started", re.IGNORECASE),
    re.compile(r"commands?\b|command[- ]line", re.IGNORECASE),
    re.compile(r"(?:\w+\s+)?usage\b|quick\s+reference", re.IGNORECASE),
)
_DRAWN = re.compile(r"[\u2500-\u257f]")
_ABOUT = re.compile(r"(?:purpose|description|summary|overview|about|what\s+(?:it|this)\b)", re.IGNORECASE)
_NEEDS = re.compile(
    r"(?:pre-?requisites?|requirements?|requires|before\s+you\s+(?:start|begin)|what\s+you(?:['’]ll|\s+will)?\s+need"
    r"|you(?:['’]ll|\s+will)?\s+need)\b",
    re.IGNORECASE,
)
_NONE = re.compile(r"(?:none|nothing|n/?a|no prerequisites?|[-–—])\W*", re.IGNORECASE)
_PARENT = re.compile(r"\W*parent(?:\s+skills?|\s*[:\t])", re.IGNORECASE)
_LABEL = re.compile(r"[^\n]{1,60}:\W*$")
_FIELD = re.compile(r"\*\*[^*\n]{1,40}(?::\*\*|\*\*:)")
_KIND_BEFORE = re.compile(r"^skill\s*[:–—-]\s*", re.IGNORECASE)
_KIND_BEHIND = re.compile(r"\s+skill$", re.IGNORECASE)


def title_of(run: Sequence[MarkdownPiece]) -> str:
    """The first heading of level 1, without the word "Skill" around it; empty if there is none."""
    heading = next(
        (piece.text for piece in run if piece.kind is MarkdownPieceKind.HEADING and piece.level == 1), ""
    )
    return _KIND_BEHIND.sub("", _KIND_BEFORE.sub("", heading)) or heading


def description_of(run: Sequence[MarkdownPiece]) -> str:
    """The first paragraph under the title, else of a section about the purpose, else of the text; on one line."""
    bodies = [_before_sections(run), *sections(run, _ABOUT), run]
    return next((text for body in bodies if (text := _first_prose(body))), "")


def opening_of(run: Sequence[MarkdownPiece]) -> str:
    """The first paragraph under the title; empty if there is none."""
    return _first_prose(_before_sections(run))


def quick_command_of(run: Sequence[MarkdownPiece]) -> str:
    """The first shell block of "Quick Start", else of "Commands", else of "Usage"; else their first block of code."""
    parts = [part for title in _QUICK for part in sections(run, title)]
    parts += [run[at + 1 : at + 2] for at, piece in enumerate(run) if _introduces_command(piece)]
    blocks = [piece for part in parts for piece in part if _is_code(piece)]
    best = next((block for block in blocks if _is_shell(block)), blocks[0] if blocks else None)
    if best is None:
        return ""
    text = best.text.strip("\n")
    return _PROMPT.sub("", text).strip() if _is_shell(best) else text.rstrip()


def prerequisites_of(run: Sequence[MarkdownPiece]) -> list[str]:
    """The items of a section about prerequisites, else its first paragraph.

    Without such a section, the list after such a label at the head of the text. Further down, requirements are those
    of a detail.
    """
    bodies = list(sections(run, _NEEDS))
    if not bodies:
        heads = [_before_sections(run), *sections(run, _ABOUT), *sections(run, _QUICK[0])]
        bodies = [body for head in heads for body in _labelled(head, _NEEDS)]
    found = [text for body in bodies for text in _items(body) or _paragraphs(body)[:1]]
    return distinct(text for text in found if not _NONE.fullmatch(text))[:MAX_PREREQUISITES]


def parent_of(run: Sequence[MarkdownPiece]) -> str:
    """The file named after "Parent Skill" (in a line, a list or a section); empty if there is none."""
    for at, piece in enumerate(run):
        lines = piece.marked.split("\n") if piece.kind is not MarkdownPieceKind.CODE else []
        for line in filter(_PARENT.match, lines):
            named = [line, *(after.marked for after in _following(run, at))]
            if references := [found[0] for text in named if (found := REFERENCE.search(text))]:
                return references[0]
    return ""


def references_in(run: Sequence[MarkdownPiece]) -> list[str]:
    """Markdown files that the prose names, in order. Only those beside the skill, not documents of a project."""
    texts = (piece.marked for piece in run if piece.kind is not MarkdownPieceKind.CODE)
    found = [match[0] for text in texts for match in REFERENCE.finditer(text)]
    return distinct(name for name in found if is_beside(name))


def is_beside(name: str) -> bool:
    """Whether a named file lies beside the skill, as other skills do, and is no document elsewhere."""
    path = PurePosixPath(name)
    folders = [part for part in path.parts[:-1] if part not in ("..", ".", "skills")]
    return not folders or (len(folders) == 1 and path.name.lower() == "skill.md")


def _before_sections(run: Sequence[MarkdownPiece]) -> Sequence[MarkdownPiece]:
    first = 1 if run and run[0].kind is MarkdownPieceKind.HEADING else 0
    end = next((at for at in range(first, len(run)) if run[at].kind is MarkdownPieceKind.HEADING), len(run))
    return run[first:end]


def _first_prose(run: Sequence[MarkdownPiece]) -> str:
    return next(
        (text for piece in run if piece.kind is MarkdownPieceKind.PARAGRAPH and (text := _prose(piece))), ""
    )


def _prose(piece: MarkdownPiece) -> str:
    """A paragraph's text; empty if it only labels what follows, or is a field of its own ("**By:** me")."""
    if _LABEL.match(piece.text) or " " not in piece.text:
        return ""
    if _FIELD.match(piece.marked):
        label, _, rest = piece.text.partition(":")
        return rest.strip() if _ABOUT.match(label) else ""
    return piece.text


def _paragraphs(run: Sequence[MarkdownPiece]) -> list[str]:
    return [piece.text.rstrip(" :") for piece in run if piece.kind is MarkdownPieceKind.PARAGRAPH]


def _items(run: Sequence[MarkdownPiece]) -> list[str]:
    items = [piece.text for piece in run if piece.kind is MarkdownPieceKind.ITEM]
    return items or [
        " – ".join(filter(None, piece.text.split("\t")))
        for piece in run
        if piece.kind is MarkdownPieceKind.ROW
    ]


def _labelled(run: Sequence[MarkdownPiece], label: re.Pattern[str]) -> Iterator[list[MarkdownPiece]]:
    """Bodies of "**Prerequisites:** a, b" and of "**Prerequisites:**" with the list after it."""
    for at, piece in enumerate(run):
        if piece.kind not in (MarkdownPieceKind.PARAGRAPH, MarkdownPieceKind.ITEM):
            continue
        head, colon, rest = piece.text.partition(":")
        if colon and label.fullmatch(head.strip()):
            inline_items = [
                MarkdownPiece(MarkdownPieceKind.ITEM, piece.line, text.strip(), text)
                for text in re.split(r"[,;]\s", rest)
                if text.strip()
            ]
            yield inline_items or list(_following(run, at))


def _following(run: Sequence[MarkdownPiece], at: int) -> Iterator[MarkdownPiece]:
    """The list, or the section, that a label or heading introduces."""
    label = run[at]
    for piece in run[at + 1 :]:
        if piece.kind is MarkdownPieceKind.HEADING or (
            piece.kind is MarkdownPieceKind.PARAGRAPH and label.kind is not MarkdownPieceKind.HEADING
        ):
            return
        if label.kind is MarkdownPieceKind.ITEM and piece.level <= label.level:
            return
        yield piece


def _introduces_command(piece: MarkdownPiece) -> bool:
    return (
        piece.kind is MarkdownPieceKind.PARAGRAPH
        and bool(_LABEL.match(piece.text))
        and any(title.match(piece.text) for title in _QUICK)
    )


def _is_code(piece: MarkdownPiece) -> bool:
    # A drawing is no command.
    return piece.kind is MarkdownPieceKind.CODE and bool(piece.text.strip()) and not _DRAWN.search(piece.text)


def _is_shell(piece: MarkdownPiece) -> bool:
    return piece.info in _SHELLS or (not piece.info and piece.text.lstrip().startswith("$ "))


def slug_title(name: str) -> str:
    """A title made of a file's name, for a text without one."""
    return one_line(re.sub(r"[_-]+", " ", re.sub(r"^skill[_-]", "", name))).title()
