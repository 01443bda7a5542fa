"""The context menus as data, and changes that their use suggests. Pure: values in, values out."""

from assistant.menus.menu_items import CONTEXTS, ITEMS, SHIPPED, items_of, valid_items
from assistant.menus.propose_changes import DAYS, MenuUse, Proposal, describe_proposal, propose

__all__ = [
    "CONTEXTS",
    "DAYS",
    "ITEMS",
    "SHIPPED",
    "MenuUse",
    "Proposal",
    "describe_proposal",
    "items_of",
    "propose",
    "valid_items",
]
