"""all-MiniLM-L6-v2 in numpy, operator by operator after the paper: the reference for the graph."""

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

Array = NDArray[np.float64]


def _erf(values: Array) -> Array:
    """Abramowitz & Stegun 7.1.26: within 1.5e-7."""
    t = 1 / (1 + 0.3275911 * np.abs(values))
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.asarray(np.sign(values) * (1 - series * np.exp(-(values**2))))


class Reference:
    def __init__(self, weights: Path, tokenizer: Path) -> None:
        self.weights: dict[str, Any] = {
            name: value.astype(np.float64) for name, value in load_file(weights).items()
        }
        self.tokenizer = Tokenizer.from_file(str(tokenizer))
        self.tokenizer.enable_truncation(256)
        self.tokenizer.no_padding()

    def embed(self, text: str) -> Array:
        ids = self.tokenizer.encode(text).ids
        weights, name = self.weights, "embeddings"
        hidden = weights[f"{name}.word_embeddings.weight"][ids]
        hidden = hidden + weights[f"{name}.position_embeddings.weight"][: len(ids)]
        hidden = self._norm(hidden + weights[f"{name}.token_type_embeddings.weight"][0], name)
        for number in range(6):
            hidden = self._layer(hidden, f"encoder.layer.{number}")
        mean = hidden.mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean))

    def _layer(self, hidden: Array, name: str) -> Array:
        query, key, value = (
            self._heads(self._dense(hidden, f"{name}.attention.self.{part}"))
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(32)
        share = np.exp(scores - scores.max(axis=-1, keepdims=True))
        share /= share.sum(axis=-1, keepdims=True)
        context = (share @ value).transpose(1, 0, 2).reshape(hidden.shape)
        attended = self._dense(context, f"{name}.attention.output.dense")
        hidden = self._norm(hidden + attended, f"{name}.attention.output")
        wide = self._dense(hidden, f"{name}.intermediate.dense")
        active = wide * 0.5 * (1 + _erf(wide / math.sqrt(2)))
        return self._norm(hidden + self._dense(active, f"{name}.output.dense"), f"{name}.output")

    def _heads(self, values: Array) -> Array:
        return values.reshape(len(values), 12, 32).transpose(1, 0, 2)

    def _dense(self, values: Array, name: str) -> Array:
        return np.asarray(values @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"])

    def _norm(self, values: Array, name: str) -> Array:
        centred = values - values.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
        return np.asarray(
            scaled * self.weights[f"{name}.LayerNorm.weight"] + self.weights[f"{name}.LayerNorm.bias"]
        )
