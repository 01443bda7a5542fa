"""The history of a conversation: in prompts, summaries and exports.

Pure: values in, values out; token counts are an argument.
"""
