"""What `systemctl status` says of a service: its state, and why, by its own journal."""

import re

from stones.levels.forms.ranked_lines import Rank, RankedLine, split_lines

_UNIT = re.compile(r"[●×○↻x] (?P<name>\S+\.[a-z]+)(?: - .*| \(.*)?$")
_STATE = re.compile(r" +Active: (?P<state>.*)")
_FIELD = re.compile(r" +[A-Z][\w ]+: ")
_LOGGED = re.compile(r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ ")


def read_unit_status(content: str) -> tuple[RankedLine, ...]:
    """Empty if it is none."""
    if not content or content[0] not in "●×○↻x":
        return ()
    lines = [line for line in split_lines(content) if line]
    unit = _UNIT.match(lines[0])
    state = next(filter(None, map(_STATE.match, lines[1:10])), None)
    if (
        unit is None
        or state is None
        or any(not line[0].isspace() and not _LOGGED.match(line) for line in lines[1:])
    ):
        return ()
    short = f"{unit['name']}: {state['state'].partition(' since ')[0]}"
    journal = [_LOGGED.sub("", line) for line in lines if _LOGGED.match(line)]
    # What ended it the process itself says, not the one that watches it.
    own = [line for line in journal if not line.startswith("systemd[")] or journal
    fields = [line.strip() for line in lines[1:] if _FIELD.match(line) and not _STATE.match(line)]
    return (
        RankedLine(f"{lines[0][2:]}: {state['state']}", Rank.MAIN, short),
        *(RankedLine(line, Rank.FIRST if line == own[-1] else Rank.MORE) for line in journal),
        *(RankedLine(field, Rank.REMARK) for field in fields),
    )
