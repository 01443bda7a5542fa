"""Questions of the kind "how do I …", answered from curated entries and skills, with a report of what is covered."""
