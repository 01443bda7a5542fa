"""Which sentences say away from the one before them less, or something else, than behind it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.text.changes import takes_back
from stones.levels.document_parts import DocumentPart, PartKind, PartSentence
from stones.levels.extract.governing_lines import MAIN_CLAUSE
from stones.levels.extract.opening_words import (
    is_bare_field,
    is_bare_negation,
    is_without_subject,
    opens_as_former,
    says_what_it_is,
)
from stones.levels.extract.references import ends_in_reference, names_this, points_to_unsaid
from stones.levels.extract.verdicts import considers, is_of_others, turns_round
from stones.levels.markers import markers
from stones.levels.part_standing import SHELL
from stones.levels.steps import is_step

MAX_COMMAND_CHARACTERS = 120
MAX_OPENING_CHARACTERS = 100
FRAGMENT_WORDS = 3
"""A sentence of fewer words says nothing by itself: "No change."."""
ABOUT_LABEL_WORDS = 7
"""An order of so few words is about what its item is about: "API keys: ask Tom. Don't ask in public."."""
_CONTRAST = re.compile(
    r"(?:but|however|yet,|nevertheless|nonetheless|that said|unfortunately|aber|jedoch|allerdings|leider|pero|"
    r"sin embargo|mais|cependant|toutefois|mas|porém)\b|但|しかし",
    re.I,
)
_CONTRASTS = re.compile(
    r"owever|though|edoch|llerdings|ingegen|ependant|outefois|embargo|obstante",
)
"""Most sentences have none: one search tells so."""
_INNER_CONTRAST = re.compile(
    r"(?!that)(?:\S+ ){1,8}?(?:\S+[,;] (?:however|though|jedoch|allerdings)\b|though\W*$)|"
    r"(?:[^\s;]+ ){1,16}?(?:is|are|was|were|has|have|had|can|may|must|should|will|would|does|do|did|ist|sind|war|"
    r"waren|hat|haben|kann|können|muss|müssen|wird|werden|wurden?|est|sont|a|ont|peut|doit|es|está|son|ha|han|puede|"
    r"debe) (?:however|though|allerdings|jedoch|hingegen|cependant|toutefois|sin embargo|no obstante)\b"
    r"(?! (?:many|much|long|often|hard|far))",
    re.I,
)
_DENIAL = re.compile(
    r"(?:it|this|that|they|these|those|both|all(?: of them)?|sie|beide|es) (?:also |already |auch |schon )+"
    r"(?:fail|exist|happen|occur|crash|break|was|were|schl[au]g|gab|besteh)\w*\b|"
    r"(?:it|this|that|they|these|those|both|neither|das|dies|es) (?:\w+ ){0,2}?"
    r"(?:can(?:no|['’])t|(?:won|mustn|isn|aren|wasn|hasn)['’]t|(?:is|are|has|have|was|may|must|will) (?:still )?not|"
    r"no longer|(?:do|does)(?: not|n['’]t) (?:apply|hold)|(?:\w+['’]t|not) (?:\w+ ){0,3}yet|"
    r"(?:kann|darf|ist|geht|gilt) (?:\w+ ){0,3}nicht)\b",
    re.I,
)
"""So opens a sentence that denies what the one before says: "It can't go in as it is."."""
_RUES = re.compile(
    r"(?:(?:now|today|in hindsight|looking back),? )?"
    r"(?:(?:we|i) (?:now )?(?:think|know|understand|see|believe) (?:that )?)?"
    r"(?:this|that|it) was (?:an? (?:bad|wrong|poor) (?:decision|idea|choice|move|solution)|"
    r"(?:not|n['’]t) an? (?:good|right) (?:decision|idea|choice|move|solution)|an? mistake)\b",
    re.I,
)
"""So opens a sentence, also of the next paragraph, that regrets what the one before says was decided."""
_FORBIDS_IT = re.compile(
    r"\W*(?:please )?(?:do not|don['’]t|never) \w+ (?:(?:on|to|with|at) )?(?:it|them|this|that|these|those)\b|"
    r"bitte (?:sie|ihn|es|das|die) (?:\w+ ){0,2}nicht\b|ne (?:l[ae]s?|l['’]) ?\w+ (?:pas|jamais)\b|"
    r"no (?:l[oa]s?) \w+\W*$",
    re.I,
)
_FORMER = re.compile(r"\b(?:originally|initially|ursprünglich|inicialmente|initialement)\b")
"""Of lower case, as `markers`."""
_LEANING = markers("units", "leaning", opening=True)
_POINTS_BACK = markers("units", "pointing_back", opening=True)
_UNSUCCESSFUL = markers("reservations", "unsuccessful")
_REFERS = re.compile(
    r"\b(?:(?:instead|too|either|one|any|so|stattdessen|ebenfalls|keine[ns]?|welche|en su lugar|ninguno|"
    r"également)\W*$|"
    r"(?:this|that|these|those|which) ones?\b|the (?:old|new|other|same|latter|former|previous) ones?\b|"
    r"(?:(?:can|could|may|must|will|would|does|do|did)(?: not|n['’]t)|cannot)(?:\W*$|: )|"
    r"(?:that|those) (?:dates?|days?|deadline|promises?|numbers?|figures?|case|state|way|order|moment|point|step)\b)|"
    r"^(?:\S+ ){1,9}(?:(?:said|says|say) (?:no|yes|so)|agreed|disagreed|refused|declined)\W*$"
)
"""To what stands before it: "too", "X said no", "that date". Of lower case, as `_FORMER`."""
_COMPARED = re.compile(r"\bthan (?:an?|the) (?:[\w-]+ )?one\W*$")
"""Names what stands before it in the sentence itself: "A late train is better than a cancelled one."."""
_REPLIES = re.compile(
    r"[^\w\s]?\W*(?:\(?[\d:]+\)?(?: ?[AaPp][Mm])?\W+)?"
    r"(?:ok(?:ay)?,?|oh,?|ah,?|well,?|then|so|and|but|also|yes|no(?:pe)?|yeah|ja|nein|doch|dann|also|aber|und|"
    r"oui|non|"
    r"alors|et|sí|vale|entonces)\b(?!:)(?!,? (?:settled|agreed|decided|fine)\b)",
    re.I,
)
_ASKS_BACK = re.compile(r"(?:would|will|could|can|is|was|does|did|has) (?:this|that|it|they)\b", re.I)
_PRONOUN = re.compile(r"(?:\S+\s+){0,6}?(?:it|them|they|its|their|him|her)\b")
_VERB_OF_NAME = re.compile(
    r"((?:^|\s)(?:[A-ZÀ-ÖØ-Þ][a-zà-ÿ]+|he|she|who)) \w{4,}s(?= (?:it|them|they|him|her)\b)"
)
"""No noun in the plural: "Ida likes it"."""
_ANTECEDENT = re.compile(
    r"(?i:\b(?:the|an?|each|every|any|no|which|what)\s)|\d|"
    r"\S\s+(?!(?:NOT|NEVER|DO|MUST|ONLY|ALWAYS|STOP|PLEASE)\b)[A-Z0-9`@/<]|"
    r"\b(?!(?i:always|unless|perhaps|sometimes|besides)\b)\w{4,}s\b"
)
"""What a pronoun further on may stand for; a word in capitals for emphasis is no name."""
_ASKING_LABEL = re.compile(r"(?:What|Where|Why|How|Who|When) [^:.!?,;]{1,40}: (?=\S+ \S)")
_OWN_CLAUSE = re.compile(
    r"[^.,;:]{0,60}, (?:and|but|so) (?:our|my|the) (?:\w+ ){1,3}(?:is|are|was|were|has|have|will|must|may)\b"
)
"""Behind a pronoun, what the sentence is about: "We slept on it, and our wish is to stay"."""
_AWAITS = re.compile(
    r"\b(?:until|till|before|unless|while|as long as|once|when|after|bis|bevor|solange|sobald) "
    r"(?:(?:it|this|that|they) (?:(?:is|are|has|have|was|were) (?:been )?|gets? )"
    r"(?:done|finished|completed?|over|through|ended|back|live|ready|running)|"
    r"(?:er|sie|es|das|dies) (?:fertig|durch|vorbei|abgeschlossen|beendet|bereit|erledigt) (?:ist|sind)|"
    r"(?:s?he|they) (?:(?:is|has|have) )?(?:back|confirm|agree|answer|repl(?:y|ie)|approve|sign|decide|say|"
    r"said)\w*)\b",
    re.I,
)
"""So an order speaks of a process, or of someone, that it does not name itself."""
_NAMED = re.compile(r"\S\s+[A-Z][a-zà-ÿ]+|^[A-Z][a-zà-ÿ]+ (?:must|may|should|can|will|shall)\b")
_DOES_THIS = re.compile(
    r"(?:\S+ ){0,12}?(?:do|doing|does|did|add|use|put|try|tried) (?:this|that|so)"
    r"(?= (?:in|on|at|for|with|from|to|by|if|when|after|before|means)\b|\W*$)",
    re.I,
)
_FRAME = re.compile(r"(?:In|For|With|At|On|After|Before|To|Bei|Mit|Nach|En|Con|Avec)\s(?:\S+\s){0,6}\S+,\s")
"""So opens a sentence that says where, or after what, something goes on."""
_SUBORDINATE = re.compile(
    r"(?:because|since|if|when|(?:al)?though|while|unless|weil|wenn|falls|porque)\b(?!\.)", re.I
)
_VERDICT = re.compile(
    r"(?:agreed|decided|approved|accepted|adopted|rejected|declined|refused|dropped|abandoned|postponed|withdrawn|"
    r"no (?:decision|agreement)|angenommen|beschlossen|abgelehnt|verworfen|vertagt|accepté|adopté|refusé|rejeté|"
    r"reporté|aprobado|acordado|rechazado|aplazado)\b",
    re.I,
)
"""So opens a sentence that says what became of a proposal."""
_FORBIDDING = markers("units", "forbidding", opening=True)
_THEN = re.compile(r"(?:Then|Afterwards|Dann|Danach|Luego|Después|Ensuite|Puis) \w")
"""Opens a paragraph behind a step."""
_GOES_ON = re.compile(r"(?:and|or|und|oder|et|ou|y|o) ")
"""Behind a code block or a list: of lower case."""
_CHOICE = re.compile(r"(?<![\w(])\w\)")
_CODE = re.compile(r"[^`]*?(?:\w\([^()]*\)\s*[;{]|\{[^{}`]*(?:$|[;(]))")
_NO_STATEMENT = re.compile(
    r"\w{1,20}:\s\W*\w?\W*$|\W*(?:\[[^\]\n]{1,200}\](?:\([^()\s]*\)|\[[^\]\n]*\])|<?https?://\S+>?)\W*$|"
    r"\s*(?:\*\*|__)(?:[^*_\s]+\s){0,5}[^*_\s]*[^*_\s.!?](?:\*\*|__)\s*$|[\"“„«][^\"“”»]*[\"”“»]\W*$"
)
"""A label alone, a link, a title in bold, or a line of someone else's."""


