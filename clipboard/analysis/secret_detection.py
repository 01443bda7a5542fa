"""What in a copied text looks like a secret, so that it is not recorded.

The shapes are those that the issuers publish (a fixed beginning, a length). What has no such shape counts only where
it is labelled (`password: …`) or is the whole text and looks random. Hashes, git ids, ULIDs and UUIDs are copied every
day and open nothing: alone they never count, labelled as a key they do. A miss costs a row that can be deleted, a
false alarm a copy that is not recorded: neither loses the text, which stays on the clipboard.
"""

import math
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

MIN_TOKEN_LENGTH = 20
MAX_TOKEN_LENGTH = 200
# Of the places between two neighbours, those where a token changes between capitals, small letters, digits and signs.
# At 0.20 nine of ten random tokens are met and of the 70,000 long words of this project's and Django's sources two
# dozen, most of them example tokens.
MIN_CHANGES = 0.20
MIN_BITS_PER_CHARACTER = 3.4

_SHAPES = {
    "a private key": (
        r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[\s\S]){0,600}?"
        r"(?:[A-Za-z0-9+/]{40}|[A-Za-z0-9+/]{16}=*(?:\s|\\n){0,4}-----END )"
        r"|PuTTY-User-Key-File-\d: |AGE-SECRET-KEY-1[0-9A-Z]{58}"
    ),
    "an AWS key": (
        # The id that AWS documents; what opens anything stands in the line of the secret.
        r"\b(?:AKIA|ASIA)[A-Z2-7]{16}\b(?<!AKIAIOSFODNN7EXAMPLE)"
        r"|(?i:aws_?secret_?(?:access_?)?key)\W{1,5}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])"
    ),
    "a GitHub token": r"\bgh[pousr]_[A-Za-z0-9]{36,255}\b|\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b",
    "a GitLab token": r"\bgl(?:pat|dt|rt|ptt|soat|cbt|ft|imt|agent)-[\w-]{20,}",
    "a Slack token": (
        r"\bxox[a-z](?:\.xox[a-z])?-[A-Za-z0-9]+-[A-Za-z0-9-]{16,}|\bxapp-\d-[A-Za-z0-9-]{20,}"
        r"|hooks\.slack\.com/services/T\w+/B\w+/\w{20,}"
    ),
    "a Stripe key": r"\b[sr]k_(?:live|test)_[A-Za-z0-9]{20,}|\bwhsec_[A-Za-z0-9+/]{32,}",
    "an Anthropic key": r"\bsk-ant-[\w-]{20,}",
    "an OpenAI key": r"\bsk-(?:proj|svcacct|admin)-[\w-]{20,}|\bsk-[A-Za-z0-9]{32,}",
    "a Google key": r"\bAIza[\w-]{35}(?![\w-])|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{28}(?![\w-])",
    "a Hugging Face token": r"\bhf_[A-Za-z0-9]{34,}\b",
    "a token of a package registry": r"\bnpm_[A-Za-z0-9]{36}\b|\bpypi-AgEIcHlwaS5vcmc[\w-]{50,}",
    "an agent's token of QA.Stone": r"\bqas_[0-9A-Za-z]{36}\b",
    "a JSON web token": r"(?<![\w.-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}",
}
# Linear, whatever the text: no place within a run may begin the run anew, and a prefix gives nothing back.
_SHAPED = {kind: re.compile(shape) for kind, shape in _SHAPES.items()}
_LABELLED = re.compile(
    r"^[ \t>*`\"'-]*+(?:export[ \t]+)?(?:[\w.-]+[ _.-])?"
    r"(?:password|passwd|passphrase|pwd|secret|api[_ -]?key|access[_ -]?key|(?:access|auth|bearer)?[_ -]?token)"
    r"[`\"']?[ \t]*(?::|=|:=|=>)[ \t]*[`\"']?([^\s`\"',;]{4,200})[`\"']?[,;]?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_IN_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://([^\s/:@]{1,80}):([^\s/:@]{4,80})@[\w.-]")
