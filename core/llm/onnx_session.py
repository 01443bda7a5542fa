"""How models of this machine are opened and what they read."""

import os
from pathlib import Path

import onnxruntime
from onnxruntime.capi.onnxruntime_pybind11_state import (
    Fail,
    InvalidArgument,
    InvalidGraph,
    InvalidProtobuf,
    NoSuchFile,
    NotImplemented,
    RuntimeException,
)
from tokenizers import Tokenizer

ONNX_FAULTS = (
    Fail,
    InvalidArgument,
    InvalidGraph,
    InvalidProtobuf,
    NoSuchFile,
    NotImplemented,
    RuntimeException,
)
THREADS = min(2, os.cpu_count() or 1)


def open_session(model: str | bytes) -> onnxruntime.InferenceSession:
    """`model`: its path, or its bytes. Raises ONNX_FAULTS."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Idle threads sleep instead of spinning.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def open_tokenizer(path: Path, *, max_tokens: int) -> Tokenizer:
    """What is longer is cut; nothing is padded."""
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.enable_truncation(max_tokens)
    tokenizer.no_padding()
    return tokenizer


def encodable(text: str) -> str:
    """Without halves of characters, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode()
