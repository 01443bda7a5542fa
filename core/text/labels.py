"""Labels, which say little without what they lead to: "Most creative:", `**Most creative**`, an item with others below
it.
"""

import re

from core.text.hidden_spans import BLANK
from core.text.irregular_forms import PAST_FORMS
from core.text.line_breaks import is_break_meant
from core.text.qualifying_sentences import ITEM, announces, line_end, wrapped_end
from core.text.sentence_ends import sentence_ends
from core.text.text_blocks import BOLD_LINE

MAX_LIST = 400
"""Characters of a list that is told with what announces it."""
_CODE_OR_TABLE = re.compile(r"\s*(?:```|~~~|\||    )")
_NO_LEAD = re.compile(r"#{1,6}\s|<h[1-6]|\||```|~~~|[-=*_]{3,}\s*$", re.MULTILINE)
"""What no label leads to as text: headings, tables, code, rules."""

_NO_SUBJECT = (
    r"how|what|who(?:m|se)?|which|when|where|why|if|while|as|because|before|after|until|that|things?|to|must"
    r"|wie|was|wer|wen|wem|wann|wo|warum|welche\w?|wenn|falls|weil|dass"
)
_RELATIVE = r"that|which|who(?:m|se)?|I|we|you|they|he|she|it"
_VERB = (
    r"is|are|was|were|has|have|had|does|do|did|can|cannot|could|(?-i:may)|must|should|would|will|shall|ist|sind|war"
    r"|waren|hat|haben|hatten?|wird|werden|wurden?|kann|können|muss|müssen|darf|dürfen|soll(?:en)?"
)
_STATES = re.compile(
    rf"\W*(?:(?:never|always|do not|don['’]t|nie(?:mals)?)\b|(?!(?:{_NO_SUBJECT})\b)\w(?:(?! (?:{_RELATIVE})\b)[^\n])*?"
    rf"[\w'’)],? (?:{_VERB}|{'|'.join(PAST_FORMS)})(?:n['’]t)?\b) \W*\w",
    re.IGNORECASE,
)
"""With a verb between other words, or forbids: no question, no clause ("Rooms we have booked") and no name."""


def announced_end(text: str, start: int, end: int) -> int:
    """Where that ends which text[start:end] leads to, as a label does, or an item: the items below it, its lines,
    the next line or its sentence, within MAX_LIST characters; `end` where it leads to none.
    """
    behind = end + len(text[end:]) - len(text[end:].lstrip())
    if behind == len(text) or not _leads(text, start, end, behind):
        return end
    limit = _reach(text, behind)
    stop = _items_end(text, behind, limit)
    if stop or "\n" not in text[end:behind] or _NO_LEAD.match(text, behind):
        return stop or end
    item = ITEM.match(text, behind)
    first = item.end() if item else behind
    stop = first + len(text[first : next(sentence_ends(text, first, wrapped_end(text, first)))].rstrip())
    if stop > limit or is_label(text[behind:stop]):
        return end
    line = line_end(text, stop)
    is_line = line <= limit and (
        text.startswith("\n\n", line) or line == len(text) or is_break_meant(text, line)
    )
    return line if is_line and line > stop else _lines_end(text, stop, limit)


def _items_end(text: str, at: int, limit: int) -> int:
    """Of those that begin at text[at], as far in as the first or further; 0: there is none, or it is too long."""
    stop, indent = 0, _indent(text, at)
    while ITEM.match(text, at) and (not stop or _indent(text, at) >= indent):
        end = _item_end(text, at)
        if end > limit:
            break
        stop, at = end, end + 1
    return stop


def _lines_end(text: str, stop: int, limit: int) -> int:
    """Of the lines behind one that ends at `stop`, where they are no wrapped text."""
    while stop == line_end(text, stop) < len(text) and is_break_meant(text, stop):
        end = line_end(text, stop + 1)
        if end > limit or not text[stop + 1 : end].strip():
            break
        stop = end
    return stop


def _reach(text: str, at: int) -> int:
    """Where MAX_LIST characters of text[at:] end, without those that are blank."""
    end = at + MAX_LIST
    while (reach := at + MAX_LIST + text.count(BLANK, at, end)) > end:
        end = reach
    return end


def _leads(text: str, start: int, end: int, behind: int) -> bool:
    """Whether text[start:end] leads to what stands at text[behind]: an item, or one in bold, only to items further
    in (`- Doors`, `  - oak`), other bold lines, sentences too, to any item.
    """
    said, line = text[start:end], text.rfind("\n", 0, start) + 1
    if announces(said):
        return True
    if not ITEM.match(text, behind):
        return is_label(said)
    if not ITEM.match(text, line):
        return is_bold_line(said)
    is_next = text[start:behind].strip(" \t").count("\n") == 1
    return is_next and _indent(text, behind) > _indent(text, start)


def is_label(sentence: str) -> bool:
    """Whether it says little without what it leads to: "Most creative:", `**Most creative**`, but not `**Ida has the
    key**`.
    """
    return announces(sentence) or (is_bold_line(sentence) and not _STATES.match(sentence))


def is_bold_line(sentence: str) -> bool:
    """Whether all of it is in bold, without a full stop or a figure."""
    return BOLD_LINE.match(sentence) is not None and not any(map(str.isdigit, sentence))


def leads_to_code(text: str, end: int) -> bool:
    """Whether code or a table stands behind a label that ends at `end`."""
    return _CODE_OR_TABLE.match(text, end) is not None


def _item_end(text: str, at: int) -> int:
    """Where the item that begins at text[at] ends, with its indented lines."""
    end = line_end(text, at)
    while text[end + 1 : end + 2] in (" ", "\t") and not ITEM.match(text, end + 1):
        following = line_end(text, end + 1)
        if not text[end + 1 : following].strip():
            break
        end = following
    return end


def _indent(text: str, at: int) -> int:
    """Of the line of text[at], where nothing but white space and its mark stands before that."""
    line = text[text.rfind("\n", 0, at) + 1 :]
    return len(line) - len(line.lstrip(" \t"))
