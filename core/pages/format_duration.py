"""Durations in words."""

_UNITS = ((365 * 86400, "y"), (30 * 86400, "mo"), (86400, "d"), (3600, "h"), (60, "min"))


def format_duration(seconds: float) -> str:
    """ "7 min": the largest unit that fits, rounded down."""
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{seconds // size:.0f} {unit}"
    return f"{max(seconds, 0):.0f} s"
