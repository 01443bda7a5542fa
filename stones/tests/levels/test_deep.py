"""LOD-2 keeps the structure and names what an agent needs to go on."""

from stones.levels import check_levels, write_extract
from stones.tests.levels.doubles import count_tokens, embed

FILLER = "\n\n".join(
    f"The weather of day {n} was much like the weather of the day before it." for n in range(60)
)
HANDOFF = f"""# Hermes handoff

## Decisions

We decided to keep the retry limit at 3 in `src/upload/worker.py`.

## State

| Part | State |
|---|---|
| worker | 41 of 42 tests pass |

## Next steps

- [ ] Fix `test_resume_after_restart` before the release
- [x] Remove the old queue

```bash
# run the tests
make test-upload
```

## Open questions

Should a part of 5 MB be retried at all?

## Diary

{FILLER}
"""


def _deep() -> str:
    return write_extract(HANDOFF, embed=embed, count_tokens=count_tokens).texts[2]


def test_headings_stand_in_their_order_over_what_was_under_them() -> None:
    deep = _deep()
    headings = [line for line in deep.split("\n") if line.startswith("#")]
    assert headings[:4] == ["## Decisions", "## State", "## Next steps", "## Open questions"]
    assert deep.index("## Decisions") < deep.index("retry limit at 3") < deep.index("## State")


def test_decisions_state_files_commands_numbers_and_questions_are_named() -> None:
    deep = _deep()
    for kept in (
        "`src/upload/worker.py`",
        "worker | 41 of 42 tests pass",
        "- [ ] Fix `test_resume_after_restart`",
        "`make test-upload`",
        "Should a part of 5 MB be retried at all?",
    ):
        assert kept in deep


def test_it_is_a_quarter_at_most_and_all_of_it_stands_in_the_content() -> None:
    deep = _deep()
    assert count_tokens(deep) <= count_tokens(HANDOFF) // 4
    assert [
        fault
        for fault in check_levels(["", "", deep], HANDOFF, count_tokens=count_tokens)
        if fault.level == 2
    ] == []


def test_files_that_no_line_names_are_listed() -> None:
    many = HANDOFF + "\n\n".join(
        f"The day was like the others were; see docs/day_{n}.md for it." for n in range(60)
    )
    assert "**Files:** `docs/day_" in write_extract(many, embed=embed, count_tokens=count_tokens).texts[2]
