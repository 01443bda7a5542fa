"""Words as they are compared: their stems, without function words, and the words that deny, forbid or limit.

English, German, Spanish, French, Portuguese, Italian and Dutch by lists; Chinese and Japanese by pairs of characters.
"""

import re
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)*|(?<![\w-])--?[A-Za-z](?!'?\w)")
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_LONGEST = 40

_FUNCTION_WORDS = (
    "always immer siempre toujours sempre altijd a an the and or but nor so yet of in on at to from by "
    "with without for as into onto over under about between through after before during until till "
    "since than then else if unless when while where which who whom whose what how why that this these "
    "those there here it its they them their theirs he him his she her we us our ours you your yours i "
    "me my mine is are was were be been being am do does did doing done have has had having will would "
    "shall should can could may might must not no never none nothing cannot any all some each every "
    "both either neither one anyone anything everyone only ever also just too very more most much many "
    "such other another same own out up down off again still now already please via per etc eg ie vs "
    "let der die das den dem des ein eine einen einem einer eines und oder aber sondern auch nur noch "
    "schon sehr wie als wenn falls ob dass weil damit um zu zum zur im ans ins auf aus bei mit nach "
    "von vor vom für über unter durch gegen ohne ist sind war waren sein wird werden wurde wurden "
    "worden hat haben hatte hatten kann können muss müssen soll sollen sollte darf dürfen wollen nicht "
    "nie niemals kein keine keinen keinem keiner keines man es er sie wir ihr ich sich dies diese "
    "dieser dieses diesen jede jeder jedes alle alles bitte bis doch dann hier dort mehr el la los las "
    "un una unos unas y e o u pero sino que de del al en con sin por para sobre entre hasta desde como "
    "si ni nunca jamás se su sus lo le les te nos son era eran ser está están fue fueron ha han hay "
    "haber muy más menos ya también solo sólo este esta estos estas ese esa eso esto cuando donde "
    "porque debe deben puede pueden todo toda todos todas l une du d et ou mais donc qui quoi dont où "
    "ne pas plus jamais rien aucun aucune sans avec pour par sur sous dans au aux ce cet cette ces sa "
    "ses leur leurs il elle ils elles nous vous je est sont était être ont doit doivent peut peuvent "
    "tout toute tous toutes très aussi comme gli uno ma che di da tra fra non mai senza è sono deve "
    "devono può anche os uma mas dos em na nas com sem não é são devem pode podem het een maar dat van "
    "voor met op aan bij niet geen nooit zonder zijn wordt moet moeten kan kunnen mag ook"
)
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())

_DENYING = (
    "nobody niemand nadie personne nessuno ninguém not no never none nothing neither nor cannot "
    "without avoid forbid forbids forbidden prohibited ban banned disallowed nicht nie niemals kein "
    "keine keinen keinem keiner keines keinesfalls keineswegs untersagt verboten vermeiden nunca jamás "
    "tampoco prohibido ninguna ningún ninguno evitar ne pas jamais aucun aucune interdit éviter non "
    "mai vietato nessun nessuna evitare não proibido nenhum nenhuma niet geen nooit verboden"
)
DENYING = frozenset(_DENYING.split())
"""Words in their reach are denied or forbidden."""

_LIMITING = (
    "stay stays unchanged untouched bleiben bleibt unverändert most maximum höchstens maximal hands "
    "ruled rules dismissed innocent without unless until till except excluding only if before after "
    "once avoid avoids lack lacks lacking missing fail fails failed refuse refuses refused reject "
    "rejected skip skips skipped skipping defer deferred stop stops instead rather unable hardly "
    "barely rarely halts end ends ended eliminates removes prevents replaces replaced obsolete "
    "unneeded superseded archived pending untested unmerged unpushed uncommitted unapproved "
    "unconfirmed unreleased unverified unset undo disable disabled remove removed dropped exclude "
    "excluded excludes absent outside forbid forbids wait waits waiting warten wartet esperar "
    "attendre banned forbidden prohibited prohibits denied deny blocked leave alone unsupported "
    "read-only readonly frozen zero defers prevent hopefully ohne außer bevor erst solange sofern "
    "falls wenn nur bis fehlt fehlen verboten untersagt statt anstatt sin salvo excepto hasta antes "
    "solo sólo falta faltan prohibido sans sauf avant seulement interdit manque senza prima vietato "
    "manca sem exceto somente só proibido zonder behalve voordat alleen verboden"
)
LIMITING = frozenset(_LIMITING.split()) | DENYING
"""If the sender's words have one of them, they may well deny in another way than the text does."""

_LISTING = (
    "open pending missing deferred skipped rejected unfixed remaining todo excluded without untested "
    "unconfirmed unverified unresolved stays stay lacks lack refuted superseded archived stale "
    "obsolete offen ausstehend pendiente pendientes falta"
)
LISTING = frozenset(_LISTING.split())
"""Items listed after one of them are not so."""

_TURNING = "but instead however rather just sondern stattdessen aber pero sino mais però ma mas maar"
TURNING = frozenset(_TURNING.split())
"""Words that the reach of a denial does not cross."""

# 未/勿/禁止/不要/不得/没 and the Japanese endings of denial and prohibition.
EAST_ASIAN_DENIAL = re.compile(
    r"不(?!同|断|仅|但|过|少)|未(?!来)|没|勿|禁止|ない|ません|ず(?=に|、|。)|[ァ-ン一-龥]不可|なし"
)

_ENDINGS = (
    "ings ing ions ion ments ment ungen ung ies ied ers ed es er en em et ado ada ados adas ar ir e s y"
)
_BY_LENGTH = tuple(sorted(_ENDINGS.split(), key=len, reverse=True))


def is_denial(word: str) -> bool:
    return word in DENYING or word.endswith("n't")


_MODAL_WORDS = (
    "should would could might may if whether sollte sollten würde könnte "
    "debería podría devrait pourrait deveria"
)
_MODAL = frozenset(_MODAL_WORDS.split())


def is_modal(word: str) -> bool:
    return word in _MODAL


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The common part of a word's forms: `push`, `pushed`, `pushing`; not a linguist's stem."""
    word = word.removesuffix("'s")
    if len(word) <= 3 or not word.isalpha() or word.endswith("ss"):
        return word
    if word.startswith("ge") and word.endswith(("t", "en")) and len(word) > 6:
        word = word[2:].removesuffix("t")
    for ending in _BY_LENGTH:
        if ending == "y" and word[-2] in "aeou":
            # `deploy` has the stem of `deployed`.
            continue
        if word.endswith(ending) and len(word) - len(ending) >= 3 + (ending in ("y", "en", "er", "ar")):
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def content_stems(text: str) -> list[str]:
    """Stems of the content words, in order; for East Asian runs their pairs of characters."""
    stems: list[str] = []
    for word in WORD.findall(text.lower().replace("’", "'")):
        stems += _stems(word[:_LONGEST])
    return stems


@lru_cache(maxsize=20_000)
def _stems(word: str) -> tuple[str, ...]:
    if word[0] == "-":
        return (word,)
    if word.isascii():
        return () if word in FUNCTION_WORDS or word.endswith("n't") else (stem(word),)
    stems: list[str] = []
    at = 0
    for run in _EAST_ASIAN.finditer(word):
        if before := word[at : run.start()]:
            stems.append(stem(before))
        pairs = run[0]
        stems += [pairs[i : i + 2] for i in range(max(len(pairs) - 1, 1))]
        at = run.end()
    if (rest := word[at:]) and rest not in FUNCTION_WORDS:
        stems.append(stem(rest))
    return tuple(stems)