def is_order(text: str) -> bool:
    return _FORBIDDING.match(text) is not None or is_step(text)


def with_command(part: DocumentPart, following: DocumentPart) -> DocumentPart:
    """The same part; what it leads in to ends it, where that is a single line of a shell."""
    is_code = following.kind is PartKind.CODE and following.label in ("indented", *SHELL)
    if not (is_code and part.kind in (PartKind.TEXT, PartKind.ITEM) and part.plain.endswith(":")):
        return part
    text = following.text.strip()
    code = text.removeprefix("$ ").removeprefix("# ").partition(" #")[0].rstrip()
    if "\n" in text or "`" in code or len(code) > MAX_COMMAND_CHARACTERS:
        return part
    return replace(part, text=f"{part.text.rstrip(':')}: `{code}`", plain=f"{part.plain.rstrip(':')}: {code}")


def leans(part: DocumentPart, sentences: Sequence[PartSentence], at: int) -> bool:
    """Whether it says something only right behind the one before."""
    text = sentences[at].text
    is_open = _is_open(text)
    if at == 0:
        goes_on = part.kind is PartKind.TEXT and _THEN.match(text)
        return bool(
            is_open or goes_on or _POINTS_BACK.match(text) or (not part.label and _DOES_THIS.match(text))
        )
    if (verdict := _VERDICT.match(text)) and text[verdict.end() : verdict.end() + 1] in ".;,!":
        return True
    is_answer = sentences[at - 1].text.endswith(("?", "？")) or part.kind is PartKind.ADMONITION
    # An open question often says first what it is about: "Two lines are too long. May we cut them?"
    is_question = part.kind is PartKind.ITEM and text.endswith(("?", "？"))
    words = len(text.split())
    is_fragment = text.isascii() and words < FRAGMENT_WORDS
    if part.kind is PartKind.ITEM and part.label:
        is_fragment |= is_bare_field(text) or (words <= ABOUT_LABEL_WORDS and is_order(text))
    awaited = _AWAITS.search(text)
    is_open = is_open or (awaited is not None and not _NAMED.search(text[: awaited.start()]))
    if is_open or is_answer or is_question or is_fragment:
        return True
    return (
        _opens_behind(text)
        or ends_in_reference(text)
        or names_this(text)
        or bool(_REFERS.search(_COMPARED.sub("", text.lower())))
    )


