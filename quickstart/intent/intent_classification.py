"""What is told of a query's kind."""

from dataclasses import dataclass

from quickstart.kinds import Intent


@dataclass(frozen=True, slots=True)
class IntentClassification:
    """`reason` is half a sentence for people: "begins with the verb 'crop'"; `confidence` lies in 0–1."""

    intent: Intent
    reason: str
    confidence: float
