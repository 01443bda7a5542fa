"""The phrases that are counted, by what they do: English first, then German, the Romance languages, Dutch and others.

General phrases only: none names a subject, a product or a person.
"""

import re

from stones.format.channels.phrases import Phrases

# A request in the form of a question.
ASK_POLITELY = Phrases(
    "can you / could you / would you / will you / can we / could we / can someone / could someone",
    "can somebody",
    "could somebody / can anyone / could anyone / can one of you / could one of you / would someone",
    "would somebody",
    "would you mind",
    "kannst du / könntest du / könnt ihr / könntet ihr / können sie / könnten sie / kann jemand",
    "könnte jemand",
    "würdest du / würden sie / magst du / mögen sie",
    "peux tu / peux-tu / pouvez vous / pourrais tu / pourriez vous / tu peux / vous pouvez / merci de",
    "est-ce que tu peux",
    "puedes / podrías / podéis / podríais / puede usted / podría / podrían / pueden",
    "você pode / você poderia / podes / poderias / pode / poderia / podem",
    "puoi / potresti / potete / potreste / può / potrebbe",
    "kun je / kunt u / kan je / zou je / zou u / kunnen jullie / kan iemand / wil je / wilt u",
    "kan du / kunne du / skulle du / kan någon / vill du",
    "możesz / czy możesz / mógłbyś / możecie / можешь / можете / не мог бы / могли бы",
    "能不能 / 可以帮 / 能帮 / 麻烦你 / 麻烦 / 帮我 / 帮忙 / もらえますか / いただけますか",
    "くれますか / できますか",
    "해 줄 수 / 해주실 수 / 해줄 수",
)
# A request, whatever else the sentence asks.
PROPOSE = Phrases(
    "why don't you / why don't we / why not just / go ahead / warum nicht einfach / mach doch / vas-y",
    "adelante / procedi / ga je gang",
)
# What makes a request a question: to tell, to know.
ABOUT_KNOWING = Phrases(
    "know / tell me / tell us / explain / describe / say / remember / happen to / see why / clarify",
    "elaborate / confirm whether",
    "wissen / weißt / weiß / erklären / erklär / sagen / sag mir / verraten",
    "sais / savez / sait / expliquer / dire / sabe / sabes / explicar / explicarme / decir / decirme",
    "dizer / dizer me",
    "sai / sapete / spiegare / spiegarmi / dire / dirmi / weet / weten / uitleggen / vertellen / zeggen",
    "wiesz / powiedzieć / wyjaśnić / знаешь / знаете / сказать / объяснить / подсказать",
    "知道 / 解释 / 说明一下 / 告诉 / 教えて / 説明して / わかりますか",
)
# A question without its form.
ASK_INDIRECTLY = Phrases(
    "i wonder / wondering / just curious / curious how / curious why / curious whether / curious what",
    "any idea / any ideas",
    "anyone know / anybody know / does anyone / does anybody / has anyone / has anybody / anyone seen",
    "do you know",
    "i don't understand / don't understand / i don't get / i don't see why / don't see how",
    "i can't figure out / can't tell whether",
    "not sure whether / not sure if / not sure how / not sure why / not sure what / not sure i get",
    "not sure i understand / unsure whether",
    "i'd like to know / would like to know / want to know / i'd be interested / trying to understand",
    "trying to figure out",
    "was that intended / is that intended / what am i missing / thoughts / opinions",
    "ich frage mich / frage mich / mich würde interessieren / würde mich interessieren",
    "mich interessiert / weiß jemand / wüsste gern",
    "ich verstehe nicht / mir ist nicht klar / mir ist unklar / hat jemand / kennt jemand",
    "keine ahnung warum",
    "je me demande / je ne comprends pas / je voudrais savoir / j'aimerais savoir / quelqu'un sait",
    "est-ce que / est ce que / une idée",
    "me pregunto / no entiendo / quisiera saber / me gustaría saber / alguien sabe / a alguien",
    "sabe alguien / no me queda claro",
    "pergunto me / não entendo / não percebo / gostaria de saber / alguém sabe / alguém já",
    "mi chiedo / non capisco / vorrei sapere / qualcuno sa / non mi è chiaro",
    "ik vraag me af / ik snap niet / ik begrijp niet / weet iemand / heeft iemand / ik zou graag weten",
    "jag undrar / vet någon / förstår inte / zastanawiam się / czy ktoś / nie rozumiem / ktoś wie",
    "не понимаю / кто нибудь знает / хотелось бы знать",
    "想知道 / 请问 / 不明白 / 不太懂 / 想确认 / 有没有人 / 疑问 / 知りたい / わからない",
    "分かりません / わかりません / 疑問 / 궁금 / 모르겠",
)
# Sentences that begin so want an answer.
EXPLAIN = Phrases(
    "explain / tell me / tell us / describe how / describe why / walk me through / erkläre / erklär",
    "sag mir / explique / expliquez / explica / explícame / dime / diz me / spiega / spiegami / dimmi",
    "leg uit / förklara / wyjaśnij / объясни / расскажи",
    "解释 / 说明一下 / 告诉我 / 教えて",
)
PLEASE = Phrases(
    "please / pls / plz / kindly / thanks in advance / bitte / s'il te plaît / s'il vous plaît / svp",
    "stp / merci d'avance",
    "por favor / gracias de antemano / per favore / per piacere / alsjeblieft / alstublieft / graag",
    "snälla / tack på förhand / proszę / пожалуйста",
    "请 / 麻烦 / ください / 下さい / お願い / 주세요 / 부탁",
)
WANT = Phrases(
    "i need / we need / i want / we want / i'd like / we'd like / i would like / we would like",
    "what we need / as a user / i care about",
    "it would be nice / it would be good / would be great / acceptance criteria / definition of done",
    "out of scope / not in scope",
    "ich brauche / wir brauchen / ich möchte / wir möchten / ich hätte gern / wir hätten gern",
    "es wäre schön / wäre gut / wäre toll / ich will",
    "j'ai besoin / nous avons besoin / il me faut / il nous faut / je voudrais / j'aimerais",
    "nous voudrions / ce serait bien",
    "necesito / necesitamos / quiero / queremos / quisiera / me gustaría / estaría bien / preciso",
    "precisamos / quero / gostaria / gostávamos",
    "ho bisogno / abbiamo bisogno / vorrei / vorremmo / mi serve / ci serve / sarebbe bello / ik wil",
    "ik heb nodig / we willen / het zou fijn zijn / ik zou graag",
    "jag behöver / vi behöver / jag vill / potrzebuję / potrzebujemy / chcę / chciałbym / мне нужно",
    "нам нужно / хочу / хотелось бы",
    "我想要 / 我需要 / 我们需要 / 希望 / ほしい / 欲しい / たいです / 필요합니다 / 싶습니다",
)
OBLIGE = Phrases(
    "must / has to / have to / needs to / need to / should / shall / ought to / is to be / are to be",
    "make sure / no more / from now on",
    "muss / müssen / soll / sollen / sollte / sollten / il faut / il faudrait / doit / doivent",
    "devrait / à faire",
    "hay que / habría que / debe / deben / debería / tiene que / tienen que / é preciso / tem de",
    "tem que / deve / devem / deveria",
    "bisogna / occorre / deve / devono / dovrebbe / moet / moeten / zou moeten / måste / ska / bör",
    "trzeba / należy / musi / нужно / надо / должен / должна / должны / следует",
    "必须 / 需要 / 应该 / 应当 / 务必 / なければ / 必要がある / べき / 해야",
)
# Work goes from one to another.
PASS_ON = Phrases(
    "over to you / your turn / all yours / it's yours / is yours / are yours / yours now / yours from",
    "yours until / up to you now / in your hands",
    "take over / takes over / taking over / took over / taken over / take it from here",
    "takes it from here / take this from here / taking it from here",
    "from here / from here on / pick up / picks up / pick this up / picks this up / pick it up",
    "picks it up / picking up / picking this up / picking it up",
    "hand over / hands over / handing over / handed over / hand off / handing off / handed off",
    "handing you / handing this / handing it / handover / handoff / hand-off",
    "passing this / passing it / passing on / passing the / passing you / pass this on / pass it on",
    "passed to you / passed on to you / leave it to you / leaving it to you / leaving you",
    "leave you with / leaving this",
    "in charge of / you inherit / you're in charge / you are in charge / responsible from",
    "your responsibility / jumping in / stepping in / standing in / filling in for / covering for",
    "cover for / covers for / who covers / whoever",
    "you do the rest / the rest is / does the rest / do the rest / do the remaining / goes to him",
    "goes to her / goes to them / ready for you / the contact now / it's you / the ball is",
    "next agent / next session / next shift / next engineer / next person / next developer",
    "to continue / continue with / continue from / carry on / carry on with / carry on from / resume",
    "where i left / left off / where i stopped / i stopped at",
    "out of context / out of budget / out of tokens / context window / new session / previous session",
    "last session / won't get to it / can't get any further / can't get further / i got as far as",
    "übergabe / übernimmst / übernimmt / übernehmen / übernehmt / übernimm / übergebe / übergeben",
    "gebe dir / gebe euch / gebe ich / vertretung / vertritt / vertrittst / den rest macht",
    "machst weiter / weitermachen / ab morgen / ab heute / ab montag / weiter mit / jetzt deins",
    "gehört dir / bist du dran / du bist dran / kümmerst du dich / kümmert sich ab",
    "je te laisse / je vous laisse / je te passe / je vous passe / je te confie / je vous confie",
    "tu prends le relais / prend le relais / prenez le relais / le relais / passation / la suite",
    "à toi / c'est à toi / à partir de lundi / à partir de demain / reprends / reprend / reprendre",
    "tu reprends / remplaces / remplace / remplaçant",
    "te paso / os paso / le paso / te dejo / os dejo / le dejo / traspaso / relevo / te toca",
    "te encargas / se encarga / a partir de mañana / a partir de ahora / a partir del lunes / es tuyo",
    "queda en tus manos / tomas el relevo / continúa con / sigue tú",
    "passar te / passo te / passo para / deixo te / deixo com / passagem / a partir de amanhã",
    "a partir de agora / fica contigo / fica com / é contigo / assumes / assume / trata tu",
    "continua com / agora é",
    "ti passo / ti lascio / vi lascio / passaggio di consegne / passaggio / consegne / te ne occupi",
    "se ne occupa / da domani / da lunedì / prendi in mano / subentra / subentri / tocca a te",
    "continua da",
    "overdracht / draag over / overdragen / neem jij / neemt over / neem over / neemt het over",
    "overgenomen / jij verder / vanaf morgen / vanaf donderdag / vanaf maandag / waarnemer / waarneming",
    "is aan jou / jouw beurt",
    "överlämning / lämnar över / tar över / tar du över / från och med / przekazuję / przekazanie",
    "przejmujesz / przejmuje / od jutra / передаю / передача / принимаешь / с завтрашнего / теперь твоё",
    "дальше ты",
    "交接 / 移交 / 接手 / 交给你 / 交给 / 接下来由 / 由你 / 起由 / 后续由 / 引き継ぎ / 引継ぎ",
    "引き継 / 引継 / 担当します / 担当して / お任せ / 続きを",
    "인수인계 / 인계 / 넘겨 / 이어서",
)
# Whoever writes goes away, or comes back.
ABSENT = Phrases(
    "i'm off / i'm out / i'm away / i'm on leave / i'm on holiday / i'm on vacation / i'm on a",
    "i'm on the / on leave / on holiday / on vacation / out of office / off until / out until",
    "away until / out from / while i'm away / while i'm",
    "back on / back at / back in / i'm back / be back / last day / my last / when i left / i leave",
    "i'm leaving / leaving today / leaving the / have to leave / have to go / must go / signing off",
    "heading out / logging off / off to / unreachable / not reachable / reach me / i'm moving",
    "moved to another / i won't / i can't / my number / call me",
    "bin ab / bin ich / bin bis / bin dann / bin raus / im urlaub / in urlaub / urlaub / elternzeit",
    "nicht erreichbar / wieder da / zurück bin / bin weg / mein letzter / krankgeschrieben / feierabend",
    "je suis en congé / en congé / en congés / je reviens / je pars / je serai absent",
    "je serai absente / absent / absente / de retour / mon dernier / en vacances",
    "estoy fuera / estaré fuera / de vacaciones / de baja / vuelvo / me voy / salgo / mi último",
    "no estaré / estou fora / de férias / volto / vou estar / de licença / o meu último",
    "sono in / sarò via / in ferie / in maternità / torno / rientro / vado via / il mio ultimo / ben ik",
    "met verlof / op vakantie / met vakantie / ik ben weg / terug op / mijn laatste / ben vanaf",
    "på semester / är borta / tillbaka / ledig / na urlopie / będę / wracam / nie będzie mnie",
    "в отпуске / ухожу / вернусь / меня не будет",
    "休假 / 请假 / 出差 / 离职 / 我转到 / 不在 / 休暇 / 休み / 退職 / 異動 / 휴가 / 퇴사",
)
# Sentences that begin so are there to be known, not to be done.
NOTE = Phrases(
    "remember that / note that / keep in mind / beware / fyi / for your information / for the record",
    "merke / beachte / zur info / à noter / pour info / nota / ojo / para información",
    "per informazione / ter info",
)
# Headings of those who report to whom goes on.
HANDOFF_SECTIONS = Phrases(
    "next steps / next step / current state / current status / what's left / what is left / remaining / remaining work",
    "still open / left to do / not done / work completed / completed work / done so far / what's done / what was done",
    "open questions / known issues / gotchas / where we stand / how to continue / blocked / blockers / in progress",
    "nächste schritte / aktueller stand / stand / offen / noch offen / offene punkte / erledigt / prochaines étapes",
    "état actuel / reste à faire / en cours / próximos pasos / estado actual / pendiente / próximos passos",
    "prossimi passi / stato attuale / da fare / volgende stappen / huidige stand / nog te doen / nästa steg",
    "następne kroki / следующие шаги / текущее состояние",
    "下一步 / 当前状态 / 当前结论 / 待办 / 次の作業 / 現状 / 残作業",
)
HANDOFF_TITLE = re.compile(
    r"\bhand-?(?:off|over)s?\b|\bhanding (?:off|over)|\bnext[ -_]session|\bsession[ -](?:summary|notes|report|log)"
    r"|\bübergabe|\bpassation|\btraspaso|\brelevo|\bpassagem de |\bconsegne\b|\boverdracht|\böverlämning|\bprzekazani"
    r"|交接|移交|引き?継ぎ?|인수인계"
)
