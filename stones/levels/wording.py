"""Which sentences a colleague would say as they stand, and the small cuts that make more of them sayable."""

import re

from stones.levels.sentences import sentence_count

# A sentence that opens so points at one that the reader does not have.
_DANGLING = re.compile(
    r"^(?:this|that|these|those|it|its|it's|they|their|them|he|she|his|her|such|here|there(?:fore|by)|both|"
    r"neither|"
    r"either|another|others|similarly|likewise|otherwise|instead|also|additionally|again|and|but|or|nor|so|"
    r"because|"
    r"thus|hence|then|however|moreover|furthermore|meanwhile|nevertheless|nonetheless|consequently|"
    r"accordingly|"
    r"finally|first|firstly|second|secondly|third|lastly|next|yes|no|yeah|ok|okay|oh|well|see|e\.g|i\.e|"
    r"in (?:addition|contrast|particular|that|this|these|those|other|both|either|such|each|all) ?(?:cases?|"
    r"ways?|respects?)?|on the other|for (?:example|instance|this|that|these)|"
    r"as (?:such|above|before|a result|mentioned|noted|described|discussed|shown)|the (?:above|following|"
    r"former|latter|same|first|"
    r"second|other)|of these|at this point|one of (?:them|these|those)|to (?:do (?:this|that|so)|this end)|"
    r"with (?:this|that|these)|by (?:this|that)|after (?:this|that)|if (?:so|not)|which|who|whose|where|"
    r"like this|"
    r"same|all of (?:this|these|them)|none of (?:this|these|them)|some of (?:these|them)|that's|there's)\b",
    re.I,
)
# `This PEP …`, `these notes …`: the noun says what is meant.
_NAMED_THIS = re.compile(
    r"^(?:this|these|the following|in this|to this|the same|the first|the other|the "
    r"second)\s+(?:\w+\s+)?(?:pep|rfc|kep|proposal|document|file|page|"
    r"paper|work|article|report|note|notes|handoff|session|summary|project|repo|repository|package|library|"
    r"module|"
    r"tool|release|change|changes|version|branch|plan|guide|spec|specification|issue|ticket|pr|patch|task|"
    r"feature|"
    r"meeting|thread|incident|book|study|team|system|service|script|app|application|enhancement|doc|"
    r"design)\b",
    re.I,
)
# Sentences about the text instead of its matter, and invitations to go elsewhere.
_SELF = re.compile(
    r"^(?:this|the present) (?:file|page|readme|section|guide|handoff|document|doc|note|list|directory|"
    r"folder|tutorial|wiki)\s+(?:is|are|was|has|have|had|contains?|covers?|"
    r"provides? (?:guidance|instructions|information|an overview)|explains? (?:what|how|why)|lists?|"
    r"serves?|tracks?|captures?|exists?)\b|^(?:paste|copy) (?:the|this)\b"
    r"|^if you(?:'re| are)? (?:only|just|new|read|want|need|have)\b",
    re.I,
)
_ELSEWHERE = re.compile(
    r"^(?:please |for (?:more|further|full|details|additional)\b.{0,40}?, )?(?:watch|see|read|check out|"
    r"visit|click|star|join|follow|subscribe|refer|look at|consult|learn more|stay|"
    r"find out|sign up|feel free|note that|remember|don't forget|try it|contact|email|ask|tune in)\b|"
    r"\bplease (?:consult|see|refer|read|visit|check)\b",
    re.I,
)
_POINTING = re.compile(
    r"\b(?:below|above|as follows|the following|following (?:\w+ )?(?:section|list|steps|table|code|"
    r"example)s?|here's|see §|aforementioned)\b",
    re.I,
)
_BOILERPLATE = re.compile(
    r"\b(?:public domain|licen[sc]ed under|all rights reserved|copyright|CC0|SPDX|auto-?generated|do not "
    r"edit)\b",
    re.I,
)
_NEGATIVE = re.compile(
    r"\b(?:(?:is|are|was|were|do|does|did|has|have|will|should|would|can|could)(?: not|n't|n’t)|cannot|"
    r"won't|non-goals?|out of scope)\b",
    re.I,
)
_LABELLED = re.compile(r"^(?:\W*[\w./&'’()-]+(?:\s[\w./&'’()-]+){0,4}):\s+(?=\S)")
_GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|thanks|thank you|many thanks|cheers|regards|best|kind regards|sincerely|"
    r"welcome|congrat|sorry|"
    r"great|good (?:morning|evening|point)|hope this|looking forward|let me know|please find|see you|ps|"
    r"p\.s|all,|folks)\b",
    re.I,
)
_META = re.compile(
    r"^(?:last (?:updated|modified|edited)|date|author|authors|status|version|updated|created|branch|owner|"
    r"tags?|license|copyright|"
    r"generated|companion|visuals?|prerequisites?|table of contents|contents|note|see also|source|repo|url|"
    r"link|links|type|kind|"
    r"priority|assignee|reviewer|approver|track|start date|superseded|obsoletes|full status|files?|from|to|"
    r"cc|subject|sent)\b\s?[:=(—–-]",
    re.I,
)
_DATE = re.compile(
    r"^\W*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|(?:jan|feb|mar|apr|may|jun|jul|"
    r"aug|sep|oct|nov|dec)[a-z]*\.? \d)",
    re.I,
)
_AUX = (
    "is are was were be been being am has have had do does did can could will would shall should may might "
    "must need "
    "needs isn't aren't wasn't weren't don't doesn't didn't can't cannot couldn't won't wouldn't shouldn't "
    "hasn't haven't "
    "we're we've we'll i'm i've i'll you're they're it's let's there's"
)
_VERBS = (
    "add allow apply ask avoid block break bring build call change check choose clean close come contain "
    "continue convert "
    "create cover decide define delete deliver depend deploy describe disable do drop enable end ensure "
    "exist explain expose extend extract fail "
    "find finish fix follow gate generate get give go handle help hold implement import improve include "
    "install "
    "introduce investigate keep land lead leave let list live load look make mark matter mean merge "
    "migrate move name note open parse "
    "pass pick plan prefer present prevent produce propose provide publish pull push put read rebase "
    "recommend reduce refactor refuse "
    "release remain remove rename replace report require resolve restart return review rewrite run say see "
    "send set ship show sit "
    "solve specify split stand start stay stop store study suggest support switch take test track treat "
    "try turn update upgrade use validate "
    "verify want work wrap write demonstrate achieve outperform learn explore obtain perform enable "
    "analyze analyse evaluate investigate compare combine "
    "aim aims offer believe think know feel consider discuss agree expect notice wonder hope learn train"
)
_IRREGULAR = (
    "became began broke brought built came chose did drew fell felt found gave got grew held kept knew "
    "laid led left lost "
    "made meant met paid put ran read said sat saw sent set shown stood stuck taught thought threw took "
    "told understood "
    "went won wrote written gone done taken given shipped landed"
)
_FINITE = frozenset(_AUX.split()) | frozenset(_IRREGULAR.split())
_BASES = frozenset(_VERBS.split())
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_NOISE = re.compile(
    r"https?://|www\.|\*\*|^#|\||<[A-Za-z/]|[{}]{2}|`{2}|\\\w|={2,}|-{3,}|_{3,}|\[\^|^\W*$|\bTODO\b:?$|@@|::$"
)
_LIST_START = re.compile(r"^(?:\d{1,3}[.)]|[-*+•>|#~]+)\s")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LETTERED = re.compile(r"[^\W\d_]")
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"), ("“", "”"), ("«", "»"), ("‘", "’‘"))

