"""The channel of a plain text, from its wording and layout. docs/stone-format.md, section 10."""

from math import exp

from stones.format.channels.channel_features import measure_features
from stones.format.channels.channel_weights import CONSTANT, WEIGHTS
from stones.format.delimiters import canonical
from stones.format.parsed_stone import CHANNELS
from stones.format.quoted_stones import own_text

# Read of a longer text: it says what it is at its beginning, and what it wants there or at its end.
HEAD_CHARACTERS = 3_000
TAIL_CHARACTERS = 1_500
UNSURE = 0.45  # minimum likelihood of a channel; by cross-validation, .40 to .55 are equally good
FALLBACK = "context"
_FENCE = "```"


def detect_channel(content: str) -> str:
    """handoff, data, query or task; context for context, and if no channel is likely."""
    text = read_ends(own_text(content))
    if not text.strip():
        return FALLBACK
    likely = channel_likelihoods(text)
    best = max(likely, key=likely.__getitem__)
    return best if likely[best] >= UNSURE else FALLBACK


def read_ends(content: str) -> str:
    """The beginning and the end of a content, with LF line ends: only these decide the channel."""
    if len(content) <= HEAD_CHARACTERS + TAIL_CHARACTERS:
        return canonical(content)
    head, tail = content[:HEAD_CHARACTERS], content[-TAIL_CHARACTERS:]
    # If the cut is within a fence, the end is still code.
    if head.count(_FENCE) % 2:
        head += f"\n{_FENCE}"
    if content.count(_FENCE, 0, -TAIL_CHARACTERS) % 2:
        tail = f"{_FENCE}\n{tail}"
    return canonical(f"{head}\n\n{tail}")


def channel_likelihoods(text: str) -> dict[str, float]:
    """The likelihood of each channel, sum 1. `text` is the result of `read_ends`."""
    features = measure_features(text)
    sums = [
        constant + sum(features[name] * row[i] for name, row in WEIGHTS.items())
        for i, constant in enumerate(CONSTANT)
    ]
    powers = [exp(value - max(sums)) for value in sums]
    return {channel: power / sum(powers) for channel, power in zip(CHANNELS, powers, strict=True)}
