"""all-MiniLM-L6-v2 as an ONNX graph: BERT with 6 layers, mean pooling, unit rows (Reimers & Gurevych 2019).

It uses onnxruntime's fused operators (com.microsoft), the form that its own optimiser would arrive at. Inputs `ids`
and `mask` (batch, length) int32; output `vectors` (batch, 384) float32.
"""

from collections.abc import Sequence

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from core.llm.embeddings.minilm_weights import DIMENSIONS

LAYERS, HEADS = 6, 12
EPSILON = 1e-12
_FUSED = "com.microsoft"

Weights = dict[str, NDArray[np.float32]]


def build(weights: Weights) -> onnx.ModelProto:
    return _Graph(weights).model()


class _Graph:
    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []

    def model(self) -> onnx.ModelProto:
        hidden = self._embeddings()
        for number in range(LAYERS):
            hidden = self._layer(hidden, f"encoder.layer.{number}.")
        self._pool(hidden)
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT32, ["b", "n"]) for name in ("ids", "mask")
        ]
        output = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["b", DIMENSIONS])
        graph = helper.make_graph(self._nodes, "all-MiniLM-L6-v2", inputs, [output], self._constants)
        versions = [helper.make_opsetid("", 17), helper.make_opsetid(_FUSED, 1)]
        return helper.make_model(graph, opset_imports=versions, ir_version=8)

    def _embeddings(self) -> str:
        # Every token is of segment 0: without segment ids the operator adds none, so its row joins the positions'.
        segment = self._weights["embeddings.token_type_embeddings.weight"][0]
        positions = self._weights["embeddings.position_embeddings.weight"] + segment
        tables = [
            self._weight("embeddings.word_embeddings.weight"),
            self._constant("positions", positions),
        ]
        norm = [self._weight(f"embeddings.LayerNorm.{part}") for part in ("weight", "bias")]
        inputs = ["ids", "", *tables, "", *norm, "mask"]
        outputs = ["embedded", "embedded.lengths"]
        self._add("EmbedLayerNormalization", inputs, outputs, domain=_FUSED, epsilon=EPSILON)
        return "embedded"

    def _layer(self, hidden: str, name: str) -> str:
        attention = [hidden, *self._query_key_value(name), "mask"]
        context = self._add("Attention", attention, f"{name}context", domain=_FUSED, num_heads=HEADS)
        projected = self._linear(context, f"{name}attention.output.dense")
        hidden = self._add_and_norm(projected, hidden, f"{name}attention.output")
        wide = self._linear(hidden, f"{name}intermediate.dense")
        bias = self._weight(f"{name}intermediate.dense.bias")
        active = self._add("BiasGelu", [wide, bias], f"{name}active", domain=_FUSED)
        narrow = self._linear(active, f"{name}output.dense")
        return self._add_and_norm(narrow, hidden, f"{name}output")

    def _query_key_value(self, name: str) -> list[str]:
        parts = [f"{name}attention.self.{part}" for part in ("query", "key", "value")]
        weight = np.concatenate([self._weights[f"{part}.weight"].T for part in parts], axis=1)
        bias = np.concatenate([self._weights[f"{part}.bias"] for part in parts])
        return [self._constant(f"{name}qkv.weight", weight), self._constant(f"{name}qkv.bias", bias)]

    def _linear(self, hidden: str, name: str) -> str:
        """The product only: the next operator adds the bias."""
        weight = self._constant(f"{name}.weight", self._weights[f"{name}.weight"].T)
        return self._add("MatMul", [hidden, weight], f"{name}.product")

    def _add_and_norm(self, hidden: str, residual: str, name: str) -> str:
        norm = [self._weight(f"{name}.LayerNorm.{part}") for part in ("weight", "bias")]
        inputs = [hidden, residual, *norm, self._weight(f"{name}.dense.bias")]
        return self._add("SkipLayerNormalization", inputs, f"{name}.normed", domain=_FUSED, epsilon=EPSILON)

    def _pool(self, hidden: str) -> None:
        tokens = self._constant("axis.tokens", np.array([1], np.int64))
        last = self._constant("axis.last", np.array([2], np.int64))
        mask = self._add(
            "Unsqueeze", [self._add("Cast", ["mask"], "mask.float", to=TensorProto.FLOAT), last], "mask3"
        )
        masked = self._add("Mul", [hidden, mask], "kept")
        # The sum points where the mean does, and only the direction matters.
        total = self._add("ReduceSum", [masked, tokens], "total", keepdims=0)
        self._add("LpNormalization", [total], "vectors", axis=-1, p=2)

    def _weight(self, name: str) -> str:
        return self._constant(name, self._weights[name])

    def _constant(self, name: str, values: NDArray[np.generic]) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def _add(
        self,
        operator: str,
        inputs: Sequence[str],
        outputs: str | list[str],
        *,
        domain: str = "",
        **options: float,
    ) -> str:
        outputs = [outputs] if isinstance(outputs, str) else outputs
        node = helper.make_node(operator, list(inputs), outputs, domain=domain)
        node.attribute.extend(helper.make_attribute(name, value) for name, value in sorted(options.items()))
        self._nodes.append(node)
        return outputs[0]
