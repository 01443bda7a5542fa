"""What a text warns of, forbids, demands, asks, has decided and leaves to do, where its author says so.

A sentence or an item has one kind: the first of RuleKind whose marker it bears, else what its author calls it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from stones.levels.markers import markers
from stones.levels.parts import Document, Kind, Part, Sentence
from stones.levels.standing import NEAR_TOP


class RuleKind(StrEnum):
    WARNING = "warning"
    PROHIBITION = "prohibition"
    BLOCKER = "blocker"
    DEADLINE = "deadline"
    DECISION = "decision"
    ASK = "ask"
    CONSTRAINT = "constraint"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Rule:
    kind: RuleKind
    text: str
    """Verbatim but for Markdown's marks, on one line."""
    line: int
    """From 1."""
    is_marked: bool
    """Its author set it apart: as an admonition, by a label, bold, a sign, capitals or the heading above."""
    is_near_top: bool


_SIGNS = re.compile(r"⚠|🚨|❗|⛔|🛑|🚫")
_CAPITALS = re.compile(
    r"\b(?:NOT|NEVER|MUST|DON'T|DO NOT|ALWAYS|STOP|CRITICAL|IMPORTANT|ONLY|REQUIRED|BLOCKED|WARNING|SUPERSEDED|"
    r"NICHT|NO|NUNCA|JAMAIS)\b"
)
_BY_WORDS = {
    RuleKind.WARNING: markers(r"""
        warning|caution|danger(?:ous)?|beware|careful(?:ly)?|destroys?|data loss|superseded|obsolete|(?:go(?:es)? )?stale
        lower bound|read-only|hard to reverse|irreversible|silently|trap|gotcha|pitfall|not (?:meant|intended) to
        not (?:yet )?(?:been )?(?:tested|verified|merged|pushed|committed|deployed|fixed|approved|confirmed)
        achtung|warnung|vorsicht|gefahr|attention|avertissement|advertencia|cuidado|peligro|atención|aviso|atenção|perigo
        注意|警告|警示|危险|危険|小心|気をつけ"""),
    RuleKind.PROHIBITION: markers(r"""
        do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|may not|shall not|not allowed|forbidden
        prohibited|avoid|refrain|leave .{0,20}alone|no longer be
        nicht (?:\w+ ){0,3}(?:werden|dürfen|darf|sollen|soll|verwenden|ändern|mergen)|darf (?:\w+ ){0,3}nicht
        keinesfalls|niemals|verboten|ne (?:\w+ ){0,2}(?:pas|jamais)|interdit|n['’]\w+ pas|jamais
        no (?:debe|deben|se debe|usar|hacer|tocar|ejecutar)|nunca|prohibido
        não (?:deve|devem|usar|fazer|executar|altere)|proibido
        不要(?![語物なのにで])|不得|禁止|切勿|请勿|不能|严禁|しないで|してはいけ|しないこと|ないでください"""),
    RuleKind.BLOCKER: markers(r"""
        blocked|blockers?|blocking|blocks (?:the|v?\d|release|merge)|waiting (?:for|on)|awaiting|depends on|stuck
        gesperrt|blockiert|wartet auf|bloqué|bloquead[oa]|à espera
        阻塞|阻碍|等待|ブロック|待ち"""),
    RuleKind.DEADLINE: markers(r"""
        deadline|due (?:date|by|on)|no later than|until (?:\d{4}|end of)|before (?:\d{4}-\d\d|monday|friday|the release)
        by (?:end of|eod|tomorrow|tonight|next week|monday|tuesday|wednesday|thursday|friday|\d{4}-\d\d)
        frist|bis (?:zum|spätestens)|spätestens|date limite|avant le|fecha límite|antes del|prazo|até o dia
        截止|期限|之前完成|締め?切"""),
    RuleKind.DECISION: markers(r"""
        decided|decision|agreed|we (?:will|chose|choose|use)|chosen|settled|accepted|approved|rejected|resolved
        recommend(?:ed|ation)?|conclusion|verdict
        entschieden|entscheidung|beschlossen|beschluss|wir verwenden|décidé|décision|decidido|decisión|decisão|acordado
        决定|决策|结论|採用|決定|結論"""),
    RuleKind.ASK: markers(r"""
        please|can you|could you|would you|i need you|your (?:task|job|responsibility)|you (?:should|must|need to)
        let me know|any thoughts|feel free|i'd like|we (?:want|need)
        bitte|könnt(?:e|est)? (?:du|ihr|sie)|s'il (?:te|vous) pla[iî]t|merci de|veuillez|por favor|puedes|podrías
        necesito que|favor|preciso que
        请|需要你|麻烦|ください|お願い"""),
    RuleKind.CONSTRAINT: markers(r"""
        must|shall|required?|requires|mandatory|always|only|at (?:least|most)|minimum|maximum|no more than|no longer
        restricted|deprecated|disabled|unless|cannot|can['’]t|not (?:yet )?(?:supported|available)|unsupported
        needs? to|has to|have to|limited to
        muss|müssen|dürfen nur|mindestens|höchstens|doit|doivent|obligatoire|au moins|debe|deben|obligatorio|al menos
        deve|devem|obrigatório|pelo menos
        必须|必需|仅|只能|至少|要求|必要|のみ|必須"""),
    RuleKind.NEXT: markers(r"""
        next(?: steps?)?|to-?do|remaining|follow[- ]?up|still (?:owed|open|to)|pending
        nächste[rn]?|offen|prochaine|reste à|próximo|pendiente|siguiente|pendente
        下一步|待办|后续|剩余|次の|残り|未完了|未解決"""),
}  # fmt: skip
_BY_NAME = {
    RuleKind.WARNING: re.compile(
        r"warning|caution|gotcha|pitfall|caveat|known (?:issue|limitation|bug)|risk|lessons|watch out|important|"
        r"attention|achtung|risik|advertencia|avertissement|注意|风险|リスク",
        re.I,
    ),
    RuleKind.PROHIBITION: re.compile(
        r"do not|don['’]ts?\b|never|must not|non-?goals?|out of scope|not in scope|forbidden|off[- ]limits|verboten|"
        r"nicht ziel|禁止|不要|非目标|スコープ外",
        re.I,
    ),
    RuleKind.BLOCKER: re.compile(r"block(?:er|ed|ing)|阻塞|bloque", re.I),
    RuleKind.DEADLINE: re.compile(r"deadline|due date|frist|截止", re.I),
    RuleKind.DECISION: re.compile(
        r"decision|decided|outcome|conclusion|recommendation|resolution|verdict|entscheidung|beschl[uü]ss|"
        r"d[ée]cision|decisi[oó]n|决定|决策|结论|決定",
        re.I,
    ),
    RuleKind.ASK: re.compile(
        r"\btasks?\b|\basks?\b|request|objective|your (?:job|role)|action required|open questions?|what (?:i|we) need|"
        r"aufgabe|tarea|tâche|任务|请求|依頼|タスク",
        re.I,
    ),
    RuleKind.CONSTRAINT: re.compile(
        r"constraint|requirement|\brules?\b|convention|guideline|invariant|guardrail|prerequisite|anforderung|vorgaben|"
        r"regeln|contrainte|restricci|requisito|约束|要求|规则|制約|要件|ルール",
        re.I,
    ),
    RuleKind.NEXT: re.compile(
        r"next|to-?do|remaining|what['’]?s left|pending|follow[- ]?ups?|action items?|first move|immediate|nächste|"
        r"prochaine|pr[oó]xim|siguiente|pendiente|下一步|待办|后续|次|残|今後|未解決",
        re.I,
    ),
}
"""What authors call such parts: in headings, labels and lines that lead in."""
_ADMONITIONS = frozenset(("warning", "caution", "danger", "important", "attention", "critical", "error"))
_DONE_HEADING = re.compile(
    r"\b(?:done|completed?|finished|shipped|fixed|resolved|erledigt|terminé|hecho)\b|完成", re.I
)
MOST_CHARACTERS = 600
"""Of a sentence that are looked through for its marker."""


