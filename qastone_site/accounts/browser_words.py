"""A browser's User-Agent in the words of people: "Firefox on Linux"."""

# The first that the header has: all claim to be Mozilla, most to be Safari, and Edge and Opera to be Chrome.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "an iPhone",
    "iPad": "an iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "a Mac",
    "Linux": "Linux",
}


def describe_browser(user_agent: str) -> str:
    """Browser and system, as far as they are known."""
    browser = _first(_BROWSERS, user_agent) or "A browser"
    system = _first(_SYSTEMS, user_agent)
    return f"{browser} on {system}" if system else browser


def _first(words: dict[str, str], user_agent: str) -> str:
    return next((name for mark, name in words.items() if mark in user_agent), "")
