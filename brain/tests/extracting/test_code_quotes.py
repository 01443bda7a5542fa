"""A block of code is quoted with what introduces it."""

import pytest

from brain.checking.answer_check import check_answer
from brain.tests.extracting.extracted_answers import extracted, source

SHED = """# Lock the shed

Bo has a lock for the shed, which can be shut from the desk like so:

```bash
lock --shed   # twice
```

This takes a minute.

Anybody may open it.

## Timer

```yaml
timer:
  # minutes until the shed is locked
  shed: 30
```
"""


def test_the_command_follows_its_sentence_and_its_number() -> None:
    shed = source(SHED, title="Lock the shed")
    found = extracted("how can the shed be shut from the desk?", shed)
    assert found.answer == (
        "Bo has a lock for the shed, which can be shut from the desk like so: [1]\n"
        "```bash\nlock --shed   # twice\n```"
    )
    checked = check_answer(found, [shed])
    assert checked.response.answer == found.answer
    assert not checked.dropped
    assert not checked.unsupported


def test_a_block_without_a_sentence_is_quoted_whole_with_its_comments() -> None:
    found = extracted(
        "how many minutes until the shed is locked?", source(SHED, title="Lock the shed")
    ).answer
    assert "```yaml\ntimer:\n  # minutes until the shed is locked\n  shed: 30\n```" in found


def test_a_block_that_does_not_fit_is_left_out() -> None:
    long = SHED.replace("lock --shed", "lock --shed " + "a1 b2 c3 " * 40)
    assert "``" not in extracted("how can the shed be shut from the desk?", source(long[:450])).answer
    body = "The shed is shut like so:\n\n```\n" + "z9!q7?x5% " * 36 + "\n```\n"
    found = extracted("how is the shed shut?", source(body, title="Shed")).answer
    assert found.endswith("The shed is shut like so: [1]")


@pytest.mark.parametrize(
    "line",
    [
        "[shed-lock]: https://sheds.example/the/lock\n[shed]: https://sheds.example/the/shed",
        "[[Lock of the shed]]",
    ],
)
def test_links_alone_are_not_quoted_beside_a_sentence(line: str) -> None:
    body = f"Bo shuts the shed at nine.\n\n{line}\n"
    found = extracted("How strong is the lock of the shed?", source(body, title="Yard")).answer
    assert "example" not in found
    assert "[[" not in found


def test_a_link_with_every_word_is_quoted() -> None:
    body = "Bo shuts the shed at nine.\n\n[How strong the lock of sheds is](https://sheds.example/lock)\n"
    assert "https://sheds.example/lock" in extracted("How strong is the lock of sheds?", source(body)).answer
