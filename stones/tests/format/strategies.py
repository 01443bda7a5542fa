"""Stones and texts for the property tests: mostly made of what could be mistaken for structure."""

from hypothesis import strategies as st

from stones.format import CHANNELS, STONE_TYPES, Header, ParsedStone

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
_MARKS = ["─", "─\n", "\n─\n", " ─ ", "LOD-", "LOD-0:", "LOD-1: x", "\nLOD-2:", "\\", "\\\\", "\n\\LOD-0: "]
_MARKS += ["§QASTONE§", "\n§QASTONE§\n", "§/QASTONE§", "\n§/QASTONE§\n", "§", "/"]
_KEYS = [
    "lod_count: 2",
    "border_hash: 3e23e816",
    "glow_channel: task",
    "esc: 1",
    "delivered_lod: 0",
    "__proto__: x",
]
_CHARACTERS = [
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    "\u00a0",
    "\u3000",
    "\u0085",
    "\u001c",
    "\u2028",
    "\ufeff",
    "\u200b",
]
_CHARACTERS += ["\u202e", "\u0000", "x", "é", "😀", ":"]
_PIECES = st.sampled_from(["\n", *_MARKS, *_KEYS, *_CHARACTERS])
CONTENTS = st.one_of(TEXTS, st.lists(_PIECES | TEXTS, max_size=30).map("".join))
# What a person could paste, lone surrogates included.
ANYTHING = st.one_of(CONTENTS, st.text(max_size=60), st.lists(_PIECES, max_size=60).map("".join))

_VALUES = st.from_regex(r"[A-Za-z0-9é日:_/.-]{1,40}( [a-z:]{1,10})?", fullmatch=True)
_EXTRA = st.dictionaries(st.from_regex(r"x[a-z0-9_]{0,10}", fullmatch=True), _VALUES, max_size=3)


@st.composite
def stones(draw: st.DrawFn, contents: st.SearchStrategy[str] = CONTENTS) -> ParsedStone:
    levels = draw(st.lists(contents, min_size=1, max_size=5))
    count = len(levels)
    prices = st.lists(st.integers(0, 10**12 - 1), min_size=count, max_size=count).map(tuple)
    header = Header(
        border_hash=draw(st.from_regex(r"[0-9a-f]{8,64}", fullmatch=True)),
        glow_channel=draw(st.sampled_from(CHANNELS)),
        stone_type=draw(st.sampled_from(STONE_TYPES)),
        created="2026-01-30T12:00:00Z",
        source_agent=draw(_VALUES),
        lod_count=count,
        fortune=draw(_VALUES),
        lod_tokens=draw(st.none() | prices),
        extra=tuple(draw(_EXTRA).items()),
    )
    return ParsedStone(header, tuple(levels))
