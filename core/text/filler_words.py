"""English and German words of closed classes, which say of a matter nothing that a quotation could lack. As stems.

Light verbs ("take", "go"), particles ("after", "off"), modals and pronouns are not among them: with these, too, many
more answers were sure though nothing answered (ADR 12).
"""

import re

from core.text.bm25_words import split_words

FILLERS = frozenset(
    split_words(
        # Contracted auxiliaries: in full they are stop words.
        "i'm he's she's it's that's there's what's who's where's when's how's why's i'd you'd he'd she'd we'd they'd"
        " who'd i'll you'll he'll she'll we'll they'll it'll i've you've we've they've you're we're they're whats whos"
        # Verbs of state and becoming, where another word says what (Quirk et al., A Comprehensive Grammar of the
        # English Language, 16.21), without those of the senses and of growing and falling, which have matter of their
        # own.
        " appear look seem remain become became prove run ran turn wind"
    )
)
ASKING = FILLERS | frozenset(
    split_words(
        "tell remind know show find said say says note notes noted please exactly actually again still really ever just"
        " something anything thing things like kind sort get got give get make made take use used happen happens"
        " happened one ones much many again yet already now also too up out off over"
    )
)
"""Words that ask, or that say too little to be missed."""
GERMAN_ASKING = frozenset(
    split_words(
        "wann wer wen wem wessen wie was wo wohin woher warum wieso weshalb welche welcher welches welchen wieviel "
        "viel viele ist sind war waren hat haben hatte wird werden kann können darf dürfen soll sollen muss müssen "
        "der die das den dem des ein eine einen einem einer mein meine unser unsere und oder im in am an zu zum zur "
        "für mit von vom bei auf ich wir es er sie man noch"
    )
)
"""Closed classes of German."""
LIGHT = frozenset(
    split_words(
        "am go goes going went gone come comes coming came bring brings bringing brought need needs needed want"
        " wants wanted let lets put puts see sees saw seen down through away back off out over up allow allowed must"
        " may might shall really actually here there ask asks asked asking us"
    )
)
"""Light verbs and particles: that they are missing says nothing to a reader, though it counts (ADR 12)."""
FUNCTION_WORDS = frozenset(
    split_words(
        "according after against along although among another"
        " anybody anyone around because before behind being below beside"
        " besides between both despite during each either else every everybody everyone except having he her hers"
        " herself him himself his inside itself myself near nobody once one onto other others ours outside own per same"
        " she since somebody someone themselves though through till toward towards under unless until upon us whether"
        " while whilst within without yours"
    )
)
"""Prepositions, conjunctions, determiners and pronouns that are no stop words: that one is missing tells nothing."""
OPENING = r"\s*(?:[^?:\n]{1,160}: (?=(?-i:[a-zà-ÿ])))?(?:and |but |so )?"
"""What may stand before a question's first word: "and", or the topic that it leans on (`follow_up.with_topic`)."""
NEGATIONS = frozenset(split_words("not no never none nobody nothing neither nor without"))
NEGATED = re.compile(r"\b(?:\w+n['’]t|cannot)\b", re.I)
"""An auxiliary with its negation: "didn't"."""
