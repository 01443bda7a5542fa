"""Features of hits, their scores, and how sure they make us.

Asked in this order: `spelled` (what was meant), `scan` (texts to items), `best` (whose details are worth loading),
`rank`. Values in, values out; vectors and counts are arguments.
"""

from quickstart.ranking.ordering import Detail, Ranked, best, rank
from quickstart.ranking.scanning import Scanned, scan
from quickstart.ranking.spelling import Vocabulary, spelled

__all__ = ["Detail", "Ranked", "Scanned", "Vocabulary", "best", "rank", "scan", "spelled"]
