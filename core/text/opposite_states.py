"""Words that say one of two opposite things of the same subject: enabled or disabled, on or off, before or after."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_PAIRS = (
    (
        "enable enables enabled activated aktiviert eingeschaltet",
        "disable disables disabled deactivated deaktiviert",
    ),
    ("open opened opens offen geöffnet", "closed closes shut geschlossen"),
    ("allowed permitted erlaubt", "forbidden prohibited banned verboten"),
    ("locked gesperrt", "unlocked entsperrt"),
    ("public öffentlich", "private privat"),
    ("optional freiwillig", "mandatory compulsory obligatory verpflichtend"),
    ("free kostenlos", "paid kostenpflichtig"),
    ("full voll", "empty leer"),
    ("online", "offline"),
    ("indoors drinnen", "outdoors draußen"),
    ("accepted approved angenommen", "rejected refused declined abgelehnt"),
    ("included inbegriffen", "excluded ausgeschlossen"),
    ("installed installiert", "uninstalled deinstalliert"),
    ("present anwesend", "absent abwesend"),
    ("raised increased rises rose erhöht gestiegen", "lowered decreased reduced falls fell gesenkt gesunken"),
)
_SIDES = {
    word: (pair[0].split()[0], at)
    for pair in _PAIRS
    for at, words in enumerate(pair)
    for word in words.split()
}
_STATE = re.compile(rf"\b(?P<state>{'|'.join(_SIDES)})\b")
_PARTICLE = re.compile(
    r"\b(?:is|are|was|were|be|been|stays?|stayed|keeps?|kept|leaves?|left|turn\w*|switch\w*|go(?:es)?|went|mov\w+)"
    r"(?: (?!not\b|never\b)[\w'-]+){0,3}? (?P<state>on|off|up|down)"
    r"(?=$|[.,;:!?)]| (?:and|but|in|at|for|to|from|by|until|during|again|while|when|since|because|all|over)\b)"
)
"""Not `on Monday`, nor `off the record`."""
_ORDER = re.compile(r"\b(?P<state>before|after) (?:the |an? |our |your |its )?(?P<what>[\w-]+)")
_OF_PARTICLE = {"on": ("on", 0), "off": ("on", 1), "up": ("up", 0), "down": ("up", 1)}


class StatedSide(NamedTuple):
    key: str
    """Of the pair; of an order with what it is before or after."""
    side: int
    """0 or 1."""
    start: int
    end: int


def stated_sides(text: str, *, orders: bool = True) -> Iterator[StatedSide]:
    """Of a text in lower case; `orders`: with what is before or after something."""
    for match in _STATE.finditer(text):
        yield StatedSide(*_SIDES[match["state"]], *match.span("state"))
    for match in _PARTICLE.finditer(text):
        yield StatedSide(*_OF_PARTICLE[match["state"]], *match.span("state"))
    for match in _ORDER.finditer(text) if orders else ():
        yield StatedSide(f"order {match['what']}", int(match["state"] == "after"), *match.span("state"))
