"""Parts of the rules' patterns: word groups that several of them share, and beginnings to skip."""

import re

WHO = r"(?:i|we|you|one|someone|somebody|people|they|anyone)"
ALL = r"(?:all|every|everything|each|any|my|our|the|only|just|unread|which|what|who|where|how)"
NICE = r"(?:really |so |very )?(?:nice|great|good|cool|helpful|handy|useful)"
AUXILIARY = (
    r"is|are|was|were|isn't|aren't|wasn't|weren't|does|did|doesn't|didn't|has|hasn't|will|won't|should|shouldn't"
    r"|must|am|might"
)
OWN_NOUN = r"(?!(?:is|are|was|were|does|do|did)\b)[\w'-]+"
"""A noun before the noun of a place: "which cache folder"."""
PLACE = (
    r"(?:folders?|director(?:y|ies)|dirs?|files?|paths?|urls?|uris?|address(?:es)?|pages?|screens?|menus?|tabs?|panels?"
    r"|sections?|chapters?|repos?|repositor(?:y|ies)|branch|commits?|endpoints?|ports?|tables?|columns?|setting|buttons?"
    r"|docs?|documents?|logs?|lines?|modules?|drives?|buckets?|servers?|hosts?|machines?|shel(?:f|ves)|rooms?|drawers?"
    r"|boards?|channels?|threads?)"
)
"""Nouns that name a place: "which folder …" asks for one."""

FINITE = (
    r"(?:is|are|was|were|isn't|aren't|wasn't|weren't|gets?|got|stays?|keeps?|seems?|looks?|has|hasn't|haven't|had|doesn't"
    r"|don't|didn't|can't|won't|couldn't|does|did|fails?|hangs?|crashe[sd]|stopped|went|became|comes?|goes|says"
    r"|said|takes|took|returns?|gives|shows|throws|reacts?|picks|never)"
)
"""Verbs of a statement: after a noun they state a fact."""
THIRD_PERSON = (
    r"adds|comes|counts|drops|eats|falls|gives|goes|jumps|keeps|leaves|loads|loses|makes|misses|moves|opens|plays|prints"
    r"|puts|runs|saves|sends|shows|sits|skips|starts|stops|takes|turns|uses|works|writes"
)
"""What things commonly do when they do it wrong."""
SUBJECT = (
    r"(?!(?:when|while|if|that|which|who|whose|where|what|why|how|as|after|before|until|because)\b)[\w'-]+"
)
"""A word of the subject: after "which" or "when" only a part of a name follows."""
SUBJECTS = (
    r"(?:i|we|it|they|he|she|someone|somebody|something|everything|nothing|half|this|there|that|my [\w-]+"
    r"|the [\w-]+(?: [\w-]+)?)"
)
BROKEN = (
    r"(?:fails|failing|crashes|crashing|crashed|hangs|hanging|freezes|breaks|broke|refuses|complains|chokes|vanish"
    r"|vanishes|vanished|disappears?|disappeared|stopped working|times out|timed out|throws|rejects|unreachable"
    r"|unresponsive|not working|no longer|not found|does nothing|do nothing|goes wrong|went wrong|lags|blows up|blew up"
    r"|bombs|dies|died|deadlocks|gives up|stays empty|comes out empty|never \w+s"
    # Before a noun these only qualify it: "broken link", "access denied page".
    r"|(?:failed|broken|frozen|refused|rejected|denied|stuck|corrupt|corrupted|gone|dead)"
    r"(?= (?:when|after|on|in|at|for|since|with|by|because|and|as|again|to|from|until|if|while|but|right)\b|$))"
)
"""Predicates of a thing that does not work."""
SYMPTOM = (
    r"(?:\w+s (?:as soon as|whenever|every (?:single )?time|each time)|every single time"
    r"|overnight|all of a sudden|suddenly|out of nowhere"
    r"|for no reason|although|even though|despite|accidentally|by mistake|by accident|what now|no matter what"
    r"|since (?:yesterday|the|last|this|i|we|my|upgrading|updating)"
    r"|(?:after|since) (?:(?:the|an|my|our|this|today) )?(?:\w+ )?"
    r"(?:update|upgrade|change|restart|reboot|release|migration))"
)
"""Circumstances of a failure."""

WISHES = re.compile(
    r"(?:(?:i|we|my \w+|our \w+) (?:(?:really|just|also|would|do|am|are|will|still|only|now|probably) )*"
    r"(?:want|wanna|need|like|love|rather|prefer|wish|aim|hope|trying|looking|planning|attempting|hoping|going"
    r"|have to|got to)"
    r"|want|need|wanna|looking|trying|hoping|planning|wanting|needing|would like|would love|would rather"
    rf"|(?:it )?would be {NICE}"
    r"|(?:my|the|our) (?:idea|goal|aim|plan|task|intention) is|help me|time)"
    r"(?: to have| to| for| if| with| a way to)?(?![\w'-])"
)
"""Precedes what is wanted."""
REQUESTS = re.compile(r"(?:can|could|will|would) you(?: please| kindly| just| also| quickly)?(?= \w)")
"""A polite imperative."""
SUBORDINATE = re.compile(
    r"(?:if|while|after|before|once|because|since|given(?: that)?|assuming|suppose|whenever|with|for|in|on|from|under"
    r"|about|regarding|re|as soon as|unless|although|though"
    r"|when(?! (?:is|are|do|does|did|should|would|will|can|was|were|must|to)\b))\b"
)
"""Begins a clause that only prepares the next one."""
NOUN_IN_STATEMENT = re.compile(
    rf"[\w-]+ (?:{THIRD_PERSON}) (?:at \d+|as|about|half|twice|wrong|nothing|when|while|after|until)\b|"
    r"[\w-]+(?: (?!(?:the|a|an|my|our|your|this|that|these|those|all|every|each|some|any|it|them|its|which|who"
    rf"|whose|sure|nothing|everything|what|whether|if|when|while|where|until|after)\b)"
    rf"[\w'-]+){{0,2}} (?:{FINITE}|{BROKEN})(?![\w'-])"
)
"""Begins with a word that could be an imperative and is a noun: "merge button stays grey"."""
SMALL_TALK = re.compile(
    r"(?:thanks?|thank you|thx|cheers|hello|hi|hey|bye|goodbye|good (?:morning|night|evening|day|afternoon)|lol|haha"
    r"|ok|okay|cool|great|nice|perfect|awesome|see you|later|there|well done|good job|never ?mind|yes|no|yep|nope"
    r"|you are (?:great|welcome|awesome|the best)|that (?:is|was|will be) (?:all|it|enough|great))"
    r"(?: (?:a lot|so much|very much|there|all|for now|for today|for (?:your|the) help|everyone|you|mate|again|ok|bye"
    r"|later|then|today))*"
)
"""Whole clauses that ask for nothing."""
