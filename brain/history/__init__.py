"""The history of a conversation: in prompts, summaries and exports.

Pure: values in, values out; token counts are an argument.
"""

from brain.history.history_budget import HISTORY_TOKENS, PastSummary, PastTurn, prompt_history

__all__ = ["HISTORY_TOKENS", "PastSummary", "PastTurn", "prompt_history"]
