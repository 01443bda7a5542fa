"""A span that a level may consist of."""

from dataclasses import dataclass

from stones.levels.author_rules import RuleKind
from stones.levels.document_parts import PartKind


@dataclass(slots=True)
class Unit:
    """Not frozen: every sentence becomes one, and frozen ones took a tenth of a level's time to make and copy."""

    text: str
    """Verbatim but for Markdown syntax (backticks stay), on one line; of progress in the author's words."""
    worth: float
    tokens: int
    line: int = 1
    part: int = -1
    kind: PartKind = PartKind.TEXT
    trail: tuple[str, ...] = ()
    denied_by: str = ""
    """The line that leads in to its list and denies it: `Do not:`. Without it the unit would say the contrary."""
    turned_by: str = ""
    """The heading or line that forbids or turns it, which a paragraph has to name."""
    at: int = 0
    """Index of its sentence in its part."""
    before: "Unit | None" = None
    """The one that it leans on: it stands right behind that one, or nowhere."""
    turn: "Unit | None" = None
    """The one behind it that turns it round: it stands with that one, or nowhere."""
    headline: float = 0.0
    """Added value in a paragraph: it says what the document is, its status or what it asks."""
    rule: RuleKind | None = None
    is_marked: bool = False
    """For a rule: its author set it apart."""
    is_listed: bool = False
    """A prohibition below a heading that says so: it comes before all others."""
    is_request: bool = False
    """An item, or a sentence under "Next steps", that tells the reader to do something."""
    is_demand: bool = False
    """It asks the reader for something, forbids it, or says what is still to be done or waited for."""
    is_headline: bool = False
    """Its label, or the heading above, says that it is what the text says: `Status: …`, `Summary`."""
    is_central: bool = False
    """About the subject of the text: its words are the title's or stand elsewhere, too, or it says what that is."""
    is_turning: bool = False
    """Near the top, set apart, and a warning: without it the rest may be misunderstood."""
    is_lead: bool = False
    """It only leads in to what follows."""
    is_prose: bool = False
    """It can be part of a paragraph, away from its heading."""
