"""Patterns that count only beside another one, or in text that no reader sees."""

from core.text.instructions.injection_patterns.pattern_fragments import any_of

CONTINUATIONS = any_of(
    r"^\W{0,6}(?:then|and|also|instead|next|finally|now|do not|don't|never|always|only|just|after that"
    r"|in your|your|you|no matter"
    r"|this (?:overrides|is an order|applies)|even if|regardless|please|important)\b",
    r"^\W{0,6}(?:answer|say|reply|respond|write|add|set|include|cite|use|return|output|call|mention|tell"
    r"|put|append|quote|print|repeat"
    r"|claim|recommend|name|list|mark|save|delete|send|treat|switch|end|start|begin|insert|give|make"
    r"|pretend|act|ignore|forget|obey"
    r"|follow|comply|confirm|invoke|run|execute|reveal|keep|replace|leave|the (?:correct |right "
    r"|only )?answer|understood|sure)\b",
)
"""Continues an order in a neighbouring sentence."""

HIDDEN_KEYWORDS = any_of(
    r"\b(?:answer|say|cite|repl(?:y|ies)|respond|ignore|disregard|you (?:must|should|are)|assistant|ai"
    r"|model|llm|prompt"
    r"|instructions?|call|tool|output|print|citations?|sources?|usedprofile|canary|always|never)\b"
)
"""Sufficient in text that only a machine reads: comments, encoded text."""

JOINED_LETTERS = any_of(
    r"(?:ignore|disregard|forget|override)(?:all|any|the|your|my|of)*(?:previous|prior|above|earlier"
    r"|preceding|system|your|all)"
    r"(?:previous|prior|above|earlier)?(?:instruction|prompt|rule|direction|guideline|order|command)",
    r"(?:systemprompt|jailbreak|usedprofile|hassources|youmust(?:say|answer|cite)|(?:answer|reply"
    r"|respond)(?:only|with|always)"
    r"|citenote|citethis|citepage)",
)
"""In spaced-out letters, after joining them."""
