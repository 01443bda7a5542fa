"""Phrases of handing work over: it goes to somebody, or the author leaves.

In the languages of `channel_phrases`; general phrases only.
"""

import re

from stones.format.channels.phrase_matching import Phrases

_DAY = (
    "tomorrow|today|tonight|now|noon|then|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|the|"
    "january|february|march|april|may|june|july|august|september|october|november|december|[0-9]+"
)
_TAG = "morgen|heute|jetzt|sofort|dann|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|nächster|nächste"

# Work passes from one person to another.
PASS_ON = Phrases(
    "over to you / your turn / up to you now / in your hands / in your court / hand over / hand off",
    "handover / handoff",
    "handing you / passing you / leaving you / leave you with / from here / from here on / in charge of",
    "in charge",
    "you inherit / your responsibility / responsible from / jumping in / stepping in / standing in",
    "stand in for",
    "filling in for / covering for / cover for / covers for / taking my / take my / replacing me",
    "my replacement",
    "my successor / in my place / instead of me / on my behalf / relieving / on duty from / whoever",
    "you do the rest",
    "does the rest / do the rest / the rest is / the contact now / ready for you / next agent / next session",
    "next shift / next engineer / next person / next developer / next owner / new owner / where i left",
    "left off",
    "where i stopped / i stopped at / i stop here / stopping here / out of context",
    "out of budget",
    "out of tokens / previous session / last session / won't get to it",
    "can't get any further",
    "can't get further / i got as far as / that's all from me / that's it from me / good luck",
    "thanks for covering",
    "thanks for taking / thank you for taking / thank you for covering / thank you for jumping",
    "übergabe* / übernimm* / übernehm* / übernahm* / übergeb* / übergib* / übernommen / vertret*",
    "vertritt* / ablösung",
    "nachfolge* / weitergeb* / weitermach* / machst weiter / machst du weiter / machst bitte weiter",
    "liegt bei dir",
    "liegt jetzt bei / jetzt deins / ab jetzt deins / bist du dran / du bist dran / du bist jetzt",
    "an dich / an euch",
    "kümmerst du dich / du kümmerst dich / den rest macht / den rest machst / machst du den rest",
    "gehört dir",
    "viel erfolg / fürs einspringen / fürs übernehmen",
    "je te laisse / je vous laisse / je te passe / je vous passe / je te confie / je vous confie",
    "je te transmets",
    "je vous transmets / je te remets / prend* le relais / le relais / la relève / passation*",
    "la suite / à toi de",
    "à toi la / c'est à toi / à vous de / reprends / reprend / reprenez / tu t'occupes / t'en occupes",
    "te charges",
    "s'en charge / s'en occupe / remplac* / mon remplaçant / ma remplaçante / à ma place / bon courage",
    "dès demain",
    "te paso / os paso / le paso / te dejo / os dejo / le dejo / te cedo / traspaso / traspas* / relevo",
    "te toca",
    "te encargas / se encarga / te ocupas / se ocupa / te harás cargo / a tu cargo / a cargo de",
    "es tuyo / es tuya",
    "en tus manos / sigue tú / retoma* / sustitu* / reemplaz* / mi sustitut* / a partir de mañana",
    "a partir de ahora",
    "a partir del lunes / suerte",
    "passo te / passar te / te passo / passo para / passo a / deixo te / deixo contigo / passagem de",
    "fica contigo",
    "ficas com / fica a cargo / fica com / é contigo / trata tu / ficas encarregad*",
    "substitu*",
    "a partir de amanhã / a partir de agora / a partir de segunda / boa sorte / agora é teu",
    "ti passo / ti lascio / vi lascio / ti affido / vi affido / passaggio di consegne / consegne",
    "te ne occupi",
    "se ne occupa / prendi in mano / subentr* / tocca a te / sostitu* / riprend* / da domani",
    "da lunedì / al mio posto",
    "buon lavoro / in bocca al lupo",
    "overdracht* / draag over / overdragen / overgedragen / overneem* / overneemt / overgenomen",
    "waarnem* / waarneem*",
    "vervang* / is aan jou / aan jou over / jouw beurt / jij verder / ga verder / vanaf morgen",
    "vanaf maandag",
    "vanaf nu / succes ermee",
    "överlämn* / lämnar över / tar över / tar du över / tager over / overtager / overtar / overdrag*",
    "från och med",
    "przekazuj* / przekazani* / przejm* / zastęp* / od jutra / передаю / передач* / принимаешь",
    "с завтрашнего",
    "теперь твоё / дальше ты / замещ*",
    "交接 / 移交 / 接手 / 接替 / 转交 / 转给 / 交给你 / 交给 / 接下来由 / 后续由 / 起由 / 引き継 / 引継",
    "後任 / 交代で",
    "担当します / 担当して / お任せ / 続きを / 後はお願い / 後を頼 / 인수인계 / 인계 / 넘겨 / 넘깁",
    "이어서 / 맡아",
    forms=[
        r" (?:take|takes|taking|taken|took) (?:[\w']+ ){0,3}over ",
        r" (?:take|takes|taking|took) (?:it|this|that|things|them|over) from ",
        r" (?:pick|picks|picking|picked) (?:(?:it|this|that|things|them|up|the \w+) ){0,2}(?:up|from) ",
        r" (?:hand|hands|handing|handed|pass|passes|passing|passed) (?:[\w']+ ){0,5}(?:over|off|on|to you|to your) ",
        r" (?:leave|leaving|transfer|transferring|turning|giving|entrust|entrusting) (?:[\w']+ ){0,4}(?:to|with) you ",
        r" (?:is|are|be|all|it's|that's|they're) (?:all |now |then )?(?:yours|hers|theirs) ",
        rf" yours (?:from|as of|until|till|starting|since) (?:{_DAY}) ",
        r" (?:continue|resume|carry on|go on|picking up|proceed) (?:with|from|at|where) ",
        r" (?:your|the) (?:shift|watch) (?:starts|begins) ",
        rf" ab (?:{_TAG}) (?:\w+ ){{0,2}}(?:du|dich|dir|deine?s?|ihr|euch|kümmert|macht|zuständig) ",
        r" (?:gebe|geb|reiche|überlasse) (?:\w+ ){0,8}(?:weiter|ab|rüber|dir|euch) ",
        r" c'est (?:\w+ )?\w+ qui (?:\w+ )?(?:suit|reprend|prend|gère|s'occupe|continue|assure) ",
        r" (?:draag|neem|neemt) (?:\w+ ){0,6}over ",
        "由.{1,8}(?:负责|接手|跟进|处理)",
    ],
)
# The author leaves, or returns.
ABSENT = Phrases(
    "on leave / on holiday / on vacation / on parental leave / on sick leave / out of office",
    "my last day / my last week",
    "last day is / while i'm away / while i'm out / while i'm gone / when i left / before i leave",
    "i leave / i'm leaving",
    "leaving today / leaving the / have to leave / have to go / must go / got to go / signing off",
    "heading out",
    "logging off / unreachable / not reachable / can't be reached / reach me / i'm moving",
    "moved to another / my flight",
    "my train / my shift ends / end of my shift / call me / ring me / my number / i won't be / off sick",
    "bin ab / bin ich ab / bin bis / bin dann / bin raus / bin weg / bin nicht / im urlaub / in urlaub",
    "urlaub / elternzeit",
    "nicht erreichbar / wieder da / wieder zurück / zurück bin / zurück am / ich zurück / mein letzter",
    "krank* / feierabend",
    "abwesend* / nicht im büro / nicht da / dienstreise",
    "en congé / en congés / congé maternité / je reviens / je rentre / je pars / je serai absent*",
    "absent / absente",
    "de retour / mon dernier / en vacances / injoignable / en arrêt / mon retour / ma dernière",
    "estoy fuera / estaré fuera / de vacaciones / de baja / de viaje / vuelvo / regreso / me voy",
    "mi último / no estaré",
    "mi vuelta / hasta que vuelva / estou fora / estarei fora / de férias / volto / regresso",
    "de licença / o meu último",
    "até eu voltar / vou estar",
    "sarò via / sono via / in ferie / in malattia / in maternità / torno / rientro / vado via",
    "il mio ultimo / al mio ritorno",
    "met verlof / op vakantie / met vakantie / ik ben weg / afwezig / terug op / ben vanaf",
    "mijn laatste / ben ik terug",
    "på semester / är borta / ledig / tillbaka / på ferie / na urlopie / wracam / nie będzie mnie",
    "в отпуске / ухожу",
    "вернусь / меня не будет",
    "休假 / 请假 / 出差 / 离职 / 我转到 / 不在 / 休暇 / 休み / 退職 / 異動 / 戻ります / 휴가 / 퇴사 / 부재",
    forms=[
        r" (?:i'm|i am|i'll be|i will be|we're|we'll be)"
        r" (?:\w+ )?(?:off|out|away|gone|abroad|travelling|traveling|ill|sick) ",
        r" (?:i'm|i am|i'll be|i will be) on (?:a|the) (?:plane|train|road|flight|boat|trip|bus|way) ",
        r" (?:i'm|i am|i'll be|i will be) on (?:[\w']+ ){1,3}(?:from|as of|starting) (?:tomorrow|today|monday|now) ",
        rf" (?:off|out|away|gone|leave|closed) (?:until|till|from|as of) (?:{_DAY}) ",
        rf" (?:i'm |i'll be |we're |be )?back (?:on|at|in|by|from|after|around) (?:{_DAY}|\w+) ",
    ],
)
# Headings of handoffs.
HANDOFF_SECTIONS = Phrases(
    "next steps / next step / current state / current status / what's left / what is left / remaining",
    "remaining work",
    "still open / left to do / not done / work completed / completed work / done so far / what's done",
    "what was done",
    "open questions / known issues / gotchas / where we stand / how to continue / blocked / blockers",
    "in progress",
    "nächste schritte / aktueller stand / stand / offen / noch offen / offene punkte / erledigt",
    "prochaines étapes",
    "état actuel / reste à faire / en cours / próximos pasos / estado actual / pendiente / próximos passos",
    "prossimi passi / stato attuale / da fare / volgende stappen / huidige stand / nog te doen / nästa steg",
    "następne kroki / следующие шаги / текущее состояние",
    "下一步 / 当前状态 / 当前结论 / 待办 / 次の作業 / 現状 / 残作業",
)
HANDOFF_TITLE = re.compile(
    r"\b(?:hand-?(?:off|over)s?\b|handing (?:off|over)|next[ -_]session|session[ -](?:summary|notes|report|log)"
    r"|übergabe|passation|traspaso|relevo|passagem de |consegne\b|overdracht|överlämning|przekazani)"
    r"|交接|移交|引き?継ぎ?|인수인계"
)
