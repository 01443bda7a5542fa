"""Months, weekdays and feasts as they are written, as alternatives of a pattern: English, the days German, too."""

MONTH = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
CAPITAL_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
"""For patterns that heed case: "may" is a verb."""
MONTH_OR_SHORT = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
FEAST = "(?:christmas|new year|good friday|easter|ascension|whitsun(?:day|tide)?|pentecost|halloween|thanksgiving)"
WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
CAPITAL_WEEKDAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
SHORT_WEEKDAY = "(?:mon|tues?|wed(?:s|nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)"
GERMAN_WEEKDAY = "(?:(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)"
GERMAN_SHORT_WEEKDAY = "(?:mo|di|mi|do|fre?|sa|so)"