_LEADING = re.compile(
    r"^(?:however|therefore|thus|hence|moreover|furthermore|additionally|specifically|in particular|in "
    r"addition|finally|"
    r"in summary|in short|to summari[sz]e|overall|as a result|consequently|accordingly|in conclusion|"
    r"meanwhile|notably|importantly|"
    r"in this (?:paper|work|article|study|report)|in the present (?:paper|work|study)|to this end|here|"
    r"also|so|and|but|well|"
    r"to address (?:this|these)(?: \w+){0,3}|in this context|unfortunately|currently|at the moment|"
    r"recently|basically|actually)\s?,\s+",
    re.I,
)
_PARENTHESIS = re.compile(r"\s?\([^()]{1,200}\)")
_TAIL = re.compile(
    r"(?:,\s(?:which|where|whereas|while|although|though|including|such as|e\.g\.|i\.e\.|thereby|thus|so "
    r"that|because)\b|;\s|\s[—–]\s|\s--?\s).*$"
)


def is_cjk(text: str) -> bool:
    return bool(_CJK.search(text))


def has_verb(sentence: str) -> bool:
    words = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    return any(_is_verb(word, at) for at, word in enumerate(words))


def _is_verb(word: str, at: int) -> bool:
    if word in _FINITE or (word in _BASES and at < 12):
        return True
    if word.endswith("s") and (word[:-1] in _BASES or word[:-2] in _BASES) and at:
        return True
    return len(word) > 4 and word.endswith("ed")


