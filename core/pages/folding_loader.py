"""Templates as they are sent: without the indentation that makes them readable, each element on one line."""

import re

from django.template import Origin
from django.template.loaders import filesystem

# Elements that show their white space stay as they are written.
_VERBATIM = re.compile(
    r"(\{% snippet .*?\{% endsnippet %\}|<(?:pre|textarea|script)\b.*?</(?:pre|textarea|script)>)", re.S
)
_LINE_BREAK = re.compile(r"\n +(>?)")


class FoldingLoader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        parts = _VERBATIM.split(super().get_contents(origin))
        parts[::2] = [_LINE_BREAK.sub(lambda found: found[1] or " ", part) for part in parts[::2]]
        return "".join(parts)