def find_rules(document: Document) -> tuple[Rule, ...]:
    """In the order of the text; of the parts that say what the document says, code aside."""
    return tuple(rule for part in document.parts if part.is_current for rule in rules_of(part))


def rules_of(part: Part) -> Iterator[Rule]:
    """Those of one part, a sentence each."""
    if part.kind is Kind.CODE or part.is_done:
        return
    under = _kind_of_heading(part)
    for at, sentence in enumerate(part.sentences()):
        if not sentence.text.endswith((":", "：")):
            yield from _rule(part, sentence, under if at == 0 or part.kind is Kind.ADMONITION else None)


def _rule(part: Part, sentence: Sentence, under: RuleKind | None) -> Iterator[Rule]:
    said = sentence.text[:MOST_CHARACTERS]
    has_sign = _SIGNS.search(sentence.marked[:MOST_CHARACTERS]) is not None
    kind = next((kind for kind in RuleKind if _BY_WORDS[kind].search(said)), None)
    if kind is None and has_sign:
        kind = RuleKind.WARNING
    if kind is None and part.is_done is False:
        kind = RuleKind.NEXT
    if kind is None and part.kind is not Kind.HEADING:
        kind = under
    if kind is None and said.endswith(("?", "？")) and part.line <= NEAR_TOP:
        kind = RuleKind.ASK
    if kind is None:
        return
    is_marked = (
        under is not None
        or part.kind is Kind.ADMONITION
        or (part.is_bold and sentence.line == part.line)
        or has_sign
        or _CAPITALS.search(said) is not None
    )
    yield Rule(kind, sentence.text, sentence.line, is_marked, sentence.line <= NEAR_TOP)


def _kind_of_heading(part: Part) -> RuleKind | None:
    """What the author calls it: by an admonition, its label, the line that leads in, or the heading above."""
    if part.kind is Kind.ADMONITION and part.label in _ADMONITIONS:
        return RuleKind.WARNING
    names = [part.label, part.parent[:80] if part.parent.endswith((":", "：")) or part.depth == 0 else ""]
    if part.kind is not Kind.HEADING and not _DONE_HEADING.search(part.section):
        names.append(part.section)
    for name in filter(None, names):
        for kind, pattern in _BY_NAME.items():
            if pattern.search(name[:120]):
                return kind
    return None
