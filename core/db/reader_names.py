"""How those who read, ask and act are named in rows: a name stays when its bearer is deleted."""

READER_LENGTH = 120
"""Characters; longer names are cut."""
AGENT = "agent "
PERSON = "person "
"""How the names of agents, and of people at the pages, begin."""
COMMAND_LINE = "command"
LEVEL_WRITER = "generation"
"""This site, whose model writes levels."""


def agent_reader(name: str) -> str:
    return f"{AGENT}{name}"[:READER_LENGTH]


def person_reader(username: str) -> str:
    return f"{PERSON}{username}"[:READER_LENGTH]


def helper_reader(agent_name: str) -> str:
    """The model of a helper that works for an agent."""
    return f"helper for {AGENT}{agent_name}"[:READER_LENGTH]


def assistant_reader(agent_name: str) -> str:
    """The model of the assistant, where it answers an agent."""
    return f"assistant for {AGENT}{agent_name}"[:READER_LENGTH]
