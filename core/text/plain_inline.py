"""One run of Markdown, reStructuredText or HTML as its visible words.

Every pattern is bounded or cannot start twice over the same text, so that the time stays linear.
"""

import html
import re

_IMAGE = re.compile(r"!\[[^\[\]]{0,300}\](?:\([^()\s]{0,1000}(?:\s+\"[^\"]{0,200}\")?\)|\[[^\[\]]{0,100}\])?")
_LINK = re.compile(
    r"\[([^\[\]]{1,500})\]\((?:[^()\s]|\([^()\s]{0,100}\)){0,1000}(?:\s+[\"'][^\"']{0,200}[\"'])?\)"
)
_REFERENCE_LINK = re.compile(r"\[([^\[\]]{1,500})\]\[[^\[\]]{0,100}\]")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]{1,60}\]|\s?\[[#\w]{1,20}\]_(?!\w)")
_SHORTCUT = re.compile(
    r"(?<![\w\]\\])(?!(?<=[.!?] )\[[^\[\]]{1,80}\]\W*$)\[([A-Za-z\x01][^\[\]]{1,80})\](?![(\[:])"
)
_AUTOLINK = re.compile(r"<((?:https?|ftp)://[^<>\s]{1,1000})>")
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]{0,30})(?:\s[^<>]{0,1000})?/?>")
_CLOSING = re.compile(r"</([A-Za-z][A-Za-z0-9-]{0,30})>")
_HTML_NAME = re.compile(
    r"h[1-6]|a|abbr|address|article|aside|b|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|"
    r"del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|form|head|header|hr|html|i|iframe|img|"
    r"input|ins|kbd|label|legend|li|link|main|mark|meta|nav|ol|option|p|picture|pre|q|s|samp|script|"
    r"section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|"
    r"tfoot|th|thead|tr|tt|u|ul|var|video",
    re.I,
)
_RST_NUMBERED = re.compile(r":(pep|rfc):`([^`<]{1,60})`", re.I)
_RST_ROLE = re.compile(r":[a-z][\w+.:-]{0,40}:`~?([^`<]{1,200}?)(?:\s*<(?:[^`<>\\]|\\.){1,300}>)?`")
_RST_LINK = re.compile(r"`([^`<]{1,300}?)\s*<[^`<>]{1,1000}>`__?")
_QUOTED = re.compile(r"``([^`'\n]{1,200})''|`([^`'\n]{1,100})'(?![\w'])")
"""Of older plain texts: ``said'', `said'."""
_STRONG = re.compile(r"\*(?<!\\\*)\*+|~(?<!\\~)~|_(?<![\w\\]_)_(?=\w)|_(?<=[\w.!?:]_)_(?!\w)")
"""What stands before is looked at behind the first sign: `re` jumps from sign to sign so."""
_EMPHASIS = re.compile(r"(?<![\w*\\])([*_])(?=[^\s*_])([^*_`]{1,300}?)(?<=\S)\1(?![\w*])")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~\"'])")
_DECORATION = re.compile(
    "[\u21a9\u21aa\u21bb\u23e9-\u23ff\u2500-\u25ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u2069\ufeff\x00-\x08\x0b-\x1f\x7f\U0001f000-\U0001faff]"
)
_INVISIBLE = re.compile("[\ufe0f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\x00-\x08\x0b-\x1f\x7f]")
_SPACE_BEFORE = re.compile(r" (?<!\[ )(?=[,.;:!?)\]](?: |$))")
"""In a text whose runs of white space are one space each; an open box `[ ]` keeps its own."""
_UNMARKED = re.compile(r"[ !-%'-)+-;=?-Z^{|}a-z\n]*")
"""ASCII without signs of any markup."""
_MARK = re.compile("\x01(\\d+)\x01")


def plain(text: str, *, keep_code: bool = False) -> str:
    """The visible words of `text` on one line: links as their words, no emphasis, no images, no emoji.

    `keep_code` keeps the backticks around code, and emoji too: in a list, ✅ and ⏳ are the state. Code of signs alone
    keeps them always.
    """
    if _UNMARKED.fullmatch(text):
        return _SPACE_BEFORE.sub("", " ".join(text.split()))
    if "`" in text and "'" in text and len(_QUOTED.findall(text)) == text.count("`") - text.count("``"):
        text = _QUOTED.sub(lambda m: f'"{m[1] or m[2]}"', text)
    if ":`" in text:
        text = _RST_NUMBERED.sub(lambda m: f"{m[1].upper()} {m[2]}", text)
        text = _RST_ROLE.sub(r"`\1`", text)
    if "`_" in text:
        text = _RST_LINK.sub(r"\1", text)
    text = _around_code(text, keep_code=keep_code) if "`" in text else _prose(_hide(text))
    if not (text.isascii() and text.isprintable()):
        text = (_INVISIBLE if keep_code else _DECORATION).sub(" ", text)
    return _SPACE_BEFORE.sub("", " ".join(text.split())).strip()


def _around_code(text: str, *, keep_code: bool) -> str:
    parts = _hide(text).replace("```", "`").replace("``", "`").split("`")
    if len(parts) % 2 == 0:
        parts[-2:] = [parts[-2] + " " + parts[-1]]
    # Code is replaced first, so that `**kwargs` is not taken for emphasis.
    marked = "".join(part if at % 2 == 0 else f"\x01{at}\x01" for at, part in enumerate(parts))
    return _MARK.sub(lambda m: _shown_code(parts[int(m[1])], keep_code=keep_code), _prose(marked))


def _shown_code(code: str, *, keep_code: bool) -> str:
    """Signs without their backticks would be those of the sentence: `..` an ellipsis."""
    return f"`{code}`" if keep_code or not any(map(str.isalnum, code)) else code


def _hide(part: str) -> str:
    return part.replace("\x01", " ")


def _prose(text: str) -> str:
    # Each pattern is looked for only where the sign is that all of its matches have.
    if "[" in text:
        text = _FOOTNOTE.sub("", _IMAGE.sub(" ", text))
        text = _REFERENCE_LINK.sub(r"\1", _LINK.sub(r"\1", text))
        text = _SHORTCUT.sub(lambda m: m[0] if _is_speaker(text, m) else m[1], text)
    if "<" in text:
        text = _AUTOLINK.sub(r"\1", text)
        closed = frozenset(_CLOSING.findall(text))
        text = _TAG.sub(lambda m: " " if _is_tag(m, closed) else m[0], _without_comments(text))
    if "**" in text or "~~" in text or "__" in text:
        text = _STRONG.sub("", text)
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub(r"\2", text)
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    return html.unescape(text) if "&" in text else text


def _is_speaker(text: str, link: re.Match[str]) -> bool:
    """Whether it opens a line of a chat: `[planner] I take it.`"""
    opens_line = text[: link.start()].strip(" ")[-1:] in ("", "\n")
    below = text[link.end() : link.end() + 2]
    return opens_line and " " not in link[1] and below[:1] == " " and below[1:].isalnum()


def _is_tag(found: re.Match[str], closed: frozenset[str]) -> bool:
    """Whether it is no placeholder: `<prefix>` is said, `<br>`, `</prefix>` and `<Tab id="1">` are not."""
    is_known = _HTML_NAME.fullmatch(found[1]) is not None or "/" in found[0] or "=" in found[0]
    return is_known or found[1] in closed


def _without_comments(text: str) -> str:
    parts = text.split("<!--")
    parts_out = [parts[0]]
    for part in parts[1:]:
        _, closed, after = part.partition("-->")
        parts_out.append(f" {after}" if closed else f"<!--{part}")
    return "".join(parts_out)
