"""What stones tell the apps above them, which this one does not know."""

from django.dispatch import Signal

# Stones are about to go, in the transaction in which they do: `stone_ids`, and `reason`, "deleted" or "expired".
stones_deleting = Signal()
# The first levels of a `stone` have been written anew, in the transaction in which they are.
stone_reworded = Signal()
# A person is about to delete a `stone`: each receiver answers in a sentence what else that concerns, or with "".
deletion_concerns = Signal()
