"""Ranking: features of hits, their scores, and the confidence in the best one.

Called in this order: `correct_spelling` (fix typing errors), `scan` (texts to items), `best_items` (whose details are
worth loading), `rank`. Values in, values out; vectors and counts are arguments.
"""

from quickstart.ranking.rank_items import ItemDetail, ItemName, ScoredItem, best_items, rank
from quickstart.ranking.scan_items import ScannedItems, scan
from quickstart.ranking.spelling_correction import Vocabulary, correct_spelling

__all__ = [
    "ItemDetail",
    "ItemName",
    "ScannedItems",
    "ScoredItem",
    "Vocabulary",
    "best_items",
    "correct_spelling",
    "rank",
    "scan",
]