# What stands in documentation and in programs where a password would stand.
_CODE = re.compile(r"[(){}<>\[\]$]|\*{3}|x{3}|…|\.{3}|^[a-z]+(?:[_.][a-z]+)+$", re.IGNORECASE)
_NO_PASSWORD = re.compile(
    r"str|string|bytes|text|none|null|nil|true|false|required|optional|change[-_]?me|example|hidden|empty|unset"
    r"|undefined|redacted|password|passwd|pass|secret|token|user|value|your[-_]\w+|postgres|root|admin",
    re.IGNORECASE,
)
_NAMES = (
    # Hashes, git ids, the names of stones, and files that are named by one.
    re.compile(r"(?:[a-z0-9]{2,10}[:-])?[0-9a-fA-F]+(?:\.[a-z0-9]{1,5})?"),
    re.compile(r"\{?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}?"),
    # camelCase and PascalCase.
    re.compile(r"_*[A-Za-z][a-z]+(?:[A-Z][a-z]+|[0-9]{1,2}(?=[A-Z]|$))*"),
    # A ULID.
    re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}"),
)
_LONE = re.compile(rf"[A-Za-z0-9_+/=.~!@#$%^&*-]{{{MIN_TOKEN_LENGTH},{MAX_TOKEN_LENGTH}}}")
_ADDRESS = re.compile(r"://|^[\w.+-]+@[\w-]+\.[\w.-]+$|^www\.|^[./~]")
_RUN = re.compile(r"[A-Za-z0-9~!@#$%^&*]+")


def find_secrets(text: str) -> list[str]:
    """The kinds of secrets that a text seems to hold, as one says them: ["a GitHub token"]; never their text."""
    found = [kind for kind, shape in _SHAPED.items() if _matches_shape(shape, text)]
    return found or [kind for kind, check in _CHECKS.items() if check(text)][:1]


def _matches_shape(shape: re.Pattern[str], text: str) -> bool:
    """Is one of the matches more than a row of zeros, as documentation has them?"""
    return any(_bits(match[0][-36:]) > 2 for match in shape.finditer(text))


def _has_password(text: str) -> bool:
    """`password: hunter2`: as the whole text any value, among other lines only one that is no word."""
    is_whole = "\n" not in text.strip()
    return any(_is_password(match[1], is_whole) for match in _LABELLED.finditer(text))


def _is_password(value: str, is_whole: bool) -> bool:
    if _CODE.search(value) or _NO_PASSWORD.fullmatch(value):
        return False
    return is_whole or (
        len(value) >= 8 and any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    )


def _has_address_with_password(text: str) -> bool:
    return any(
        user != password and not _CODE.search(password) and not _NO_PASSWORD.fullmatch(password)
        for user, password in _IN_ADDRESS.findall(text)
    )


def _is_lone_token(text: str) -> bool:
    """The whole text is one long word without sense."""
    lone = text.strip()
    if not _LONE.fullmatch(lone) or _ADDRESS.search(lone) or any(name.fullmatch(lone) for name in _NAMES):
        return False
    has_digits = any(character.isdigit() for character in lone)
    return has_digits and _bits(lone) >= MIN_BITS_PER_CHARACTER and _changes(lone) >= MIN_CHANGES


def _changes(token: str) -> float:
    """The share of neighbours that differ in kind; what separates words is passed over, a capitalised word has none."""
    pairs = [(a, b) for run in _RUN.findall(token) for a, b in pairwise(run)]
    changed = [(a, b) for a, b in pairs if _kind(a) != _kind(b) and not (a.isupper() and b.islower())]
    return len(changed) / max(len(pairs), len(token) // 2)


def _kind(character: str) -> int:
    if character.isalpha():
        return 1 if character.isupper() else 2
    return 0 if character.isdigit() else 3


def _bits(token: str) -> float:
    """Shannon's entropy, in bits a character."""
    counts = Counter(token).values()
    return -sum(count / len(token) * math.log2(count / len(token)) for count in counts)


_CHECKS: dict[str, Callable[[str], bool]] = {
    "a password": _has_password,
    "an address with a password": _has_address_with_password,
    "a lone token": _is_lone_token,
}