def _is_open(text: str) -> bool:
    """Whether it speaks of something that nothing in it names. A label that is a question of its own, "Where it stands:
    …", is about the text's matter.
    """
    said = text[label.end() :] if (label := _ASKING_LABEL.match(text)) else text
    pronoun = _PRONOUN.match(said)
    before = _VERB_OF_NAME.sub(r"\1", said[: pronoun.end()]).rpartition(" ")[0] if pronoun else ""
    is_open = pronoun is not None and not _ANTECEDENT.search(before)
    if is_open and pronoun and _OWN_CLAUSE.match(said, pronoun.end()):
        return False
    return is_open or points_to_unsaid(said)


def _opens_behind(text: str) -> bool:
    """Whether its first words stand behind a sentence: "However, …", "In the cellar, …", "Planned for …"."""
    if says_what_it_is(text):
        return False
    opens = _LEANING.match(text) or _POINTS_BACK.match(text) or _FRAME.match(text)
    opens = opens or _DOES_THIS.match(text) or _ASKS_BACK.match(text)
    return bool(opens or is_without_subject(text) or is_bare_negation(text) or _contrasts(text))


def replies(text: str, speaker: str) -> bool:
    """Whether what a speaker says opens as an answer to the one before: "Ines: ok then I book the train"."""
    return _REPLIES.match(text[:MAX_OPENING_CHARACTERS].partition(speaker)[2]) is not None


