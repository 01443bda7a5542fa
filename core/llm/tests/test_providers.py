"""The configured models; a forked worker's models; and that importing `llm` is cheap."""

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import Settings

from core.llm import built_in_embedder, embedder_named, get_chat_model, get_embedder
from core.llm.chat.openai_chat import OpenAIChat
from core.llm.embeddings.centred_embedder import CentredEmbedder
from core.llm.embeddings.local_embedder import LocalEmbedder
from core.llm.model_doubles import FakeChat, FakeEmbedder, use_models


def test_the_default_is_the_local_model_and_no_chat(settings: Settings) -> None:
    settings.LLM_MODEL = settings.EMBEDDINGS_MODEL = ""

    assert get_chat_model() is None
    assert isinstance(get_embedder(), LocalEmbedder)
    assert get_embedder() is get_embedder()
    assert (get_embedder().name, get_embedder().dimensions) == ("all-MiniLM-L6-v2", 384)


def test_settings_choose_servers(settings: Settings) -> None:
    settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_API_KEY = "chatty", "http://localhost:1/v1", "k"
    settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_BASE_URL = "nomic-embed-text-v1.5", "http://localhost:1/v1"

    chat, embedder = get_chat_model(), get_embedder()

    assert isinstance(chat, OpenAIChat)
    assert chat.name == "chatty"
    assert get_chat_model() is chat
    assert isinstance(embedder, CentredEmbedder)
    # With its prefixes: vectors made without them are another model's.
    assert embedder.name.startswith("nomic-embed-text-v1.5+")
    settings.EMBEDDINGS_QUESTION_PREFIX = settings.EMBEDDINGS_TEXT_PREFIX = ""
    assert get_embedder().name == "nomic-embed-text-v1.5+centred"
    settings.LLM_API_KEY = "another"
    assert get_chat_model() is not chat


def test_another_chat_model_of_the_same_server(settings: Settings) -> None:
    settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_API_KEY = "chatty", "http://localhost:1/v1", "k"

    other = get_chat_model(model="small-one")

    assert isinstance(other, OpenAIChat)
    assert other.name == "small-one"
    assert get_chat_model(model="small-one") is other
    assert get_chat_model(model="chatty") is get_chat_model()
    settings.LLM_MODEL = ""
    assert get_chat_model(model="small-one") is None


def test_a_chat_model_charged_to_an_account_is_the_same_model(settings: Settings) -> None:
    settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_API_KEY = "chatty", "http://localhost:1/v1", "k"
    charged = get_chat_model(account=7)
    assert isinstance(charged, OpenAIChat)
    assert charged.name == "chatty"
    # What one call learns of the server, the calls of all accounts know.
    shared = get_chat_model()
    assert isinstance(shared, OpenAIChat)
    assert charged._learnt is shared._learnt


def test_an_embedder_by_its_name(settings: Settings) -> None:
    settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_BASE_URL = "bge-m3", "http://localhost:1/v1"

    assert embedder_named("bge-m3+centred") is get_embedder()
    assert isinstance(built_in_embedder(), LocalEmbedder)
    assert isinstance(embedder_named("all-MiniLM-L6-v2"), LocalEmbedder)
    assert embedder_named("one-of-last-year") is None
    assert embedder_named("") is None


def test_chat_doubles_by_their_names() -> None:
    usual, other = FakeChat(), FakeChat(name="small-one")

    with use_models(chat=usual, other_chats=[other]):
        assert get_chat_model(model="small-one") is other
        assert get_chat_model() is get_chat_model(model="unknown") is usual


def test_doubles_by_their_names() -> None:
    new, old = FakeEmbedder(name="new"), FakeEmbedder(name="old")

    with use_models(embedder=new, others=[old]):
        assert embedder_named("new") is new
        assert embedder_named("old") is old
        assert embedder_named("all-MiniLM-L6-v2") is None
        with use_models(embedder=old):
            assert embedder_named("new") is None
            assert get_embedder() is old
        assert get_embedder() is new
    assert embedder_named("old") is None


@pytest.mark.long
@pytest.mark.slow
def test_a_forked_worker_makes_its_own_model(tmp_path: Path) -> None:
    program = (
        "import os, sys\n"
        "from django.conf import settings\n"
        "settings.configure(EMBEDDINGS_MODEL='', QASTONE_VAR=sys.argv[1])\n"
        "from core.llm import get_embedder\n"
        "before = get_embedder(); before.embed(['hello'])\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    fresh = get_embedder()\n"
        "    os._exit(0 if fresh is not before and fresh.embed(['hello']).shape == (1, 384) else 1)\n"
        "sys.exit(os.waitpid(child, 0)[1])\n"
    )

    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, str(tmp_path)], timeout=120, check=False
    )

    assert done.returncode == 0


def test_importing_the_package_loads_nothing_heavy() -> None:
    program = (
        "import sys, core.llm\n"
        "heavy = {'numpy', 'openai', 'onnxruntime', 'onnx', 'pydantic', 'splintr', 'django'} & set(sys.modules)\n"
        "from core.llm import count_tokens, LLMError\n"
        "heavy |= {'numpy', 'openai', 'onnxruntime', 'pydantic', 'django'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)\n"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=False)

    assert (done.returncode, done.stderr) == (0, b"")
