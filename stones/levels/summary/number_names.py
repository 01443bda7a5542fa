"""Numbers up to a hundred in words: English, German, Spanish, French and Italian."""

import re

_NAMES = (
    "one un uno una une ein eine einen|"
    "two zwei dos deux due|"
    "three drei tres trois tre|"
    "four vier cuatro quatre quattro|"
    "five fünf cinco cinq cinque|"
    "six sechs seis sei|"
    "seven sieben siete sept sette|"
    "eight acht ocho huit otto|"
    "nine neun nueve neuf nove|"
    "ten zehn diez dix dieci|"
    "eleven elf once onze|"
    "twelve zwölf doce douze dodici|"
    "thirteen dreizehn trece treize tredici|"
    "fourteen vierzehn catorce quatorze quattordici|"
    "fifteen fünfzehn quince quinze quindici|"
    "sixteen sechzehn dieciséis seize sedici|"
    "seventeen siebzehn diecisiete diciassette|"
    "eighteen achtzehn dieciocho diciotto|"
    "nineteen neunzehn diecinueve diciannove"
)
_TENS = (
    "twenty zwanzig veinte vingt venti|"
    "thirty dreißig treinta trente trenta|"
    "forty vierzig cuarenta quarante quaranta|"
    "fifty fünfzig cincuenta cinquante cinquanta|"
    "sixty sechzig sesenta soixante sessanta|"
    "seventy siebzig setenta settanta|"
    "eighty achtzig ochenta ottanta|"
    "ninety neunzig noventa novanta"
)
_VALUES = {
    name: value for value, names in enumerate(_NAMES.split("|"), start=1) for name in names.split()
} | {name: 10 * ten for ten, names in enumerate(_TENS.split("|"), start=2) for name in names.split()}
_TEN = "|".join(name for name, value in _VALUES.items() if value >= 20)
_UNIT = "|".join(name for name, value in _VALUES.items() if value < 10)
_ANY = "|".join(sorted(_VALUES, key=len, reverse=True))
_NUMBER = re.compile(
    # `twenty-five`, `treinta y cinco`; `fünfundzwanzig`; `veinticinco`, `ventidue` are not read.
    rf"(?<!\w)(?:(?P<ten>{_TEN})(?:-| y | et |-et-| )(?P<unit>{_UNIT})|(?P<below>{_UNIT})und(?P<above>{_TEN})|"
    rf"(?P<simple>{_ANY}))(?!\w)"
)


def named_numbers(text: str) -> dict[str, list[tuple[int, int]]]:
    """The places of the numbers that `text`, in lower case, has in words, by their digits."""
    places: dict[str, list[tuple[int, int]]] = {}
    for match in _NUMBER.finditer(text):
        names = (match["ten"], match["unit"], match["below"], match["above"], match["simple"])
        places.setdefault(str(sum(_VALUES[name] for name in names if name)), []).append(match.span())
    return places