def forbids_it(text: str) -> bool:
    """Whether it forbids something to be done with what stands before it: "Do not read it."."""
    return len(text.split()) <= ABOUT_LABEL_WORDS and _FORBIDS_IT.match(text) is not None


def _contrasts(text: str) -> bool:
    """Whether it opens with a contrast, or says "however" where its verb is."""
    if _CONTRAST.match(text):
        return True
    return _CONTRASTS.search(text) is not None and _INNER_CONTRAST.match(text) is not None


def turns_previous(text: str, *, is_same_part: bool) -> bool:
    """Whether the sentence turns the one before it, which may end the part before, round."""
    if _contrasts(text) or _RUES.match(text):
        return True
    return is_same_part and bool(_DENIAL.match(text) or turns_round(text) or takes_back(text))


def is_taken_back(sentences: Sequence[PartSentence], at: int) -> bool:
    """Whether the next one does, it says itself that it no longer holds, or it proposes what is judged further on."""
    text = sentences[at].text
    is_former = _FORMER.search(text.lower()) is not None or opens_as_former(text) or considers(text)
    if is_former or at + 1 == len(sentences):
        return is_former
    following = sentences[at + 1].text
    is_contrast = _FRAME.match(text) and _FRAME.match(following) and text.split()[0] == following.split()[0]
    failed = _POINTS_BACK.match(following) and _UNSUCCESSFUL.search(following[:60])
    return bool(is_contrast or failed or is_of_others(text))


def _has_open_bracket(text: str) -> bool:
    """Not what only names choices: "either a) or b)"."""
    more = text.count(")") - text.count("(")
    return more != 0 and more != len(_CHOICE.findall(text))


def is_residue(part: DocumentPart, text: str) -> bool:
    """Whether it is no statement: fields of a row, a clause without its main one."""
    return bool(
        (part.kind is PartKind.ROW and part.plain.count(" | ") > 1)
        or _NO_STATEMENT.match(part.text)
        or _CODE.match(part.text[:200])
        or (part.kind is PartKind.TEXT and _GOES_ON.match(text))
        or (part.kind is PartKind.ITEM and text[:1].islower() and text.endswith((",", ";", "; and", "; or")))
        or (text.count('"') % 2 or _has_open_bracket(text))
        or (_SUBORDINATE.match(text) and not MAIN_CLAUSE.search(text))
    )
