"""The rules of intents, as tables: a row is an intent, its reason in words, a confidence, and patterns.

The first matching row decides. Patterns that several rows share are in rule_patterns.py.
"""

import re
from dataclasses import dataclass

from quickstart.intent.rule_patterns import (
    ALL,
    AUXILIARY,
    BROKEN,
    FINITE,
    NICE,
    OWN_NOUN,
    PLACE,
    SUBJECT,
    SUBJECTS,
    SYMPTOM,
    THIRD_PERSON,
    WHO,
)
from quickstart.kinds import Intent

UNDERSTANDING, ACTION, NAVIGATION, HYBRID = (
    Intent.UNDERSTANDING,
    Intent.ACTION,
    Intent.NAVIGATION,
    Intent.HYBRID,
)


@dataclass(frozen=True, slots=True)
class IntentRule:
    pattern: re.Pattern[str]
    intent: Intent
    reason: str
    confidence: float


def _row(intent: Intent, reason: str, confidence: float, *patterns: str) -> IntentRule:
    """Whole words: "list" does not match in "listen" or "list-view". A named group `quoted` is what the reason
    quotes.
    """
    either = "|".join(patterns)
    return IntentRule(re.compile(rf"(?<![\w'-])(?:{either})(?![\w'-])"), intent, reason, confidence)


QUESTIONS = (
    _row(
        HYBRID, "asks how to do it", 0.9,
        rf"how (?:do|does|can|should|could|would|might|did|must|may|shall|will|am|are|is) {WHO}",
        r"how (?:can|could)",
        r"how (?:to|best to|not to|about)|howto",
        r"anything to|ways? to|steps? (?:to|for)|instructions? (?:to|for|on)",
        r"(?:a )?(?:guide|tutorial|walkthrough|recipe) (?:to|for|on)",
        r"walk me through|guide me|show me how|tell me how to|teach me|learn how to|find a way to|figure out how",
        r"(?:the )?(?:best|right|easiest|simplest|fastest|quickest|proper|cleanest|safest|recommended)"
        r" (?:way|approach|method)",
    ),
    _row(
        HYBRID, "asks for a way to do it", 0.9,
        r"(?:what is|what are|which is|what would be|is there|are there|is this|any)(?: (?:a|an|any|the|some|no))?"
        r"(?: \w+){0,2} (?:ways?|possibility|chance|options?|trick|approach|procedure|workaround|means)"
        r" (?:to|of|for|around|that)",
        r"is there (?:something|anything)(?: \w+)? (?:to|that)",
        r"(?:is it|would it be) (?:possible|feasible|allowed|easy|hard|ok|okay) (?:to|for|that)",
    ),
    _row(
        HYBRID, "asks what to do", 0.8,
        r"where (?:do|should|would|could|can) (?:i|we|one) (?:even )?(?:start|begin)",
        r"what (?:do|should|must|can|could|would) (?:i|we)"
        r" (?:need|do|have to|watch|try|install|run|type|use|change|put|write|pass|call|set)",
        r"what (?:to do|now|next|went wrong|is wrong|am i doing wrong|did i do wrong|gives)",
    ),
    _row(UNDERSTANDING, "asks for an explanation", 0.9,
         r"can (?:someone|somebody|anyone) (?:explain|describe|clarify)"),
    _row(HYBRID, "asks whether it can be done", 0.85, r"(?:can|can't|could|couldn't|may)(?= [\w'])"),
    _row(
        NAVIGATION, "asks for a place", 0.9,
        r"where(?:abouts)?",
        r"(?:in|from|under) (?:which|what)",
    ),
    _row(
        NAVIGATION, "asks for a place", 0.7,
        rf"(?:which|what)(?: of (?:my|our|the|these|those))?(?: {OWN_NOUN})? {PLACE}"
        r"(?! (?:formats?|types?|systems?|size|names?|vs|or|means?)\b)(?= )",
        r"(?:which|what)(?: [\w'-]+){2,8} (?:live|leave|sit|belong|end up|stay|stored|kept"
        r"|saved|located|placed|put|go|found) (?:in|from|under|on|at|to)$",
    ),
    _row(
        NAVIGATION, "asks for something that is there", 0.65,
        r"which of (?:my|our)",
        r"which [\w'-]+ (?:has|contains|holds|defines)(?= )",
        r"(?:is|are) there (?:already )?(?:an?|any|some) (?:existing )?(?:examples?|scripts?|docs?|documentation"
        r"|templates?|pages?|files?|samples?|tutorials?|notes?)",
        r"do (?:we|you) (?:already |still )?have(?! to)|do i (?:already|still) have(?! to)",
    ),
    _row(
        NAVIGATION, "asks for something that was recorded", 0.6,
        r"(?:what|which)(?: \w+){0,2} (?:did|have|was|were) (?:we|i|it|the|they|my)",
        r"when did (?:we|i)|what was the",
    ),
    _row(UNDERSTANDING, "asks for a reason", 0.95, r"why|how come|what for|for what|what if"),
    _row(
        UNDERSTANDING, "begins with a question word", 0.85,
        r"what|whose|whom|who|which|how",
        r"when(?= (?:is|are|do|does|did|should|would|will|can|was|were|must|to)\b)",
        r"(?:at|on|to|for|with|by|until|since|about) (?:what|which|whom)",
    ),
    _row(
        UNDERSTANDING, "a yes-or-no question", 0.85,
        rf"(?:{AUXILIARY})(?= )",
        rf"would(?! (?:be {NICE}|like|love|rather)\b)(?= )",
        r"have (?:i|we|you|they|there)",
    ),
    _row(
        UNDERSTANDING, "a yes-or-no question", 0.8,
        r"do (?:i|we|you|they|these|those|people|children|users|all|any|both|most)(?= )",
        # "do helper files get copied", but neither "do a backup" nor "do the dishes".
        r"do (?:my|our|your) (?:[\w'-]+ )?[\w'-]+s"
        r" (?!(?:now|today|please|again|first|for|and|or|in|on|at|with|to|from|of|by)\b)\w+",
        r"do (?!(?:a|an|the|my|our|your|this|that|some|something|it|not|what)\b)(?:[\w'-]+ )?[\w'-]+s \w+",
    ),
)  # fmt: skip
"""At the beginning of any clause."""

