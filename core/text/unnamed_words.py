"""Which words of a question nothing that is quoted holds: what it asks about may not be there."""

import re
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from core.text.bm25_words import is_abbreviation, name_parts, split_words
from core.text.expected_form import DATE_OR_TIME, expected_form
from core.text.filler_words import ASKING, FUNCTION_WORDS, GERMAN_ASKING, LIGHT, NEGATED, NEGATIONS, OPENING
from core.text.follow_up import REFERRING
from core.text.guess_language import common_words, guess_language
from core.text.irregular_forms import base_form, stated_bases
from core.text.only_planned import only_plans
from core.text.qualifying_sentences import leans
from core.text.question_frames import nouns_beside, summed_up, without_frame, without_same_titles
from core.text.says_who import names_somebody
from core.text.stated_form import asking_words, asks_value, asks_who, unstated_form
from core.text.stated_reasons import goes_on
from core.text.unsaid import SENTENCE_END, denies, only_asks, only_proposes
from core.text.whose_clauses import names_in, topic_names, without_others, word_behind_name

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_MEASURE = re.compile(
    r"\bhow (?!to\b)\w+|\bper\b|(?:\b(?:until|till)|\band since)(?= when\b)"
    r"|\b(?:at (?:present|the moment)|these days|currently|presently|nowadays)\b",
    re.I,
)
"""Asks for a measure ("how long" is answered by hours), or for what is so now."""
_NAMES = frozenset(split_words("name names named called"))
_MAX_CHARACTERS = 40
_REMIND = frozenset(split_words("remind"))
_REMIND_ME = re.compile(r"\bremind (?:me|us)\b", re.I)
"""Asks; "who must be reminded?" is about it."""
_WHO = re.compile(rf"{OPENING}who\b", re.I)
_REFERRING = frozenset(split_words(" ".join(REFERRING)))
_SHORT = 6
"""Words of a sentence that has hardly a subject of its own: "Rejected, 4 for, 29 against." """
_OWN_SUBJECT = re.compile(r"\W*(?:the|an?|my|our|your|his|her|their|its|i|we)\b", re.I)
_ASKS_NAME = re.compile(r"\bnames?\b|\bcalled\b", re.I)
_OTHER_IN_CAPITALS = re.compile(r"\b(?:US|IT)\b")
"""In small letters they are pronouns."""
_POSSESSIVE = re.compile(r"['’]s$")
_ASKS_GAIN = re.compile(r"\bwhat (?:do|does|did|will|would) (?!i\b|you\b|we\b)\w+(?: \w+){0,4} get\b", re.I)
"""What somebody is given or paid, where "get" is the matter."""
_GET = frozenset(split_words("get got"))
OF_ANOTHER = "it of "
"""Before a name: what is said, is said of another."""
_PROPER = re.compile(r"(?<=[\w,;:(] )(?<!\d )[A-Z][\w'’-]+")
"""A capital within a sentence: in English a name, if no number stands before it ("17 June")."""
_CAPITAL_BEFORE = re.compile(r"\b([A-Z][\w’-]+) $")


def unnamed_words(
    query: str,
    quoted: str,
    *,
    title: str = "",
    context: str = "",
    is_row: bool = False,
    known: frozenset[str] = frozenset(),
    entry: str = "",
) -> list[str]:
    """In the question's order and spelling. `quoted`: a quotation; `title`: of its note. `context`: the query with the
    topic of the question that it follows, if it follows one. `is_row`: all of it is said of one thing, as in a table.
    `known`: words of names in lower case (`known_names`). `entry`: the day with which it begins, that of all of it.

    A name that is asked for counts as named where one stands there that the question does not know. The form of the
    answer ("number", "why") is missing where the quotation does not state it; an empty string stands for a word that
    the quotation only denies ("who did we buy it from?", "we will not buy one"), or for a summary. Other
    languages than English: by their words alone.
    """
    text = f"{title}\n{quoted}"
    held = set(split_words(text)) | {word.lower() for word in _abbreviations(query) if _stands_in(word, text)}
    present = held | _stems_stated_by_form(query, quoted, title)
    if topic_names(query) or context not in ("", query):
        present |= _REFERRING
    if held & NEGATIONS or NEGATED.search(text):
        present |= NEGATIONS
    matter = without_frame(without_same_titles(query, text))
    missing = [*_words_beside(matter, present, stated_bases(held)), *nouns_beside(query, text)]
    capitals = (word for word in _OTHER_IN_CAPITALS.findall(query) if word not in missing)
    missing += [word for word in capitals if word not in WORD.findall(text)]
    if (language := guess_language(quoted)) not in ("en", ""):
        said = GERMAN_ASKING if language == "de" else frozenset(split_words(common_words(language)))
        return [word for word in missing if said.isdisjoint(stems_of(word))]
    about = f"{entry}\n{_about_topic(query, quoted, title)}" if asks_value(query) else quoted
    is_others = not is_row and _is_of_another(query, quoted, context or query, known)
    missing = [*_unstated(query, quoted, about, context or query, is_others=is_others), *missing]
    unsaid = (denies, only_asks, only_proposes, only_plans)
    is_open = bool(summed_up(query)) or any(is_unsaid(query, quoted) for is_unsaid in unsaid)
    return [*missing, ""] if is_open else missing


def _stems_stated_by_form(query: str, quoted: str, title: str) -> frozenset[str]:
    """Stems that no answer needs, and those that the form of what is quoted says: a name, a date, a permission."""
    form = expected_form(query)
    stated = _asking_stems(query) | (form.stems if form else frozenset()) | asking_words(query, quoted)
    named = _about_topic(query, quoted, title) if _ASKS_NAME.search(query) else quoted
    if any(_is_unknown_name(query, quoted, found) for found in _PROPER.finditer(named)):
        stated |= _NAMES
    return stated


