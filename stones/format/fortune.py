"""The fortune, a hint in three words: channel:category:complexity. docs/stone-format.md, section 10."""

import re
from collections import Counter
from dataclasses import dataclass

from core.text.log_lines import split_log_lines
from stones.format.channels.open_requests import count_open_requests
from stones.format.delimiters import canonical, trim
from stones.format.format_error import FormatError
from stones.format.parsed_stone import CHANNELS, COMPLEXITIES

HEAD_CHARACTERS = 20_000  # characters that decide a category
TITLE_WEIGHT = 5  # of a word in the first line; one elsewhere weighs 1

# Words that indicate a category; none indicates two.
_WORDS_OF = {
    "incident": "incident incidents outage postmortem phishing breach compromised mitigation downtime",
    "security": "security vulnerability vulnerabilities cve auth authentication authorization credential "
    "credentials permission permissions privileges password xss injection",
    "bug": "bug bugs crash crashes crashed traceback exception exceptions error errors regression broken "
    "fails failing failure unexpected repro",
    "architecture": "architecture architectural design designed components subsystem layers trade tradeoff "
    "adr diagram modules boundaries",
    "deploy": "deploy deployed deployment docker kubernetes helm production staging rollback terraform nginx",
    "release": "release releases released changelog publish published semver wheel",
    "database": "database sql postgres postgresql sqlite mysql migration migrations schema query queries "
    "cursor transaction transactions deadlock deadlocks replica replicas replication vacuum psql orm",
    "api": "api endpoint endpoints rest http request response graphql webhook route routes json",
    "ui": "ui css html button page pages component components react browser icon icons layout frontend modal",
    "test": "test tests testing tested pytest coverage fixture fixtures assert flaky",
    "build": "build builds ci pipeline workflow compile compiler lint makefile cargo webpack",
    "config": "config configuration configure setting settings environment yaml toml variable variables",
    "docs": "docs documentation readme guide tutorial document documents docstring",
    "research": "research paper experiment experiments model models training benchmark dataset evaluation",
    "repo": "repo repository git branch merge clone fork",
    "codebase": "codebase code function functions class module file files refactor source directory",
}
_CATEGORY_OF = {word: category for category, words in _WORDS_OF.items() for word in words.split()}
_FALLBACK_CATEGORY = "general"

_BYTES_PER_TOKEN = 4
# LOD-2 of a simple content, a quarter of it, would be no longer than a LOD-0, whose two sentences can hold two asks.
_SIMPLE_TOKENS = 4 * 40
_SIMPLE_ASKS = 2
# LOD-2 of a complex content does not get its quarter, or has more asks than the paragraph of a LOD-1 can hold.
_COMPLEX_TOKENS = 4 * 1_200
_COMPLEX_ASKS = 10
_LONG_TOKENS = 4 * 150

_CODE = re.compile(
    r"(?mi:^[ \t]*(?:```|~~~)|`[^`\n]+`|\bcodebase|\brefactor|"
    r"\w\.(?:py|jsx?|tsx?|java|go|rs|rb|c|h|cpp|cs|php|sh|sql|html|css|swift|kt|lua|pl)\b)|"
    r"\w\(\)|\b[a-z]+_[a-z]\w*|\b[a-z]{2,}[A-Z][a-z]"
)
"""Code, names in it and of its files: without any, a text that has a class and files is about no code."""
_ADDRESS = re.compile(r"https?://\S+")
_WORD = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Fortune:
    """Channel and complexity are None if the fortune names none."""

    channel: str | None
    category: str
    complexity: str | None


def read_fortune(text: str) -> Fortune:
    """Read a fortune of any length, ours or foreign: `task:repo:ztgi:simple`, `architecture:complex`.

    The last segment is the complexity and the first the channel, if they are known values; the rest is the category.
    """
    segments = [trim(segment) for segment in text.split(":")]
    complexity = segments.pop() if segments[-1] in COMPLEXITIES else None
    channel = segments.pop(0) if segments and segments[0] in CHANNELS else None
    return Fortune(channel, ":".join(segments), complexity)


def fortune(content: str, channel: str) -> str:
    """The fortune of a content, always three segments."""
    if channel not in CHANNELS:
        raise FormatError(1, f"glow_channel is one of {', '.join(CHANNELS)}")
    return f"{channel}:{category(content)}:{complexity(content)}"


def category(content: str) -> str:
    """The category that most words of a content indicate; `general` if none do."""
    head = _ADDRESS.sub(" ", canonical(content[:HEAD_CHARACTERS])).strip()
    title, _, rest = head.lower().partition("\n")
    votes: Counter[str] = Counter()
    # In the first line each word counts once: a repeated name is still one subject.
    for word in dict.fromkeys(_WORD.findall(title)):
        if indicated := _CATEGORY_OF.get(word):
            votes[indicated] += TITLE_WEIGHT
    votes.update(filter(None, map(_CATEGORY_OF.get, _WORD.findall(_without_log(rest)))))
    if "codebase" in votes and not _CODE.search(head):
        del votes["codebase"]
    # Ties go to the one that was named first.
    return max(votes, key=votes.__getitem__, default=_FALLBACK_CATEGORY)


def _without_log(text: str) -> str:
    """With the first line of each run that a program wrote: its words are said once, however long it ran."""
    lines = text.split("\n")
    content = (lines[first : first + 1 if is_log else stop] for first, stop, is_log in split_log_lines(lines))
    return "\n".join(line for stretch in content for line in stretch)


def complexity(content: str) -> str:
    """simple, medium or complex: by the size of LOD-2, which follows from the content's, and by the open requests."""
    # Bytes rather than words, because some scripts have no spaces. Lone surrogates are ignored here.
    tokens = len(content.encode("utf-8", "surrogatepass")) / _BYTES_PER_TOKEN
    if tokens > _COMPLEX_TOKENS:
        return "complex"
    if _SIMPLE_TOKENS < tokens <= _LONG_TOKENS:
        # Whatever it asks: that is not counted.
        return "medium"
    requests = count_open_requests(canonical(content))
    if tokens > _LONG_TOKENS:
        return "complex" if requests > _COMPLEX_ASKS else "medium"
    return "simple" if requests <= _SIMPLE_ASKS else "medium"
