"""The fortune, a hint in three words: channel:category:complexity. docs/stone-format.md, section 10."""

import re
from collections import Counter
from dataclasses import dataclass

from stones.format.errors import FormatError
from stones.format.marks import canonical, trim
from stones.format.stone import CHANNELS, COMPLEXITIES

HEAD_CHARACTERS = 20_000  # what a category and a channel are judged by
TITLE_WEIGHT = 5  # of a word in the first line, against one elsewhere

# Words that speak for a category; none speaks for two.
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
    "database": "database sql postgres postgresql sqlite mysql migration migrations schema query queries",
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

# A simple content is no longer than a LOD-1; a complex one is too long, or speaks of too much, at once.
_BYTES_PER_TOKEN = 4
_SIMPLE_TOKENS = 150
_COMPLEX_TOKENS = 2_400
_DENSE_TOKENS = 800
_DENSE_HEADINGS = 10
_DENSE_REFERENCES = 25

_ADDRESS = re.compile(r"https?://\S+")
_WORD = re.compile(r"[a-z]+")
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_REFERENCE = re.compile(r"`([^`\n]{1,80})`")


@dataclass(frozen=True, slots=True)
class Fortune:
    """A fortune as it was meant: channel and complexity are None where it does not name one."""

    channel: str | None
    category: str
    complexity: str | None


def read_fortune(text: str) -> Fortune:
    """Read a fortune of any length, ours or foreign: `task:repo:ztgi:simple`, `architecture:complex`.

    The last segment is the complexity and the first the channel, if they are such words; the rest is
    the category.
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
    """What a content is about, by the words that it uses; `general` if they tell nothing."""
    head = _ADDRESS.sub(" ", canonical(content[:HEAD_CHARACTERS])).strip().lower()
    title, _, rest = head.partition("\n")
    votes: Counter[str] = Counter()
    # In the first line each word counts once: a name said twice is still one subject.
    for word in dict.fromkeys(_WORD.findall(title)):
        votes[_CATEGORY_OF.get(word, "")] += TITLE_WEIGHT
    for word in _WORD.findall(rest):
        votes[_CATEGORY_OF.get(word, "")] += 1
    votes.pop("", None)
    # Of those with the most votes, the one that was named first.
    return max(votes, key=votes.__getitem__, default=_FALLBACK_CATEGORY)


def complexity(content: str) -> str:
    """simple, medium or complex: by size first, then by how many things a content speaks of."""
    # Bytes rather than words: they count a script without spaces, too. Lone surrogates are not judged here.
    tokens = len(content.encode("utf-8", "surrogatepass")) / _BYTES_PER_TOKEN
    if tokens > _COMPLEX_TOKENS:
        return "complex"
    if tokens <= _SIMPLE_TOKENS:
        return "simple"
    headings = len(_HEADING.findall(content))
    references = len(set(_REFERENCE.findall(content)))
    if tokens > _DENSE_TOKENS and (headings >= _DENSE_HEADINGS or references >= _DENSE_REFERENCES):
        return "complex"
    return "medium"
