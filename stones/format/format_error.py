"""The one error of the format: what is wrong with a text, and where."""


class FormatError(ValueError):
    """A text is not a stone, or a stone cannot be written.

    `line` and `column` count from 1; the column counts code points and is None for a whole line. While writing, the
    line is the one that the document would have had.
    """

    def __init__(self, line: int, reason: str, column: int | None = None) -> None:
        super().__init__(line, reason, column)
        self.line = line
        self.column = column
        self.reason = reason

    def __str__(self) -> str:
        column = "" if self.column is None else f", column {self.column}"
        return f"line {self.line}{column}: {self.reason}"