IMPERATIVES = (
    _row(UNDERSTANDING, "compares", 0.8, r"(?:[\w'-]+ ){1,4}(?:vs|versus)"),
    _row(
        UNDERSTANDING, "asks for an explanation", 0.95,
        r"explain|describe|define|clarify|elaborate|eli5|help me understand|talk me through",
        r"tell me (?:about|more|what|why|how|which|whether|if|the)",
        r"give me (?:an overview|an idea|a summary|the gist|some background)",
    ),
    _row(
        UNDERSTANDING, "asks for an explanation", 0.7,
        r"summari[sz]e (?:how|what|why|the (?:difference|idea|concept|options))",
        r"compare (?=.* (?:and|with|against|vs) )",
    ),
    _row(
        UNDERSTANDING, "wants to understand", 0.85,
        r"(?:i )?(?:don't|do not|didn't|can't) (?:understand|get|see|know)"
        r" (?:what|why|how|when|which|the (?:point|difference|idea))",
        r"(?:i am )?(?:not sure|unsure|curious|confused|unclear|wondering|puzzled)",
        r"i (?:wonder|was wondering|am wondering)|no idea (?:what|why|when|which)",
        r"(?:(?:i|we) )?(?:want|need|would like|am trying|trying|try|wanna) to"
        r" (?:understand|know|learn (?:about|what|why))",
        r"wanna know",
    ),
    # Beginnings that only look like a search.
    _row(
        ACTION, "names a task", 0.7,
        r"find and replace|find or create|search and replace",
        r"list (?:view|box|item|comprehension)s?|search (?:box|bar|field|engine|form|page)",
        r"show (?:a|an|as|it|them|this|that|\w+ (?:as|when|while|if|on|in a|for|after|before|until))",
    ),
    _row(
        NAVIGATION, "begins with a verb of looking", 0.9,
        r"find|locate|look up|lookup|look for|(?:i am )?looking for|hunt down|track down|search|browse|navigate",
        r"point me (?:to|at)|(?:take|get|bring|lead|direct) me to|go to|bring up|pull up|jump to (?:the|my)",
    ),
    _row(
        NAVIGATION, "begins with a verb of looking", 0.75,
        rf"show(?: me| us)?|view {ALL}|see(?! (?:if|that)\b)|display (?:all|every|my|the list)|open (?:the|my|our)",
        rf"list(?: me)?(?: out)?(?= (?:{ALL}|[\w'-]+s)\b)",
    ),
    _row(
        NAVIGATION, "asks for a place", 0.8,
        r"(?:link|path|url|directions|pointer) to(?: the| a| our|$)|(?:location|path) of",
    ),
)  # fmt: skip
"""At the beginning of the query; bare imperatives with any other verb are in signal_words.VERBS."""

