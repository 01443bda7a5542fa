"""What counts as a secret in a copied text, and what people copy every day that must not."""

import random
import string
import time

import pytest

from clipboard.analysis.secret_detection import find_secrets
from core.rest.agent_tokens import new_token
from core.text.tests.machine_speed import MEGABYTE, is_within

# Written in two halves: a scanner that reads this file should find no token.
A36 = "k2Vt9QpXz7LmRb4Yc1Nw" + "8HsDf6GjKa3Tu5Ee"
A40 = A36 + "q0Zr"
B64 = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"

SHAPED = {
    "a private key": [
        f"-----BEGIN {'RSA '}PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n{B64}\n{B64}\n-----END RSA PRIVATE KEY-----",
        f"-----BEGIN {'OPENSSH'} PRIVATE KEY-----\n{B64}\n",
        f"-----BEGIN {''}PRIVATE KEY-----\n{B64[:16]}\n-----END {''}PRIVATE KEY-----",
        f'{{"private_key": "-----BEGIN {""}PRIVATE KEY-----\\n{B64}\\n"}}',
    ],
    "an AWS key": [
        "id AKIA" + "QX7NB4R5LMZP2KVC.",
        "AKIA" + "QX7NB4R5LEXAMPLE",
        "aws_secret_access_key = " + A40,
        "aws_secret_access_key=" + A40[:30] + "EXAMPLEKEY",
    ],
    "a GitHub token": [
        "git clone with gh" + "p_" + A36 + " please",
        "github_" + "pat_" + A40[:22] + "_" + A40 + A40[:19],
    ],
    "a GitLab token": ["GITLAB=glpat" + "-" + A36[:20]],
    "a Slack token": [
        "xox" + "b-123456789012-" + A36,
        "https://hooks.slack.com/" + "services/T01234567/B01234567/" + A36[:24],
    ],
    "a Stripe key": ["sk_" + "live_" + A36[:24], "rk_" + "test_" + A36[:24]],
    "an Anthropic key": ["sk-" + "ant-api03-" + A40],
    "an OpenAI key": ["OPENAI_API_KEY=sk-" + "proj-" + A40, "sk-" + A40],
    "a Google key": ["AIza" + A36[:35]],
    "a Hugging Face token": ["hf" + "_" + A36],
    "a token of a package registry": ["npm" + "_" + A36],
    "a JSON web token": ["Bearer ey" + "JhbGciOiJIUzI1NiJ9.ey" + "JzdWIiOiIxMjM0NTY3ODkwIn0." + A36],
    "an address with a password": ["psql postgres://" + "ann:tr0ub4dor@db.example.org/site"],
    "a password": [
        "password: " + "hunter2",
        "Passwort\nDB_PASSWORD=" + "x7Kq29bLm\nDEBUG=1",
        "export API_KEY='" + "9f86d081884c7d659a2feaa0c55ad015" + "'",
        "> `api-token`: " + "4d3c2b1a0f9e",
    ],
    "a lone token": [A36[:24], f"  {A40}\n", "Zx9!kQ2#vB7$mN4^pL8&", "b3f7k2m9x4q8w1z6t5r0y"],
}


@pytest.mark.parametrize(
    ("kind", "text"),
    [(kind, text) for kind, texts in SHAPED.items() for text in texts],
    ids=lambda value: value[:14],
)
def test_a_secret_is_known_by_its_kind(kind: str, text: str) -> None:
    assert find_secrets(text) == [kind]


def test_a_token_of_this_site() -> None:
    assert find_secrets(f"Authorization: Bearer {new_token()}") == ["an agent's token of QA.Stone"]


def test_a_secret_amid_a_long_text_is_found_and_its_text_is_not_told() -> None:
    text = (
        "A paragraph of the handoff. " * 400 + "gh" + "o_" + A36 + " and so on. " * 400 + "glpat" + "-" + A36
    )
    found = find_secrets(text)
    assert found == ["a GitHub token", "a GitLab token"]
    assert A36 not in "".join(found)


EVERYDAY = [
    "a3f1b2c4",
    "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
    "6fdb3d094e1182c2fd737b9655154825.png",
    "f47ac10b-58cc-4372-a567-0e02b2c3d479",
    "01JDA8K3V5T8Q2W4E6R7Y8Z9A0",
    "https://example.org/a/YIye-ze3TTx7gtSv422nZA4sgmk?x=1",
    "/home/ann/projects/qastone/stones/tests/test_states.py",
    "stones.management.commands.format_stone",
    "django-cors-headers==4.9.0",
    "2026-11-22T06:25:30.123456+00:00",
    "IMG_20241122_063012-final-version-2.jpeg",
    "getUserById2AndReturnHisMessagesOrNone",
    "DJANGO_ALLOW_ASYNC_UNSAFE_2",
    "release-2026-11-22-candidate-3",
    "ann.lovelace+qastone@example.org",
    "Donaudampfschifffahrtsgesellschaft1",
    "password: str",
    "password = get_password(user)",
    "password: required",
    "password=auth_password,",
    "password: <your password>",
    "token: ${{ secrets.TOKEN }}",
    "The password: at least eight characters, one of them a digit.",
    "password:\n  type: string\n  minLength: 8",
    "api_key: ********",
    "postgres://user:password@localhost/site",
    "postgres://ann:${PGPASSWORD}@localhost/site",
    "Tokens begin with ghp_ or github_pat_, keys with sk-ant- or AKIA.",
    "A file that begins with -----BEGIN PRIVATE KEY----- is a key.",
    "-----BEGIN PRIVATE KEY-----\n<your key>\n-----END PRIVATE KEY-----",
    "qas_" + "0" * 36,
    "AKIA" + "IOSFODNN7EXAMPLE",
    "",
    " \n",
]


@pytest.mark.parametrize("text", EVERYDAY, ids=range(len(EVERYDAY)))
def test_what_is_copied_every_day_is_none(text: str) -> None:
    assert find_secrets(text) == []


def test_a_label_makes_a_hash_a_key() -> None:
    sha256 = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
    assert find_secrets(sha256) == []
    assert find_secrets(f"secret: {sha256}") == ["a password"]


@pytest.mark.parametrize("length", [20, 24, 32, 64])
def test_random_tokens_are_met_nine_times_of_ten(length: int) -> None:
    rolled = random.Random(length)
    tokens = ["".join(rolled.choices(string.ascii_letters + string.digits, k=length)) for _ in range(500)]
    assert sum(find_secrets(token) == ["a lone token"] for token in tokens) > 450


@pytest.mark.parametrize("length", [12, 201])
def test_a_lone_word_has_a_length(length: int) -> None:
    token = (A40 * 6)[:length]
    assert find_secrets(token) == []


@pytest.mark.parametrize(
    "unit",
    [
        "eyJ-",
        "eyJ.",
        "-",
        "- ",
        "a.",
        "a-",
        "xoxb-",
        "sk-",
        "password",
        "x://a",
        "-----BEGIN ",
        "[",
        "`",
        "|",
    ],
)
def test_no_text_takes_more_than_linear_time(unit: str) -> None:
    text = unit * (MEGABYTE // 5 // len(unit))
    started = time.process_time()
    find_secrets(text)
    find_secrets(f"{text}\n" * 2)
    # A pattern that begins anew at each of these would take a hundred times as long.
    assert is_within(time.process_time() - started, 5 * MEGABYTE / 1_000_000)
