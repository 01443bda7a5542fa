"""Detection of a text's channel: how often it is right, and the weights that it uses.

The weights are of a multinomial logistic regression with an L2 penalty. Cross-validation is nested: the penalty is
chosen within each training part. A stone's text is counted right in its `channel` and in each of `also`.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stones.format import CHANNELS
from stones.format.channels import FALLBACK, UNSURE, read_ends
from stones.format.channels.channel_features import measure_features

PENALTIES = (1.0, 3.0, 10.0, 30.0)
DOCUMENT_WEIGHT = 0.3  # of a document against a message: documents are of two channels only
FOLDS = 10
STEPS = 300
# Channels of a document by its kind; any other kind is context.
CHANNELS_OF_KIND = {
    "handoff": ("handoff",),
    "session": ("handoff", "context"),
    "spec": ("context", "task"),
    "prd": ("context", "task"),
    "bug": ("context", "task"),
}

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ChannelExample:
    text: str
    channels: tuple[str, ...]
    """The right one first, then what is right too."""
    language: str = ""
    weight: float = 1.0


@dataclass(frozen=True)
class WeightTable:
    """Weights of features as they are measured, a column a channel."""

    names: tuple[str, ...]
    weights: Array
    constant: Array

    def likelihoods(self, features: Array) -> Array:
        return _softmax(features @ self.weights + self.constant)


def read_examples(path: Path) -> list[ChannelExample]:
    """JSONL (text, channel, also, language), or the corpus' detect_channel.json. Raises ValueError, KeyError."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        cases = [case for case in json.loads(text) if isinstance(case["content"], str)]
        return [
            ChannelExample(case["content"], (case["channel"],)) for case in cases if case["content"].strip()
        ]
    rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    return [
        ChannelExample(row["text"], (row["channel"], *row.get("also", ())), row.get("language", ""))
        for row in rows
    ]


def read_documents(folder: Path, manifests: Iterable[Path]) -> list[ChannelExample]:
    """The documents of a folder whose `kind` is in a manifest (JSONL: file, kind)."""
    kinds = {}
    for manifest in manifests:
        for line in manifest.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            kinds[row["file"]] = row["kind"]
    return [
        ChannelExample(
            path.read_text(encoding="utf-8"),
            CHANNELS_OF_KIND.get(kinds[path.name], ("context",)),
            weight=DOCUMENT_WEIGHT,
        )
        for path in sorted(folder.iterdir())
        if path.name in kinds
    ]


def measure_all(examples: Sequence[ChannelExample]) -> tuple[tuple[str, ...], Array]:
    rows = [measure_features(read_ends(example.text)) for example in examples]
    names = tuple(rows[0])
    return names, np.array([[row[name] for name in names] for row in rows])


def train(
    names: tuple[str, ...], features: Array, examples: Sequence[ChannelExample], penalty: float
) -> WeightTable:
    """Fit weights by accelerated gradient descent on standardised features; deterministic."""
    mean, spread = features.mean(axis=0), features.std(axis=0)
    spread[spread == 0] = 1
    inputs = np.c_[(features - mean) / spread, np.ones(len(features))]
    targets = np.array([[channel == e.channels[0] for channel in CHANNELS] for e in examples], dtype=float)
    importance = np.array([e.weight for e in examples])[:, None]
    step = 1 / (np.linalg.norm(inputs, 2) ** 2 / 2 + penalty)
    fitted = ahead = np.zeros((inputs.shape[1], len(CHANNELS)))
    momentum = 1.0
    shrunk = np.r_[np.ones(inputs.shape[1] - 1), 0][:, None] * penalty
    for _ in range(STEPS):
        gradient = inputs.T @ ((_softmax(inputs @ ahead) - targets) * importance) + shrunk * ahead
        following = ahead - step * gradient
        faster = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        ahead = following + (momentum - 1) / faster * (following - fitted)
        fitted, momentum = following, faster
    weights = fitted[:-1] / spread[:, None]
    return WeightTable(names, weights, fitted[-1] - mean @ weights)


def choose_penalty(
    names: tuple[str, ...], features: Array, examples: Sequence[ChannelExample], random: np.random.Generator
) -> float:
    """The penalty with the least loss in five-fold cross-validation."""
    part = random.permutation(len(examples)) % 5
    right = np.array([CHANNELS.index(e.channels[0]) for e in examples])
    importance = np.array([e.weight for e in examples])

    def loss(penalty: float) -> float:
        total = 0.0
        for fold_out in range(5):
            inside, outside = np.flatnonzero(part != fold_out), np.flatnonzero(part == fold_out)
            table = train(names, features[inside], [examples[int(i)] for i in inside], penalty)
            likely = table.likelihoods(features[outside])[np.arange(len(outside)), right[outside]]
            total -= float((importance[outside] * np.log(likely + 1e-9)).sum())
        return total

    return min(PENALTIES, key=loss)


def cross_validate(examples: Sequence[ChannelExample], seed: int) -> list[str]:
    """The channel of each example, predicted by weights that were trained without it."""
    random = np.random.default_rng(seed)
    names, features = measure_all(examples)
    shuffled = sorted(random.permutation(len(examples)), key=lambda i: examples[i].channels[0])
    fold = np.empty(len(examples), dtype=int)
    fold[shuffled] = np.arange(len(examples)) % FOLDS
    found = [""] * len(examples)
    for fold_out in range(FOLDS):
        inside = np.flatnonzero(fold != fold_out)
        training = [examples[int(i)] for i in inside]
        table = train(
            names, features[inside], training, choose_penalty(names, features[inside], training, random)
        )
        for i in np.flatnonzero(fold == fold_out):
            likely = table.likelihoods(features[i])
            found[i] = CHANNELS[int(likely.argmax())] if likely.max() >= UNSURE else FALLBACK
    return found


def score(examples: Sequence[ChannelExample], found: Sequence[str]) -> dict[str, float]:
    """Shares that are right: `all`, each channel that occurs, and `not_english` where languages are known."""
    right = [channel in e.channels for e, channel in zip(examples, found, strict=True)]
    groups = {"all": right}
    for channel in CHANNELS:
        groups[channel] = [r for r, e in zip(right, examples, strict=True) if e.channels[0] == channel]
    groups["not_english"] = [r for r, e in zip(right, examples, strict=True) if e.language not in ("", "en")]
    return {name: sum(each) / len(each) for name, each in groups.items() if each}


def write_table(table: WeightTable) -> str:
    """The text of stones/format/channels/channel_weights.py."""
    rows = [
        f'    "{name}": ({", ".join(f"{value:.2f}" for value in row)}),'
        for name, row in zip(
            table.names, table.weights - table.weights.mean(axis=1, keepdims=True), strict=True
        )
    ]
    constant = ", ".join(f"{value:.2f}" for value in table.constant - table.constant.mean())
    return "\n".join(
        (
            '"""What each feature adds for each channel. Written by `manage.py bench_channels --weights`."""',
            "",
            "# task, context, handoff, query, data",
            "WEIGHTS = {",
            *rows,
            "}",
            f"CONSTANT = ({constant})",
            "",
        )
    )


def _softmax(values: Array) -> Array:
    powers = np.exp(values - values.max(axis=-1, keepdims=True))
    shares: Array = powers / powers.sum(axis=-1, keepdims=True)
    return shares
