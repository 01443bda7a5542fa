"""What is told to whoever asked, and how it is written down. Pure."""

from quickstart.answers.as_json import to_json
from quickstart.answers.markdown import to_markdown
from quickstart.answers.plain import to_plain

__all__ = ["to_json", "to_markdown", "to_plain"]