TOPICS = (
    _row(
        UNDERSTANDING, "compares", 0.85,
        r"vs|versus|compared (?:to|with)|in contrast to|different from|differences?(?! between (?:two )?dates)",
    ),
    _row(
        UNDERSTANDING, "weighs", 0.85,
        r"pros and cons|trade-?offs?|(?:dis)?advantages?|benefits? of|drawbacks?",
    ),
    _row(
        UNDERSTANDING, "names something to explain", 0.8,
        r"overview|meaning of|definition of|purpose of|concepts? (?:of|behind)|theory (?:of|behind)",
        r"intro(?:duction)? to",
        r"under the hood|in plain (?:words|english)",
        r"^(?:the )?(?:reasons?|rationale|idea|motivation|logic|intuition)(?= (?:for|why|the|behind|of)\b|$)",
        r"^(?:the )?(?:limits?|limitations?|requirements?|costs?|background|basics|history) (?:of|on|for)",
        r"^anything (?:i|we) (?:should|need to|must)",
    ),
    _row(
        UNDERSTANDING, "weighs one against the other", 0.7,
        # Two names before any preposition: "bottom tabs or side menu", "rebase or merge for long lived branches".
        r"^(?:a |an |the )?(?:[\w.+#-]+ ){1,4}?or (?:[\w.+#-]+ ?){1,3}"
        r"(?:(?: |\b)(?:for|on|in|when|with|by|to|at|if|while)\b|$)",
    ),
)  # fmt: skip
"""Anywhere in a query that does not begin with an imperative."""

CHOICE_OF_VERBS = _row(
    UNDERSTANDING, "weighs one against the other", 0.7,
    r"[\w-]+ or [\w-]+ (?:for|when|if|while)",
)  # fmt: skip
"""A beginning like an imperative, with no object: "rebase or merge when …"."""

STATEMENTS = (
    _row(HYBRID, "tells of a problem", 0.85, rf"^(?:[\w'-]+ )?(?:{SUBJECT} )*?(?P<quoted>{BROKEN})"),
    _row(HYBRID, "tells of a problem", 0.8, SYMPTOM),
    _row(
        HYBRID, "tells of a problem", 0.8,
        # Not "photos i haven't rated": there a noun precedes.
        rf"(?:^{WHO}|^it|(?:and|but|because|so|now) (?:{WHO}|it)|(?!(?:{WHO}|it)\b){SUBJECT})"
        r" (?:can't|won't|doesn't|isn't|aren't|don't|didn't|couldn't|wasn't|hasn't|haven't|weren't)",
        r"but (?:nothing|nobody|no one|it|still|none)",
        # "label prints half size"; before other prepositions the same two words name a thing: "page loads per hour".
        rf"^[\w'-]*[^\Ws] (?:{THIRD_PERSON}) (?:as|about|off|out|up|down|back|through|away|too|only|half|twice"
        r"|wrong|nothing|when|while|after|until|the|a|an|my|its|all|no|at \d+)",
        r"(?:error|exception|traceback|warning|segfault|timeout) (?:when|while|in|saying|about|during)",
        r"makes? (?:it|them|everything) (?:fail|crash|hang|break)",
        r"^(?:[\w'-]+ ){1,3}(?:looks?|turns?|falls|prints|plays|loads|comes|goes) "
        r"(?:through|too|twice|half|nothing|wrong|blank|empty|black|white|blurry|out|off|away|back)",
    ),
    _row(
        HYBRID, "tells of a situation", 0.7,
        rf"^{SUBJECTS} (?:always |still |just |only |already |suddenly |now )?"
        rf"(?:{FINITE}|have|get|keep|see|am|\w{{2,}}ed)",
        rf"^(?:{SUBJECT} ){{1,4}}(?:is|are|was|were|gets?|got|stays?|keeps?|seems?|looks?|went|became|says|goes|lost"
        r"|loses)",
        r"^(?:got|getting|took|tried|made|ran|forgot|accidentally|seeing|having)",
        r"^(?:changed|installed|deleted|lost|updated|moved|upgraded|renamed|removed)"
        r" (?:a|an|the|my|our|all|some|it|to|from)",
    ),
)  # fmt: skip
"""A statement of fact, often a failure: it asks what it means and what to do about it."""
