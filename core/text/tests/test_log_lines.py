"""What a program wrote line by line is told from what somebody wrote."""

from core.text.log_lines import MIN_LINES, split_log_lines

LOG = [f"page {n} took {n * 7} ms" for n in range(MIN_LINES)]


def test_lines_that_differ_in_their_figures_are_one_run() -> None:
    assert [*split_log_lines(["We looked at it.", *LOG, "Then it stopped."])] == [
        (0, 1, False),
        (1, 1 + MIN_LINES, True),
        (1 + MIN_LINES, 2 + MIN_LINES, False),
    ]


def test_a_few_such_lines_or_others_are_none() -> None:
    for lines in (
        LOG[1:],
        [f"{line} {name}" for line, name in zip(LOG, "abcdefgh", strict=True)],
        ["x"] * 20,
    ):
        assert [*split_log_lines(lines)] == [(0, len(lines), False)]
    assert [*split_log_lines([])] == [(0, 0, False)]
