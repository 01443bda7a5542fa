"""Where a copy says that it comes from: the name of an application, or of a page its address, made fit to be kept.

Of an address scheme, host and path are kept. Its query, its fragment and its user may hold anything; so may a path:
the part of it that looks like a secret, by the same shapes as a copied text (`secret_detection.py`), or that is a long
random-looking word, as in the links by which one signs in or opens a shared document, is cut out.
What is said may be anything of any length: it is looked at in linear time, and no further than a real address goes.
"""

import re
from urllib.parse import unquote, urlsplit

from clipboard.analysis.secret_detection import find_secrets

MAX_SOURCE_CHARACTERS = 200
# Longer addresses hold more than a place (browsers take 2,000 for certain), and longer parts of a path no name.
MAX_INPUT_CHARACTERS = 4_000
MAX_PATH_PART = 80
# In the place of what was cut out.
CUT = "…"
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
_WITH_HOST = re.compile(r"[a-z][a-z0-9+.-]+:[/\\]|(?:https?|wss?|ftp|file):", re.IGNORECASE)  # C:/ is a disk
# They hold a text, or a script, where others have an address.
_WITH_CONTENT = re.compile(r"(data|javascript|mailto|tel|sms|blob|view-source|about):", re.IGNORECASE)
# example.org/notes?id=1 or //example.org, as some programs leave the scheme out; ann:secret@intranet, intranet/a?id=1.
_WITHOUT_SCHEME = re.compile(
    r"//|(?:[^\s/?#@]+@)?[\w-]+(?:\.[\w-]+)+(?::\d+)?[/?#]|localhost[:/?#]"
    r"|[^\s/?#@:]+:[^\s/?#@]*@|[\w.-]+(?::\d+)?/[^\s?#]*[?#]",
    re.IGNORECASE,
)
# What opens a document to whoever has it: hex of 16 digits or more, a UUID, a ULID, a word of 20 or more of capitals,
# small letters and digits together. In a text these are names; in an address they are often the only key.
_KEY = re.compile(
    r"[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-7][0-9a-hjkmnp-tv-z]{25}"
    r"|(?-i:(?=[^\d]*\d)(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])[\w-]{20,})",
    re.IGNORECASE,
)
_PARAMETERS = re.compile(r"[;=]|%3[BDF]|%23", re.IGNORECASE)


def normalize_source(claimed: str) -> str:
    """The name of an application in one line, or an address without what it may give away; "" where it is a secret."""
    name = " ".join(_CONTROL.sub(" ", claimed[:MAX_INPUT_CHARACTERS]).split())
    if content := _WITH_CONTENT.match(name):
        return f"{content[1].lower()}:"
    if _WITH_HOST.match(name):
        name = _address(name)
    elif _WITHOUT_SCHEME.match(name):
        name = _address(f"https://{name.removeprefix('//')}").removeprefix("https://")
    elif find_secrets(name):
        return ""
    return name[:MAX_SOURCE_CHARACTERS]


def _address(address: str) -> str:
    try:
        parts = urlsplit(address.replace("\\", "/"))  # as browsers read it
    except ValueError:
        return ""
    host = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    # Some tokens reach over several parts of a path: hooks.slack.com/services/T…/B…/….
    if find_secrets(unquote(f"{host}{parts.path}")):
        return f"{host}/{CUT}"
    return host + "/".join(_part(part) for part in parts.path.split("/"))


def _part(part: str) -> str:
    """One part of a path, without its parameters (RFC 3986, section 3.3: `;jsessionid=…`)."""
    name, *parameters = _PARAMETERS.split(part)
    decoded = unquote(name)
    # https:/ann:secret@example.org, with a slash too few.
    has_password = "@" in decoded.partition(":")[2]
    is_secret = len(name) > MAX_PATH_PART or _KEY.fullmatch(decoded) or has_password or find_secrets(decoded)
    return CUT if is_secret else name + (CUT if parameters else "")
