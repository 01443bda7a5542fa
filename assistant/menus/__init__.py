"""The context menus as data, and what their use says about them. Pure: values in, values out."""

from assistant.menus.customising import DAYS, Proposal, Use, propose, told
from assistant.menus.items import CONTEXTS, ITEMS, SHIPPED, Item, items_of, known

__all__ = [
    "CONTEXTS",
    "DAYS",
    "ITEMS",
    "SHIPPED",
    "Item",
    "Proposal",
    "Use",
    "items_of",
    "known",
    "propose",
    "told",
]
