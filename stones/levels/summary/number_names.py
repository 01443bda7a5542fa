"""What the numbers up to twelve are called in English, German, Spanish, French and Italian."""

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
    "twelve zwölf doce douze"
)
NUMBER_NAMES = {str(value): names.split() for value, names in enumerate(_NAMES.split("|"), start=1)}
