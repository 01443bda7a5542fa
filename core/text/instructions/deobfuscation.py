"""How a model reads a segment of text: disguises removed, plain letters, lower case, single spaces."""

import base64
import binascii
import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

from core.text.grouped_patterns import group_alternatives
from core.text.normalize_unicode import normalize_unicode

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef"
)
"""For a character class of a regular expression."""
TAGS = "\U000e0000-\U000e007f"
_INVISIBLE = re.compile(f"[{INVISIBLE}{TAGS}]")
_TAG = re.compile(f"[{TAGS}]")
_MARKUP = re.compile(r"(?<!\w)[*_~`]{1,3}(?=\S)|(?<=\S)[*_~`]{1,3}(?!\w)|\\(?=[!-/:-@\[-`{-~])")
_MARKUP_SIGN = re.compile(r"[*_~`\\]")
_ACCENT = re.compile("[\u0300-\u036f]")
_WORD = re.compile(r"[^\W\d_]+")
_LOOKALIKE_LETTERS = "авекмнорстухіјѕԁԛԝһӏαεικνορτυχωвѵɡıℓ"
_LOOKALIKES = str.maketrans(_LOOKALIKE_LETTERS, "abekmhopctyxijsdqwhlaeiknoptyxwbvgil")
_LOOKALIKE = re.compile(f"[{_LOOKALIKE_LETTERS}]")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{20,4000}={0,2}")
_HEX = re.compile(r"(?:(?:0x|\\x)?[0-9a-fA-F]{2}[\s:,]?){12,2000}")
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2}[^\s%]{0,8}){3}")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})")
_SPACED = re.compile(r"(?:(?<![^\W_])[^\W\d_][ .\-_*/|]{1,4}){8,}")
_HAS_MIXED = re.compile(r"[0-9@$!][a-z]|[a-z][0-9@$!]")
_MIXED = re.compile(r"(?=[a-z]*[0-9@$!])[a-z0-9@$!]*[a-z][a-z0-9@$!]*")
_LEET = (str.maketrans("013457@$!", "oieastasi"), str.maketrans("013457@$!", "oleastasl"))
_BITS = re.compile(r"(?:[01]{8}[\s,]?){8,2000}")
MAX_BLOBS = 8
"""Encoded passages per segment that are decoded."""
_ROT13 = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")
_MODEL_KEYWORDS = "ignore|disregard|instruction|prompt|answer|reply|respond|cite|system|assistant|say"
# As they stand in a text whose variant has one: nearly every reversed sentence is gibberish.
_ROTATED_KEYWORDS = re.compile(_MODEL_KEYWORDS.translate(_ROT13))
_REVERSED_KEYWORDS = re.compile(_MODEL_KEYWORDS[::-1])
_TURNED_KEYWORDS = re.compile(group_alternatives(f"{_ROTATED_KEYWORDS.pattern}|{_REVERSED_KEYWORDS.pattern}"))
MIN_HIDDEN_CHARACTERS = 12
"""Minimum length of an encoded text that says anything."""
_MIN_PRINTABLE = 0.9


def deobfuscate(text: str) -> str:
    """Lower case, without combining marks and invisible characters; look-alike letters of other scripts replaced."""
    text = html.unescape(text) if "&" in text else text
    if text.isascii():
        text = _MARKUP.sub("", text) if _MARKUP_SIGN.search(text) else text
        return " ".join(text.lower().split())
    text = normalize_unicode("NFKC", text)
    text = _MARKUP.sub("", _INVISIBLE.sub("", text)).casefold()
    text = normalize_unicode("NFC", _ACCENT.sub("", normalize_unicode("NFD", text)))
    if _LOOKALIKE.search(text):
        text = _WORD.sub(_replace_lookalikes, text)
    return " ".join(text.replace("’", "'").replace("ß", "ss").split())


def decoded_variants(text: str) -> Iterator[str]:
    """The readings of a text as prose, the plain one first."""
    first = deobfuscate(text)
    yield first
    if _TURNED_KEYWORDS.search(first):
        if _ROTATED_KEYWORDS.search(first):
            yield first.translate(_ROT13)
        if _REVERSED_KEYWORDS.search(first):
            yield first[::-1]
    if "%" in text and _PERCENT.search(text):
        yield deobfuscate(unquote(text))
    if "\\" in text and _ESCAPED.search(text):
        yield deobfuscate(_ESCAPED.sub(lambda code: chr(int(code[1] or code[2], 16)), text))
    if _HAS_MIXED.search(first):
        yield from (_replace_leet(first, letters) for letters in _LEET)


def decode_hidden_text(text: str) -> Iterator[str]:
    """The texts encoded in it: tag characters, base64, hex, bits."""
    tags = "".join(chr(ord(tag) - 0xE0000) for tag in _TAG.findall(text))
    if tags:
        yield deobfuscate(tags)
    for index, blob in enumerate(_BASE64.finditer(text)):
        if index == MAX_BLOBS:
            break
        yield from _decode_base64(blob[0])
    for blob in [*_HEX.findall(text)][:MAX_BLOBS]:
        digits = re.sub(r"0x|\\x|[\s:,]", "", blob)
        yield from _printable_text(bytes.fromhex(digits[: len(digits) // 2 * 2]))
    for blob in _BITS.findall(text)[:MAX_BLOBS]:
        bits = re.sub(r"[\s,]", "", blob)
        yield from _printable_text(bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)))


def join_spaced_letters(text: str) -> str:
    """Spaced-out letters ("i g n o r e") joined; empty when there are none."""
    runs = _SPACED.findall(text)
    return "".join(character for part in runs for character in deobfuscate(part) if character.isalnum())


def _replace_leet(text: str, letters: dict[int, int]) -> str:
    """With letters for the digits and signs that imitate them ("1gn0r3")."""
    return _MIXED.sub(lambda word: word[0].translate(letters), text)


def _replace_lookalikes(word: re.Match[str]) -> str:
    """A word that mixes Latin letters with look-alikes of another script, all in Latin letters."""
    text = word[0]
    has_latin = any("a" <= character <= "z" for character in text)
    if not has_latin or text.isascii():
        return text
    return text.translate(_LOOKALIKES)


def _decode_base64(blob: str) -> Iterator[str]:
    blob = blob.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        yield from _printable_text(base64.b64decode(blob[: len(blob) // 4 * 4] + _padded(blob)))
    except (binascii.Error, ValueError):
        return


def _padded(blob: str) -> str:
    remainder = blob[len(blob) // 4 * 4 :]
    return remainder + "=" * (-len(remainder) % 4) if len(remainder) > 1 else ""


def _printable_text(data: bytes) -> Iterator[str]:
    text = data.decode(errors="replace")
    printable_count = sum(character.isprintable() and character != "\ufffd" for character in text)
    if len(text) >= MIN_HIDDEN_CHARACTERS and printable_count >= _MIN_PRINTABLE * len(text):
        yield deobfuscate(text)
