"""Forms of English words that no stemmer unites: "take", "took", "taken"; "child", "children"; without those that are
other words, too, as "left", "felt" and "rose".
"""

from collections.abc import Iterable

from core.text.bm25_words import split_words

_FORMS = (
    "arise arose arisen; beat beaten; become became; begin began begun; bend bent; bind bound; blow blew blown; "
    "break broke broken; bring brought; build built; burn burnt; buy bought; catch caught; choose chose chosen; "
    "come came; cling clung; creep crept; deal dealt; dig dug; draw drew drawn; drink drank drunk; drive drove "
    "driven; eat ate eaten; fall fell fallen; feed fed; fight fought; fly flew flown; forbid forbade forbidden; "
    "forget forgot forgotten; freeze froze frozen; get got gotten; give gave given; go went gone; grow grew "
    "grown; hang hung; hear heard; hide hid hidden; hold held; keep kept; know knew known; lay laid; lead led; "
    "lend lent; lose lost; make made; mean meant; meet met; pay paid; ride rode ridden; ring rang rung; say said; "
    "seek sought; sell sold; send sent; shake shook shaken; shine shone; shoot shot; show shown; shrink shrank "
    "shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept; speak spoke spoken; spend spent; spin spun; "
    "spring sprang sprung; stand stood; steal stole stolen; stick stuck; strike struck; swear swore sworn; sweep "
    "swept; swim swam swum; swing swung; take took taken; teach taught; tear tore torn; tell told; think thought; "
    "throw threw thrown; understand understood; wake woke woken; wear wore worn; win won; withdraw withdrew "
    "withdrawn; write wrote written"
)
_PLURALS = (
    "child children; foot feet; goose geese; half halves; knife knives; loaf loaves; man men; mouse mice; ox oxen; "
    "person people; shelf shelves; thief thieves; tooth teeth; wife wives; wolf wolves; woman women"
)
PAST_FORMS = ("became", "came", *(past for _, past, *rest in map(str.split, _FORMS.split(";")) if rest))
"""What somebody did, as it is written: "took"; none of those that are participles, too, as "paid"."""
_VERBS = [split_words(each) for each in _FORMS.split(";")]
_BASES = {form: base for base, *forms in _VERBS for form in forms}
_SINGULARS = {plural: noun for noun, plural in (split_words(each) for each in _PLURALS.split(";"))}
_PAST = {past: base for base, past, *_ in _VERBS}


_NOUNS = (
    "decide decision; choose choice; fail failure; explain explanation; describe description; reduce reduction; "
    "produce production; expand expansion; extend extension; maintain maintenance; retain retention; divide division; "
    "receive reception; subscribe subscription; respond response; expose exposure; conclude conclusion"
)
"""What was done, as a noun that no stemmer unites with its verb."""
_VERB_OF = {noun: verb for verb, noun in (split_words(each) for each in _NOUNS.split(";"))}


def base_form(stem: str) -> str:
    """That of its verb or noun, as a stem; of any other stem itself."""
    return _BASES.get(stem) or _SINGULARS.get(stem, stem)


def is_past(word: str) -> bool:
    """Whether it is a verb's past or participle, by its form: "sold", "ordered"."""
    stem = next(iter(split_words(word)), "")
    return word.lower().endswith("ed") or stem in _BASES


def stated_bases(stems: Iterable[str]) -> set[str]:
    """The stems, the singulars of plurals, and the bases of those that say what was done, as "broke" and "decision";
    not of "broken", which may only say how something is.
    """
    found = set(stems)
    found |= {_SINGULARS[stem] for stem in found if stem in _SINGULARS}
    nouns = {_VERB_OF[stem] for stem in found if stem in _VERB_OF}
    return found | nouns | {_PAST[stem] for stem in found if stem in _PAST}
