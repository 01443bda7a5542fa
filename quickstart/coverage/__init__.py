"""Coverage: how much of a capability tree Q&A and skills reach, what is missing, and the report. Pure."""
