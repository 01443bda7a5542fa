"""Which level of a stone a receiver should read, from its header alone. docs/stone-format.md, section 11."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from stones.format.fortune import read_fortune
from stones.format.parsed_stone import Header

FALLBACK_LOD = 1  # of a channel that is not configured
HELPER_LEVELS = 4  # a complex stone of at least so many levels is worth delegating


@dataclass(frozen=True, slots=True)
class Channel:
    """The level at which a channel's stones are read, and the colour of its glow."""

    default_lod: int
    color: str


DEFAULT_CHANNELS: Mapping[str, Channel] = MappingProxyType(
    {
        "task": Channel(0, "#4CAF50"),
        "context": Channel(1, "#2196F3"),
        "handoff": Channel(1, "#FF9800"),
        "query": Channel(0, "#9C27B0"),
        "data": Channel(2, "#607D8B"),
    }
)


@dataclass(frozen=True, slots=True)
class TaskContext:
    """What the receiver knows of its own task."""

    needs_full_context: bool = False
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Assessment:
    """The level to read, the reason in words, and whether to delegate the rest to a helper."""

    level: int
    reason: str
    spawn_helper: bool


_NO_CONTEXT = TaskContext()


def assess(
    header: Header, context: TaskContext = _NO_CONTEXT, channels: Mapping[str, Channel] = DEFAULT_CHANNELS
) -> Assessment:
    """The level that this header calls for. Later rules override earlier ones."""
    complexity = read_fortune(header.fortune).complexity
    channel = channels.get(header.glow_channel)
    level = channel.default_lod if channel else FALLBACK_LOD
    reasons = [f"{header.glow_channel if channel else 'an unknown channel'} starts at LOD-{level}"]
    spawn_helper = False
    if complexity == "simple":
        level = 0
        reasons.append("simple: LOD-0")
    if complexity == "complex":
        level = max(level, 2)
        spawn_helper = header.lod_count >= HELPER_LEVELS
        reasons.append("complex: LOD-2 or more" + (" and a helper for the rest" if spawn_helper else ""))
    if context.needs_full_context:
        level = max(level, 2)
        reasons.append("full context: LOD-2 or more")
    if context.quick:
        level = 0
        reasons.append("quick: LOD-0")
    if "handoff" in (header.glow_channel, header.stone_type) and complexity != "simple":
        level = max(level, 1)
        reasons.append("a handoff that is not simple: LOD-1 or more")
    if level > header.lod_count - 1:
        level = header.lod_count - 1
        reasons.append(f"LOD-{level} is the highest")
    return Assessment(level, "; ".join(reasons), spawn_helper)
