"""How lines that tools print are told from others, and what they are: sums, failures, their places and reasons."""

import re
from enum import Enum

_COUNTED_NOUNS = (
    r"passed|passing|pass(?!\w)|fail(?:ed|ing|ures?)?|errors?|warnings?|problems?|issues?|vulnerabilit(?:y|ies)|"
    r"skipped|ignored|pending|tests?|examples?|suites?|to (?:add|change|destroy)|added|changed|destroyed|reformatted"
)
_COUNT = re.compile(
    rf"(?<![\w.])(?P<number>\d[\d,]*) (?:[a-z-]+ ){{0,3}}?(?P<noun>{_COUNTED_NOUNS})\b|"
    rf"\b(?P<named>{_COUNTED_NOUNS}|tests run)\s?[=: ]\s?(?P<value>\d+)\b(?! [a-z])",
    re.I,
)
_BAD = re.compile(r"fail|error|problem|issue|vulnerab|destroy|reformat", re.I)
_SUMMARY = re.compile(
    rf"(?:[A-Z][A-Za-z ]{{0,24}}(?:[:(]\s*|\s{{2,}})|test result: \w+\. |(?:Found|Ran|found|collected) )?"
    rf"(?:\d[\d,]* (?:[a-z-]+ ){{0,3}}?(?:{_COUNTED_NOUNS})\b|(?:{_COUNTED_NOUNS}|tests run)\s?[=: ]\s?\d)",
    re.I,
)
_VERDICT = re.compile(
    r"(?:(?P<bad>FAIL(?:ED|URE)?|BUILD FAIL(?:ED|URE)|FAIL\s+\S*[./]\S*\s+(?:\d[\d.]*s|\[.*\]))|OK|PASS(?:ED)?|"
    r"BUILD SUCCESS\w*|ok\s+\S*[./]\S*\s+(?:\d[\d.]*s|\(cached\)).*|All checks passed!|"
    r"(?:Success: )?[Nn]o (?:issues|errors|problems|changes|known vulnerabilities)\b.{0,80})$"
)
_DECORATION = re.compile(r"^[=\-_~*⎯─│╷╵|✖✗×❯!#\s]+|[=\-_~*⎯─!\s]+$")
SENTENCE = re.compile(r"\b(?:[^\W\d_]['’\w-]*[,;:]? ){5}")
"""Words as people write them, five in a row."""
MAX_LINE = 200
"""Characters; a longer line that does not begin as a tool's is prose."""

_WHERE = r"(?:[A-Za-z]:)?[^\s:()]*[./][^\s:()]*(?::\d+(?:[:,]\d+)?|\(\d+(?:,\d+)?\))"
LOCATED = re.compile(rf"(?P<where>{_WHERE}):? (?P<said>\S.*)")
"""A place in a file and what is said of it."""
LOCATED_BELOW = re.compile(r"\s*(?:-->|:::) (\S+:\d+(?::\d+)?)\s*$")
LOCATED_IN_FILE = re.compile(r"\s+(\d+:\d+)\s+(error|warning)\s+(\S.*)")
"""Below a line that is the file's name."""
NAMED_FILE = re.compile(r"\S*[./]\S*$")
_NOTE = re.compile(r"(?:note|help|info|information|hint)\b", re.I)
_WARNING = re.compile(r"(?:[A-Z]\w+)?warning\b", re.I)

