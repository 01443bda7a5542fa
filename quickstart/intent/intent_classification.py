"""The result of classifying a query."""

from dataclasses import dataclass

from quickstart.kinds import Intent


@dataclass(frozen=True, slots=True)
class IntentClassification:
    """`reason` is half a sentence for people: "begins with the verb 'crop'"; `confidence` is 0 to 1."""

    intent: Intent
    reason: str
    confidence: float
