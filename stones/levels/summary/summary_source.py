"""A content, indexed for checking whether something occurs in it."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from core.text.plain_inline import plain
from stones.levels.summary.find_claims import find_claims
from stones.levels.summary.number_matching import Numbers

MAX_CLAIMS = 2_000
"""Each is searched in the whole content. A level that is not too long has a few hundred."""
_LEFT_OUT = re.compile(r"\.\.\.|…|\"[^\"]*\"|'[^']*'|<[^<>]*>|\{[^{}]*\}")
_ATOM = re.compile(r"[\w@$#-]+(?:[./:+][\w@$#-]+)*")


@dataclass(frozen=True, slots=True)
class MissingClaim:
    code: str
    what: str
    is_elsewhere: bool = False
    """A number that the content has, but beside other words."""
    is_day: bool = False
    """A day with its month, all of which stands in `what`."""


class SummarySource:
    def __init__(self, content: str, visible: str | None = None) -> None:
        """`visible`: its words without Markdown, if already computed."""
        self._content = content
        visible = plain(content) if visible is None else visible
        # Both as written and as read: `**4** tests` contains "4 tests" for everybody but a string search.
        self._text = f"{content}\n{visible}".lower().replace("’", "'")
        self._words = set(re.findall(r"[^\W\d_]{3,}", self._text))
        self._digits = self._text.replace(",", "")

    @cached_property
    def _numbers(self) -> Numbers:
        return Numbers(self._content)

    def holds(self, what: str) -> bool:
        """Whether it occurs as a whole: `15` not inside `2150`, `api` not inside `rapid`."""
        needle = what.lower().replace("’", "'").strip("`'\"., :;")
        return _is_in_text(needle, self._text) or (
            needle.replace(",", "").isdigit() and _is_in_text(needle.replace(",", ""), self._digits)
        )

    def missing(self, text: str) -> list[tuple[str, str]]:
        """(code, text) of each number, path, command, identifier and name that the content lacks; each once.

        Among the first MAX_CLAIMS.
        """
        return [(each.code, each.what) for each in self.check(text) if not each.is_elsewhere]

    def check(self, text: str) -> list[MissingClaim]:
        """The same, plus numbers that the content has only beside quite different words."""
        found: dict[str, MissingClaim] = {}
        for code, what, at in islice(find_claims(text), MAX_CLAIMS):
            key = what.lower().strip("`")
            if key not in found and (fault := self._missing(text, code, what, at)):
                found[key] = fault
        return list(found.values())

    def _missing(self, text: str, code: str, what: str, at: int) -> MissingClaim | None:
        if code == "number":
            if day := self._numbers.days.missing(text, at, at + len(what)):
                return MissingClaim(code, day, is_day=True)
            if self._numbers.holds(text, at, at + len(what)):
                return None
            return MissingClaim(code, what, is_elsewhere=self.holds(what))
        if self.holds(what) or (code == "name" and self._has_word(what)):
            return None
        if code in ("command", "identifier") and self._holds_parts(what, is_command=code == "command"):
            return None
        return MissingClaim(code, what)

    def _holds_parts(self, what: str, *, is_command: bool) -> bool:
        """Whether it occurs except for arguments: `f(...)`, `run "prompt"`, `cp <from>`; for a plural: `URLs`."""
        bare = what.strip("`")
        if what != bare and " " in bare and not is_command:
            is_command = True
        if re.fullmatch(r"[A-Z][A-Z0-9]+s", bare):
            return self.holds(bare[:-1])
        if is_command and "(" not in bare:
            parts = [part.strip() for part in _LEFT_OUT.split(bare)]
            return len(parts) > 1 and any(parts) and all(self.holds(part) for part in parts if part)
        if "(" not in bare:
            return False
        atoms = [atom for atom in _ATOM.findall(bare) if len(atom) > 2 or atom[0].isdigit()]
        return bool(atoms) and all(self.holds(atom) for atom in atoms)

    def _has_word(self, word: str) -> bool:
        """Whether it is a form of a word of the content: `Migrating` if that says `migrate`."""
        bare = word.lower().removesuffix("'s").removesuffix("’s")
        stem = bare[: max(4, len(bare) - 3)]
        return (
            bare in self._words
            or bare.removesuffix("s") in self._words
            or (len(bare) >= 6 and any(word_in_text.startswith(stem) for word_in_text in self._words))
        )


def _is_in_text(needle: str, text: str) -> bool:
    at = text.find(needle)
    end = at + len(needle)
    if at < 0 or not (_joins(text[at - 1 : at], needle[:1]) or _joins(text[end : end + 1], needle[-1:])):
        return at >= 0
    # One search for the rest: `find` prepares itself anew at each place, which takes the length of the needle.
    before, after = _neighbours(needle[0]), _neighbours(needle[-1])
    whole = re.compile(f"(?<!{before}){re.escape(needle)}(?!{after})")
    return whole.search(text, at + 1) is not None


def _joins(neighbour: str, edge: str) -> bool:
    """Whether two characters belong to one word or one number."""
    return neighbour.isalnum() and edge.isalnum() and neighbour.isascii() == edge.isascii()


def _neighbours(edge: str) -> str:
    """A pattern of the characters that `_joins` accepts beside this one."""
    if not edge.isalnum():
        return "(?!)"
    return "[0-9A-Za-z]" if edge.isascii() else r"[^\W_\x00-\x7f]"