def commands(sentence: str) -> bool:
    """Whether it opens with an imperative: `Make uploads retry`, but not `Test coverage is low`."""
    words = [word.lower() for word in _WORD.findall(sentence[:80])]
    return bool(words) and words[0] in _BASES and not any(word in _FINITE for word in words[1:4])


def dangles(sentence: str) -> bool:
    """Whether it opens with a pronoun or a connective that leans on the sentence before."""
    return bool(_DANGLING.match(sentence.lstrip("\"'“‘(["))) and not _NAMED_THIS.match(sentence)


def is_about_itself(sentence: str) -> bool:
    return bool(_SELF.match(sentence))


def denies(sentence: str) -> bool:
    """Whether it says what is not so: rarely the main thing."""
    return bool(_NEGATIVE.search(sentence))


def sends_elsewhere(sentence: str) -> bool:
    return bool(_ELSEWHERE.search(sentence))


def points(sentence: str) -> bool:
    """Whether it speaks of `the steps below`."""
    return bool(_POINTING.search(sentence))


def label_of(sentence: str) -> str:
    """`Result` of `Result: all tests pass.`, else an empty string."""
    match = _LABELLED.match(sentence)
    return match[0].rstrip(": ") if match else ""


def without_label(sentence: str) -> str:
    return _LABELLED.sub("", sentence)


def is_greeting(sentence: str) -> bool:
    return bool(_GREETING.match(sentence))


def is_balanced(sentence: str) -> bool:
    if sentence.count('"') % 2:
        return False
    return all(
        sentence.count(left) == sum(sentence.count(each) for each in right) for left, right in _PAIRS[:4]
    )


def reads_whole(sentence: str) -> bool:
    """A full sentence in prose: not a label, a date line, a list of links or a piece that goes on elsewhere."""
    text = sentence.strip()
    if _LIST_START.match(text):
        return False
    if is_cjk(text):
        letters = sum(map(str.isalpha, text))
        is_prose = letters >= 0.5 * len(text) and not _NOISE.search(text)
        return is_prose and 8 <= len(text) <= 300 and text[-1] in "。！？.!?"
    words = text.split()
    if (
        not 5 <= len(words) <= 70
        or text.rstrip(".")[-1:] in ":;,-–—/\\"
        or _META.match(text)
        or _DATE.match(text)
        or _NOISE.search(text)
    ):
        return False
    if text.endswith(("...", "…")) or not is_balanced(text) or is_greeting(text) or _BOILERPLATE.search(text):
        return False
    letters = sum(map(str.isalpha, text))
    lettered = sum(1 for word in words if _LETTERED.search(word))
    return letters >= 0.62 * len(text) and lettered >= 0.75 * len(words) and has_verb(text)


def finished(sentence: str) -> str:
    """With a capital and a full stop, unless its first word is an identifier."""
    text = closed(sentence)
    first = text.rstrip(".").split(" ", 1)[0]
    return text[0].upper() + text[1:] if first.isalpha() and first.islower() else text


def closed(sentence: str) -> str:
    """With a full stop."""
    text = sentence.strip().rstrip(";,")
    return text if text.endswith((".", "!", "?", "。", "！", "？", '."', '?"', ".)")) else text + "."


def without_opening(sentence: str) -> str:
    """`In this paper, we show …` as `We show …`."""
    cut = _LEADING.sub("", sentence)
    return cut[0].upper() + cut[1:] if cut and cut != sentence else sentence


def shorter_forms(sentence: str) -> list[str]:
    """The sentence and what is left of it without brackets, then without its trailing clause; longest first."""
    whole = without_opening(sentence)
    bare = _PARENTHESIS.sub("", whole)
    forms = [whole, bare, closed(_TAIL.sub("", bare))]
    return list(dict.fromkeys(form for form in forms if form))


def loses_a_clause(form: str, sentence: str) -> bool:
    """Whether the cut took what stands behind a semicolon: a main clause too, which may turn the first around."""
    return ";" in sentence and ";" not in form


def clause_cuts(sentence: str) -> list[str]:
    """The sentence, then what is left of it as one comma after the other takes its tail away."""
    forms = [sentence]
    text = sentence.rstrip(".")
    while "," in text and len(forms) < 16:
        text = text[: text.rindex(",")].rstrip()
        listed = text.rsplit(", ", 1)
        # The end of a cut list needs its "and".
        ended = " and ".join(listed) if len(listed) == 2 and len(listed[1].split()) <= 4 else text
        forms.append(finished(ended))
    return forms


def is_one_sentence(text: str) -> bool:
    """Also for a reader who takes every full stop followed by a space for an end."""
    return sentence_count(text) == 1 and not re.search(r"[.!?]\s+\S", text)