FAILED = re.compile(
    r"(?:(?:FAIL(?:ED)?|ERROR)(?::|\s)\s*(?!\()(?P<named>\S.*[^\s:]|\S)|--- FAIL: (?P<go>\S+).*|"
    r"not ok \d+(?: -)?\s+(?P<numbered>\S.*)|(?:●|✕|✗|✘|×|\d{1,3}\))\s+(?P<marked>\S.*)|"
    r"_{3,} (?P<headed>.+?) _{3,}|-{4} (?P<printed>\S+) std(?:out|err) -{4}|=== RUN\s+(?P<run>\S+))$"
)
FAILED_AT_END = re.compile(
    r"(?:test )?(?P<name>\S.*?)\s+(?:\.\.\.\s+)?(?:FAILED|FAIL|ERROR)(?:\s+\[\s*\d+%\])?$"
)
SEVERE = re.compile(
    r"(?:\d+ (?:\d+\.\d+ )?)?(?:npm (?:ERR!|error)|make(?:\[\d+\])?: \*\*\*|(?:##)?\[error\]|"
    r"(?:[Ee]rror|ERROR|[Ff]atal|FATAL|panic|E)(?:\[\w+\])?:|"
    r"Exception in thread|Caused by:|thread '.*' panicked|[\w./-]{2,40}: (?:fatal )?(?:error|fatal):)\s*\S"
)
PASSED = re.compile(
    r"(?:PASS(?:ED)?|ok|OK|✓|✔|√|--- PASS:|--- SKIP:|SKIP(?:PED)?|\?)\s+\S|"
    r".*(?:\.\.\.|\s)\s*(?:ok|PASSED|SKIPPED|ignored)"
    r"(?: \(.*\))?(?:\s+\[\s*\d+%\])?$"
)
EXCEPTION = re.compile(
    r"(?:Uncaught )?(?:[\w$]+\.)*[A-Z][\w$]*(?:Error|Exception|Exit|Interrupt|Warning|Failure)\b(?: \[\w+\])?(?::|$)"
)
TRACE = "Traceback (most recent call last):"
FRAME = re.compile(r"\s+(?:at \S|File \"|\.\.\. \d+ more|\S+:\d+ \+0x)")
FOREIGN_FRAME = re.compile(
    r"site-packages|dist-packages|/lib/python|node_modules|node:|<anonymous>|\bjava\.|/rustc/|\.cargo|<frozen"
)
REASON = re.compile(
    r"\s*(?:E\s+(?P<marked>\S.*)|(?P<said>(?:[\w.]+\.)?\w*(?:Error|Exception)\b.*|.*\bpanicked at\b.*"
    r"|assert(?:ion)?\b.*|(?:[Ee]xpected|[Rr]eceived|[Aa]ctual|got|want|left|right|error|message)\b[^:]{0,12}:\s*\S.*"
    r"|\S+:\d+: \S.*|→ .*))$"
)
PLANNED = re.compile(r"\s+# (?P<what>\S+ (?:will|must|has|is) .*)")
DESTROYS = re.compile(r"destroy|replace|delet|remov|taint", re.I)
SEVERITY = re.compile(r"Severity: (?P<degree>\w+)")
COLUMN_RULE = re.compile(r"-{2,}(?: +-{2,})+$")
OPENING = re.compile(
    rf"[=\-_~*⎯─]{{3,}}|[✓✔✕✗✘×●❯→│╷╵╰├└$]|"
    r"(?:FAIL|PASS|ERROR|OK|ok|not ok|error|warning|note|help|fatal|panic|Error|Warning|npm|make|test|"
    r"thread|goroutine|TAP|XFAIL|SKIP|E|W)\b[^.]{0,30}(?:[:\[\s]|\.\.\.)|"
    rf"Caused by:|Traceback|Severity: |{_WHERE}|\S+[./_]\S*: |"
    r"\d+ +[|+-]|\d+\.\.\d|[.FEsxX]{3,}(?:\s|$)|#\d+ |-/\+ |\+ |~ "
)
_CODE = re.compile(r"\d\.\d+\.\d|\w=\S|\w_\w|\w/[\w.]+|::|\w\(\w*|[{}`]")
"""What stands in a line of no sentence that a tool prints."""


def undecorated(line: str) -> str:
    return (
        _DECORATION.sub("", line) if line[:1] in "=-_~*⎯─│╷╵|✖✗×❯!# \t" or line[-1:] in "=-_~*⎯─!" else line
    )


class Origin(Enum):
    """Who writes a line that is not indented so."""

    TOOL = 1
    ANYBODY = 2
    PERSON = 3
    """It is a sentence."""


def line_origin(line: str) -> Origin:
    is_linked = "://" in line and "://" in line.rpartition(" ")[2]
    if not is_linked and SENTENCE.match(line) and not line.partition(" ")[0].endswith(":"):
        return Origin.PERSON
    if is_linked or OPENING.match(line) or line.endswith("%]"):
        return Origin.TOOL
    if len(line) > MAX_LINE:
        return Origin.PERSON
    if is_summary(undecorated(line)):
        return Origin.TOOL
    if SENTENCE.search(line):
        return Origin.PERSON
    return Origin.TOOL if _CODE.search(line) else Origin.ANYBODY


def is_summary(text: str) -> bool:
    """Of a line without decoration: whether it counts, or says at all, how it went, and nothing else."""
    if len(text) > MAX_LINE:
        return False
    return _VERDICT.match(text) is not None or (
        _SUMMARY.match(text) is not None and not SENTENCE.search(text)
    )


def is_bad_summary(text: str) -> bool:
    """Whether something failed, by its own words."""
    verdict = _VERDICT.match(text)
    if verdict:
        return verdict["bad"] is not None
    return counts_failures(text)


def counts_failures(text: str) -> bool:
    """Whether it says of anything bad how many there were, more than none."""
    return any(
        _BAD.search(found["noun"] or found["named"])
        and int((found["number"] or found["value"]).replace(",", ""))
        for found in _COUNT.finditer(text)
    )


def shorten_summary(text: str) -> str:
    """Without the verdict before its counts, and what was counted as none."""
    counts = text.rpartition(". ")[2]
    return re.sub(r"[;,] 0 (?!to )[a-z ]+(?=[;,]|$)", "", counts) or text


def severity(said: str) -> str:
    """Of what is said of a place: `note`, `warning` or `error`."""
    return "note" if _NOTE.match(said) else "warning" if _WARNING.match(said) else "error"
