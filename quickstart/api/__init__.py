"""The quickstart over REST, under /api/quickstart/."""
