"""Which kind of help a query asks for: an explanation, a task, a place, or how to do something.

Values in, values out, no model: rules of English grammar in tables (signal_words.py, intent_rules.py).
"""

from quickstart.intent.classify import IntentClassification, classify, classify_intent, is_small_talk
from quickstart.kinds import Intent

__all__ = ["Intent", "IntentClassification", "classify", "classify_intent", "is_small_talk"]
