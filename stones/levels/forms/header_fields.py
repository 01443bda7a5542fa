"""Fields above a text as programs write them (RFC 822: a package's METADATA, a control file, a raw mail) as its front
matter.
"""

import re
from email.parser import HeaderParser

from core.text.front_matter import FrontMatter, split_front_matter

MAX_CHARACTERS = 50_000
_KINDS = (
    {"metadata-version", "name"},
    {"wheel-version", "generator"},
    {"manifest-version"},
    {"package", "version"},
    {"package", "maintainer"},
    {"source", "maintainer"},
    {"format", "upstream-name"},
    {"from", "subject", "message-id"},
    {"from", "subject", "mime-version"},
)
"""Fields of which one set stands in each such head."""
_BLANK = re.compile(r"^[ \t]+(?:\.$)?", re.M)
"""How a line of a field begins; a dot alone is an empty line."""
_TITLES = ("Upstream-Name", "Title", "Name", "Package", "Source", "Subject")


def split_head(content: str) -> tuple[FrontMatter, str]:
    """Its front matter, be it YAML or such fields, and the text below."""
    first = content[:100].partition(":")[0]
    if not first.replace("-", "").isalpha():
        return split_front_matter("content", content)
    message = HeaderParser().parsestr(content[:MAX_CHARACTERS])
    names = {name.lower() for name in message}
    if not any(kind <= names for kind in _KINDS):
        return split_front_matter("content", content)
    description, _, rest = (message["Description"] or "").partition("\n")
    if rest[:1].isspace() and rest[1:2].isspace():
        # R's DESCRIPTION: lines that are folded deeper go on; Debian's are the text below.
        description, rest = f"{description} {' '.join(rest.split())}", ""
    title = next(filter(None, map(message.get, _TITLES)), "")
    values = {"title": title, "description": message["Summary"] or description}
    body = str(message.get_payload()) + content[MAX_CHARACTERS:]
    below = body if body.strip() else _BLANK.sub("", rest)
    return FrontMatter("content", values={name: value for name, value in values.items() if value}), below
