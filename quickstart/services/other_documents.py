"""Whether what was chosen is from another document than the one that the question names.

A collection may hold several FAQs: "I am 16, may I come to the LAN?" is near a rule for those under 16 at the pool.
"""

import re

from core.text.calendar_words import MONTH
from core.text.guess_language import guess_language
from quickstart.models import Collection, Entry
from quickstart.queries.browse_collection import entries_of

_NAME = re.compile(r"(?<=[\w,;:] )(?:[A-Z]{2,}|[A-Z][a-z][\w-]+)\b")
"""Within a sentence; a capital alone is none, "I" above all."""
_CAPITAL = re.compile(r"\b[A-Z]")
_WORD = re.compile(r"[^\W_]+")
_MOST_CAPITALS = 0.5
_DAY = re.compile(rf"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|{MONTH}")


def is_of_other_document(collection: Collection, query: str, entry: Entry) -> bool:
    """Whether a name in the question is in the title of another document of the collection (the first label of a
    place), and nowhere in the entry. One query; none without a name.
    """
    is_capitalised = len(_CAPITAL.findall(query)) > _MOST_CAPITALS * len(_WORD.findall(query))
    if is_capitalised or guess_language(query) not in ("en", ""):
        return False
    own = _words("\n".join([collection.title, *entry.tree_path, *entry.contents]))
    named = _words("\n".join(_NAME.findall(query))) - own
    names = {each for each in named if not _DAY.fullmatch(each)}
    if not names:
        return False
    titles = entries_of(collection).order_by().values_list("tree_path__0", flat=True).distinct()
    return not names.isdisjoint(_words("\n".join(titles)))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))