def _asking_stems(query: str) -> frozenset[str]:
    """Stems that need not stand in an answer; in some questions "remind" and "get" are what it is about."""
    matter = frozenset() if _REMIND_ME.search(query) else _REMIND
    return ASKING - matter - (_GET if _ASKS_GAIN.search(query) else frozenset())


def _unstated(query: str, quoted: str, about: str, context: str, *, is_others: bool) -> Iterator[str]:
    """What it asks for by its form, where that is not stated, or of another only. `about`: what of the quotation is
    about what is asked.
    """
    name = "".join(f"{OF_ANOTHER}{name}" for name in names_in(query)[:1])
    if _WHO.match(query) and not asks_who(query) and not names_somebody(query, quoted):
        yield "who"
    if unstated := unstated_form(query, quoted, context=context):
        yield "" if unstated == "why" and goes_on(context, quoted) else unstated
    elif unstated := unstated_form(query, about, context=context):
        yield name or unstated
    elif is_others:
        yield name


def _is_unknown_name(query: str, quoted: str, found: re.Match[str]) -> bool:
    """Whether it is no word of the question, nor stands behind one of its names ("Ann Moore"), nor is a month."""
    before = _CAPITAL_BEFORE.search(quoted[max(found.start() - _MAX_CHARACTERS, 0) : found.start()])
    names = [found[0], before[1]] if before else [found[0]]
    is_known = any(name.lower() in query.lower() for name in names)
    return not is_known and DATE_OR_TIME.holds.fullmatch(found[0]) is None


def _abbreviations(query: str) -> Iterator[str]:
    return (word for word in WORD.findall(query) if is_abbreviation(word))


def _stands_in(word: str, text: str) -> bool:
    """In any letters: "ups"."""
    return re.search(rf"\b{word}\b", text, re.I) is not None


def _words_beside(query: str, present: frozenset[str] | set[str], done: set[str]) -> list[str]:
    """The query's words of which neither the stems are present nor the bases of their verbs among what was done."""
    words = (word for word in WORD.findall(_MEASURE.sub(" ", query)) if stems_of(word))

    def is_held(stem: str) -> bool:
        return stem in present or base_form(stem) in done

    return [word for word in dict.fromkeys(words) if not _is_present(word, is_held)]


def _is_present(word: str, is_held: Callable[[str], bool]) -> bool:
    """A word of several parts by the whole or by all of them: a ThinkCentre is no ThinkPad."""
    bare = _POSSESSIVE.sub("", word)
    parts = [part for part in bare.split("-") if len(part) > 1 and stems_of(part)]
    if len(parts) > 1:
        is_whole = any(map(is_held, split_words(bare.replace("-", ""))))
        return is_whole or all(_is_present(part, is_held) for part in parts)
    stems, names = stems_of(word), name_parts(bare)
    is_one = is_abbreviation(bare) or bool(names)
    return any(map(is_held, stems[:1] if is_one else stems)) or (bool(names) and all(map(is_held, names)))


def topic_stems(query: str) -> set[str]:
    """Stems of what it asks about: none of "how long should one be?"."""
    return set(split_words(_MEASURE.sub(" ", without_frame(query)))) - ASKING - LIGHT - FUNCTION_WORDS


def holds_most(topic: AbstractSet[str], text: str) -> bool:
    """Whether the text has more than half of these stems; true without any."""
    return 2 * len(topic & {*split_words(text)}) > len(topic) or not topic


def _about_topic(query: str, quoted: str, title: str) -> str:
    """The sentences with a word of what is asked about, and those that go on from one; all, where the title says it."""
    topic = topic_stems(query)
    if not topic.isdisjoint(split_words(title)):
        return quoted
    said, is_about = list[str](), False
    for sentence in SENTENCE_END.split(quoted):
        is_fragment = len(sentence.split()) <= _SHORT and not _OWN_SUBJECT.match(sentence)
        is_more = leans(sentence) or is_fragment
        is_about = not topic.isdisjoint(split_words(sentence)) or (is_about and is_more)
        said += [sentence] if is_about else []
    return " ".join(said) if said else quoted


def _is_of_another(query: str, quoted: str, context: str, known: frozenset[str]) -> bool:
    """Whether the value that is asked for, or what the one who is named does or has, is only said of another: "Raúl
    takes the table, Inés wants only the photographs" for "what does Raúl want?".
    """
    own = without_others(query, quoted, known=known)
    if own == quoted:
        return False
    if asks_value(query) and unstated_form(query, own, context=context):
        return True
    # "Who built the Orca?" is answered by another's name, but what that one did must be said of her.
    behind = _without_names(query) if _WHO.match(query) else word_behind_name(query)
    done = set(split_words(behind)) - ASKING
    return bool(done & set(split_words(quoted))) and done.isdisjoint(split_words(own))


def _without_names(query: str) -> str:
    names = {word for name in names_in(query) for word in name.split()}
    return " ".join(word for word in WORD.findall(query) if word not in names)


@lru_cache(maxsize=10_000)
def stems_of(word: str) -> tuple[str, ...]:
    """One for any denial."""
    return ("not",) if NEGATED.fullmatch(word) else tuple(split_words(word))


def fewest_unnamed(lists: Sequence[Sequence[str]]) -> list[str] | None:
    """Of quotations, by what each lacks: the words that none of them holds; None where one lacks none."""
    if not all(lists):
        return None
    return [word for word in min(lists, key=len, default=()) if all(word in each for each in lists)]
