"""What kind of help a query asks for: an explanation, a task done, a place, or how to do something.

Values in, values out, no model: rules of English grammar in tables (vocabulary.py, rules.py).
"""

from quickstart.intent.classify import classify, classify_intent, is_small_talk
from quickstart.intent.model import Classified
from quickstart.kinds import Intent

__all__ = ["Classified", "Intent", "classify", "classify_intent", "is_small_talk"]
