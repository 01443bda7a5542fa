"""Which parts are what a document says, and which it only shows, supposes, quotes or has superseded."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, takewhile

from core.text.sentence_ends import sentence_ends
from core.text.struck_text import without_struck
from stones.levels.document_parts import NEAR_TOP, DocumentPart, PartKind, Standing
from stones.levels.ended_records import find_ended, find_replaced_entries
from stones.levels.entry_boards import find_board
from stones.levels.later_layers import find_replaced, is_later_note
from stones.levels.markers import group_markers, markers
from stones.levels.older_entries import mark_older
from stones.levels.weighed_options import find_weighed

_BY_TITLE = {Standing(name): pattern for name, pattern in group_markers("titles").items()}
_REASON = re.compile(
    r"\W*(?:why|reasons?|warum|gründe?|pourquoi|por qué)\b.*\b(?:rejected|abgelehnt|rejeté|rechaz)", re.I
)
"""Why something was rejected is no option, though what was is one."""
_BANNER = markers("openings", "banner")
_WORK = re.compile(r"(?:(?:current|last|active) )?(?:phase|task|step|stage|mode|milestone|sprint)\b", re.I)
"""What is archived there is a piece of work: "Phase: order 12 - archived"."""
_QUALIFIES = re.compile(
    r"\s(?!(?:and|or|by|on|in|since|for|as|with|now|see|durch|seit|por|desde|par)\b)[a-zäöü]"
)
_BY_OPENING = {
    standing: markers("openings", standing, opening=True)
    for standing in (Standing.EXAMPLE, Standing.HYPOTHESIS)
}
_ANY_OPENING = markers("openings", *_BY_OPENING, opening=True)
_CLOSED = re.compile(r"\b(?:CLOSED|RESOLVED|FIXED|WONTFIX|NOW DONE)\b")
_DONE = markers("names", "done", whole=True)
_UNDONE = re.compile(r"(?:\b(?:not|be|get|no|nicht|pas|partly|partially|until|when|once|if)|n't)$")
_PROBLEM = markers("names", "problem", whole=True)
_HAS_NUMBERED = re.compile(r" #?\d")
_NUMBERED = re.compile(r"\b([^\W\d_]{3,14})s? #?(\d{1,3})(?![\w.])")
_IS_DONE = markers("names", "done")
_IS_UNDONE = re.compile(
    r"\?|\b(?:not|never|be|partly|partially|until|when|once|if|open|reopened|back|still|remains?|nicht|offen|no|abiert[oa])\b|n['’]t\b",
    re.I,
)
_CLAUSE_END = re.compile(r"[.;,:](?= )|[.;,:]$| (?:and|but|und|aber|y|pero) ")
_NO_SUBJECT = re.compile(r"\d{4}-\d\d-\d\d|\w+\s+#?\d+(?=\W+[^\W\d])|\b(?:the|and|now|was|for|has|been)\b")
_ASIDE_AT_END = re.compile(r"\s*\([^()]*\)\W*$")
_SUBJECT_WORD = re.compile(r"\d+|[^\W\d_]{3,}")
_STATES = markers("names", "stating")
_PLACEHOLDER = re.compile(
    r"\{\{?[a-zA-Z_][\w. ]{0,40}\}|<[a-z][\w -]{2,40}>(?!\()|\[(?:your|insert|name|date|todo)\b[^\]]{0,40}\]|YYYY|XXX",
    re.I,
)
_WROTE = re.compile(
    r"(?:On|Am|Le|El|Il|Op|Em|Den|Dnia)\s.{4,160}?"
    r"\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev|napisał\w*)\b.{0,60}?:(?=\s|$)",
    re.I,
)
"""Opens the mail that is answered."""
_FROM = frozenset(("from", "von", "de", "da", "van"))
_SENT = frozenset(
    ("sent", "date", "gesendet", "datum", "enviado", "fecha", "envoyé", "inviato", "data", "verzonden")
)
_ORIGINAL = re.compile(
    r"\W*-{3,}\s*(?:original message|ursprüngliche nachricht|mensaje original|message d['’]origine|"
    r"messaggio originale|oorspronkelijk bericht)\s*-{3,}",
    re.I,
)
MIN_ANSWER_WORDS = 8
"""Above a mail without marks of a quotation: fewer hand it on, rather than answer it."""
_SHELLS = "bash sh shell console zsh shell-session shellsession terminal powershell cmd fish"
SHELL = frozenset(_SHELLS.split())
_COMMAND = re.compile(
    r"\s*(?:[$]\s+|#\s|(?:\w+=\S*\s+)*(?:sudo |time )?(?:[\w.~-]*/)*"
    r"(?:pytest|python[\d.]*|pip3?|uv|uvx|poetry|tox|ruff|mypy|git|gh|npm|npx|pnpm|yarn|bun|bunx|deno|node|make|cmake|cargo|"
    r"go|mvn|gradlew?|dotnet|ruby|bundle|rails|rake|php|composer|docker|docker-compose|podman|kubectl|helm|terraform|"
    r"ansible(?:-playbook)?|aws|gcloud|az|ssh|scp|rsync|curl|wget|psql|pg_dump|pg_restore|mysql|sqlite3|redis-cli|"
    r"systemctl|journalctl|apt|apt-get|brew|cd|ls|cat|cp|mv|rm|mkdir|chmod|export|source|bash|sh|tar|"
    r"manage\.py|[\w.-]+\.sh)(?=\s|$))"
)
"""What a line of a shell begins with."""
WARNS = re.compile(
    r"⚠|🚨|❗|⛔|🛑|(?i:\b(?:warning|caution|danger|attention|important|achtung|warnung|advertencia|aviso|cuidado)\b)|"
    r"\b(?:SUPERSEDED|DEPRECATED|OBSOLETE|ARCHIVED|(?i:read-only)|STOP|NOT|NEVER|NICHT|NUNCA|JAMAIS)\b|注意|警告|重要"
)


def with_standings(
    parts: Sequence[DocumentPart], *, status: str = "", stated: str = ""
) -> Iterator[DocumentPart]:
    """The same parts with their standing. `status`: the whole document's, as its front matter says it; `stated`: as it
    says below a heading.
    """
    if is_superseded(status):
        yield from (replace(part, standing=Standing.SUPERSEDED) for part in parts)
        return
    quoted, left = (
        _answered_mails(parts),
        mark_older(parts)
        | set(find_replaced(parts))
        | set(find_ended(parts, status=status or stated))
        | set(find_replaced_entries(parts))
        | _mark_below_banners(parts)
        | _mark_settled(parts)
        | _mark_settled_problems(parts),
    )
    weighed = frozenset(find_weighed(parts))
    board = find_board(parts)
    protocol = board.protocol if board else frozenset()
    for at, part in enumerate(parts):
        standing = Standing.QUOTED if at in quoted else Standing.SUPERSEDED if at in left else _standing(part)
        if at in protocol and standing is Standing.CURRENT:
            standing = Standing.TEMPLATE
        if at in weighed and standing is Standing.CURRENT:
            standing = Standing.HYPOTHESIS
        yield part if standing is Standing.CURRENT else replace(part, standing=standing)


def _answered_mails(parts: Sequence[DocumentPart]) -> set[int]:
    """Indexes of the mails that a mail answers: the quotes from the line on that says who wrote them, or all that
    stands below the head of an older mail.
    """
    none = len(parts)
    quotes = next((at for at, part in enumerate(parts) if _WROTE.match(part.plain[:240])), none)
    heads = (at for at in range(none) if _is_head(parts, at))
    head = next((at for at in heads if parts[at].kind is PartKind.QUOTE or _is_answer(parts[:at])), none)
    if head < none and parts[head].kind is not PartKind.QUOTE:
        return {at for at in range(none) if at >= head or (at >= quotes and parts[at].kind is PartKind.QUOTE)}
    return {at for at in range(min(quotes, head), none) if parts[at].kind is PartKind.QUOTE}


def _is_head(parts: Sequence[DocumentPart], at: int) -> bool:
    """Whether the head of a mail begins there: who wrote it, and when."""
    if _ORIGINAL.match(parts[at].plain[:80]):
        return True
    below = (part.label.lower() for part in parts[at + 1 : at + 3])
    return parts[at].label.lower() in _FROM and not _SENT.isdisjoint(below)


def _is_answer(above: Sequence[DocumentPart]) -> bool:
    own = (part.plain for part in above if part.kind is PartKind.TEXT and not part.label)
    return sum(len(text.split()) for text in own) >= MIN_ANSWER_WORDS


def _mark_settled(parts: Sequence[DocumentPart]) -> set[int]:
    """Open items of which a later heading or item says, by the same words, that they are done."""
    found: set[int] = set()
    settled: list[set[str]] = []
    for at, part in reversed([*enumerate(parts)]):
        head = part.text.partition("\n")[0][:160].lower()
        head = _ASIDE_AT_END.sub("", head) if ")" in head else head
        subject, _, state = head.rstrip(" .*_!").rpartition(" ")
        is_item, is_done = part.kind is PartKind.ITEM, _DONE.match(state) and not _UNDONE.search(subject)
        if is_done and (is_item or part.kind is PartKind.HEADING):
            words = set(_SUBJECT_WORD.findall(_NO_SUBJECT.sub(" ", subject)))
            settled += [words] if len(words) >= 2 + (not any(map(str.isdigit, words))) else []
        elif settled and is_item and not part.is_done and not _STATES.search(re.split("[.:—–]", head)[0]):
            words = set(_SUBJECT_WORD.findall(head))
            found |= {at} if any(known <= words for known in settled[:200]) else set()
    return found


def _mark_settled_problems(parts: Sequence[DocumentPart]) -> set[int]:
    """What a numbered problem says of which a later part says that it is solved: "Blocker 1 fixed in 7be10aa"."""
    found: set[int] = set()
    states: dict[str, bool] = {}
    for at, part in reversed([*enumerate(parts)]):
        problems = _problems(part.plain)
        is_named = bool(problems) and not any(map(str.isalnum, part.plain[: problems[0][0]]))
        if is_named and states.get(problems[0][2]):
            found |= {at, *_section_below(parts, at)}
        for start, stop, key in reversed(problems):
            before = _CLAUSE_END.split(part.plain[max(0, start - 40) : start])[-1]
            clause = before + _CLAUSE_END.split(part.plain[stop : stop + 60], maxsplit=1)[0]
            is_done = _IS_DONE.search(clause) is not None and not _IS_UNDONE.search(clause)
            if is_done or _IS_UNDONE.search(clause):
                states.setdefault(key, is_done)
    return found


def _problems(text: str) -> list[tuple[int, int, str]]:
    """Numbered problems: start, end and a key of each."""
    if not _HAS_NUMBERED.search(text):
        return []
    return [
        (match.start(), match.end(), f"{match[1].lower().rstrip('s')} {match[2]}")
        for match in _NUMBERED.finditer(text)
        if _PROBLEM.match(match[1])
    ]


def _section_below(parts: Sequence[DocumentPart], at: int) -> Iterator[int]:
    """Indexes of what stands below a heading."""
    if parts[at].kind is PartKind.HEADING:
        trail = parts[at].trail
        yield from takewhile(
            lambda other: parts[other].trail[: len(trail)] == trail, range(at + 1, len(parts))
        )


def _mark_below_banners(parts: Sequence[DocumentPart]) -> set[int]:
    """Parts of a section after a line at its top that says it is superseded; not that line."""
    found: set[int] = set()
    left: tuple[str, ...] | None = None
    heading = -1
    for at, part in enumerate(parts):
        heading = at if part.kind is PartKind.HEADING else heading
        if left is not None and part.trail[: len(left)] != left:
            left = None
        if left is not None and not any(map(is_later_note, part.trail[len(left) :])):
            found.add(at)
        elif left is None and at - heading <= 2 and _is_banner(part):
            left = part.trail
    return found


def _is_banner(part: DocumentPart) -> bool:
    """Whether it says that the rest of its section is superseded."""
    is_set_apart = (
        part.kind in (PartKind.QUOTE, PartKind.ADMONITION) or part.is_bold or part.label.lower() == "status"
    )
    if part.kind is PartKind.HEADING:
        return not without_struck(part.text)
    is_of_work = _WORK.match(part.label) is not None
    return is_set_apart and not is_of_work and len(part.plain) < 600 and is_superseded(part.plain)


def is_superseded(status: str) -> bool:
    """Whether it opens with words that say so of the whole: "Superseded by …", but not "outdated dependencies"."""
    excerpt = _BANNER.search(status[:80])
    return excerpt is not None and not _QUALIFIES.match(status, excerpt.end())


def _standing(part: DocumentPart) -> Standing:
    above = part.trail[1:-1] if part.kind is PartKind.HEADING else part.trail[1:]
    if any(_CLOSED.search(title) for title in above):
        return Standing.SUPERSEDED
    for title in part.trail:
        if _REASON.match(title):
            continue
        if (standing := _of_title(title)) is not Standing.CURRENT:
            return standing
    if part.kind is PartKind.CODE:
        return Standing.CURRENT if part.label in SHELL or _is_shell(part) else Standing.EXAMPLE
    if not without_struck(part.text):
        return Standing.SUPERSEDED
    openings = [text for text in (part.plain[:60], part.parent[:60]) if text and _ANY_OPENING.match(text)]
    for standing, pattern in _BY_OPENING.items() if openings else ():
        if any(map(pattern.match, openings)):
            return standing
    if part.parent.endswith((":", "：")) and is_superseded(part.parent):
        return Standing.SUPERSEDED
    if part.parent and _of_title(part.parent) is Standing.HYPOTHESIS:
        return Standing.HYPOTHESIS
    if part.kind is not PartKind.HEADING and _is_template(part.text.replace(f"<{part.label}>", "", 1)):
        return Standing.TEMPLATE
    is_own = part.line <= NEAR_TOP or part.label or part.is_bold or WARNS.search(part.plain[:200])
    return Standing.QUOTED if part.kind is PartKind.QUOTE and not is_own else Standing.CURRENT


def _is_template(text: str) -> bool:
    """Whether at least half of its sentences have something to fill in."""
    text = "".join(text.split("`")[::2])
    if not _PLACEHOLDER.search(text):
        return False
    ends = [0, *sentence_ends(text, 0, len(text))]
    open_count = sum(bool(_PLACEHOLDER.search(text, start, end)) for start, end in pairwise(ends))
    return 2 * open_count >= len(ends) - 1


def _is_shell(part: DocumentPart) -> bool:
    """Whether a fence of no language holds commands and nothing else; a line that ends in a backslash goes on."""
    lines = [line for line in part.text[:2_000].replace("\\\n", " ").split("\n") if line.strip()]
    return not part.label and bool(lines) and all(map(_COMMAND.match, lines))


@lru_cache(maxsize=2_000)
def _of_title(title: str) -> Standing:
    return next(
        (standing for standing, pattern in _BY_TITLE.items() if pattern.search(title[:200])), Standing.CURRENT
    )
