"""Titles between two rows of marks, and commands typed at a prompt, line by line as Markdown."""

import pytest

from core.text.other_markup import as_markdown, with_prompts_indented


@pytest.mark.parametrize("mark", ["=", "#", "*", "-"])
def test_a_title_between_two_rows_of_marks_is_the_first_of_headings(mark: str) -> None:
    row = mark * 9
    lines = [row, "Lanternas", row, "", "Lamps for boats.", "", "Use", "~~~", "", "Light it."]
    assert as_markdown(lines)[:3] == ["", "Lanternas", "==="]
    assert as_markdown(lines)[6:8] == ["Use", "---"]


@pytest.mark.parametrize(
    "lines",
    [
        ["=====  =====", "A      B", "=====  ====="],
        ["---", "name: lamp", "---"],
        ["====", "A row that is far too short for this line", "===="],
    ],
)
def test_a_table_and_front_matter_are_no_titles(lines: list[str]) -> None:
    assert as_markdown(lines) == lines


@pytest.mark.parametrize(
    "run",
    [
        ["# modprobe lamp", "# lamp --test"],
        ["$ su -", "# modprobe lamp", "[ok]", "# exit"],
    ],
)
def test_a_run_of_lines_at_a_prompt_is_code(run: list[str]) -> None:
    lines = ["Load the driver.", "", *run, "", "Then look."]
    code = [f"    {line}" for line in run]
    assert with_prompts_indented(lines) == ["Load the driver.", "", *code, "", "Then look."]


def test_a_single_command_is_code_where_a_line_leads_in() -> None:
    assert with_prompts_indented(["As root:", "", "# modprobe lamp"])[2] == "    # modprobe lamp"
    assert with_prompts_indented(["Lamps.", "", "# modprobe lamp"])[2] == "# modprobe lamp"


@pytest.mark.parametrize(
    "lines",
    [
        ["# lamp", "", "A lamp.", "", "# use of it", "", "Light it."],
        ["# Lamp", "# Second edition"],
        ["```", "# one line", "# two lines", "```"],
        ["Parts:", "", "# wick"],
    ],
)
def test_headings_and_fences_stay(lines: list[str]) -> None:
    assert with_prompts_indented(lines) == lines
