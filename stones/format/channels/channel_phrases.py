"""Phrases that the channel features count, by function: English first, then German, the Romance languages, Dutch and
others.

General phrases only: none names a subject, a product or a person.
"""

from stones.format.channels.phrase_matching import Phrases

_KNOWING = (
    "wonder|wondered|wondering|know|understand|understood|tell|sure|unsure|clear|unclear|idea|curious|confused|"
    "puzzled|baffled|remember|explain|explanation|see|get|figure|find out|interested|ask|asking"
)

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
    "can i ask you to / may i ask you to / do you mind / are you able to / would it be possible to",
    "is it possible for you",
    "please could / mind doing / if you could / if you can",
    "könntest / könnten sie / würdet ihr / wärst du so / seien sie so / sind sie so / kannst bitte",
    "pourrait on / peut on / pouvons nous / tu pourrais / vous pourriez / pensez à / pense à",
    "n'hésite* pas à",
    "me puedes / me podrías / nos puedes / nos podrías / te importaría / le importaría / haz el favor",
    "te pido que / les pido",
    "podias / consegues / importas te / importa se / peço te / peço que",
    "mi puoi / ci puoi / potremmo / ti dispiace / ti chiedo di / le chiedo di / ricordati di",
    "zou jij / wilt u / mag ik je vragen / kunnen we / zouden jullie",
)
# A request, whatever else the sentence asks.
PROPOSE = Phrases(
    "why don't you / why don't we / why not just / go ahead / warum nicht einfach / mach doch / vas-y",
    "adelante / procedi / ga je gang",
)
# Verbs that keep a request a question: to tell, to know.
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
# A question without the form of one.
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
    forms=[
        rf" (?:{_KNOWING}) (?:\w+ ){{0,2}}(?:why|how|whether|if|which|where|when|what|who) ",
        r" (?:weiß|wissen|verstehe|frage|unklar|klar|interessier\w*|gespannt|neugierig|sagen|ahnung)"
        r" (?:\w+ ){0,2}(?:ob|warum|wieso|weshalb|wie|was|wann|wo|wer|welche\w*) ",
        r" (?:savoir|comprends?|comprendre|demande|sais|sait|curieu\w+)"
        r" (?:\w+ ){0,2}(?:si|pourquoi|comment|quand|où|quel\w*|qui) ",
        r" (?:saber|sé|sabe|sabéis|entiendo|entender|pregunto|duda|claro|sei|percebo|entendo|dúvida)"
        r" (?:\w+ ){0,2}(?:si|se|por qué|porque|por que|cómo|como|cuándo|quando|dónde|onde|cuál|qual|quién|quem) ",
        r" (?:sapere|so|capisco|capire|chiedo|dubbio|curios\w) (?:\w+ ){0,2}(?:se|perché|come|quando|dove|quale|chi) ",
        r" (?:weten|weet|snap|begrijp|vraag|benieuwd) (?:\w+ ){0,2}(?:of|waarom|hoe|wanneer|waar|welke|wie) ",
    ],
)
# Sentences with these beginnings want an answer.
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
    "it'd be nice / it'd be great / would be helpful / would love / looking for / let's / we should",
    "how about / could use",
    "wünsche* / wünschen* / bräuchte* / hätte gerne / hätten gerne / wäre es möglich / wäre super",
    "wäre prima / wäre nett",
    "souhait* / voudr* / aimerais / aimerions / serait bien / serait utile / ça serait / on aimerait",
    "desear* / desead* / quisiéramos / nos gustaría / estaría bien / sería bueno / sería ideal",
    "gostaríamos / seria bom / era bom",
    "servirebbe* / ci servirebbe / sarebbe utile / sarebbe bello / sarebbe meglio / gradire*",
    "graag zou / zouden graag / zou mooi / zou handig",
    forms=[
        r" (?:es|das) wäre (?:\w+ )?(?:schön|gut|toll|super|prima|hilfreich|nett|praktisch|klasse) ",
    ],
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
    "ought / supposed to / required to / has got to / needs / mustn't / must not / no longer / never again",
    "gehört noch / ist zu / sind zu / müsste* / bitte nicht mehr / ab sofort",
    "il faudra / il convient / est à / sont à / ne doit / ne doivent / devraient / à corriger / à revoir",
    "habrá que / tendría que / tendrían que / debería* / hace falta / hacen falta / conviene",
    "es necesario / convém / é necessário / deveriam",
    "bisognerebbe / occorrono / va fatto / vanno / andrebbe* / dovrebbero / dobbiamo / dient te",
    "dienen te / moest / zouden moeten / hoort te",
)
# Sentences with these beginnings inform and ask for nothing.
NOTE = Phrases(
    "remember that / note that / keep in mind / beware / fyi / for your information / for the record",
    "merke / beachte / zur info / à noter / pour info / nota / ojo / para información",
    "per informazione / ter info",
)
