"""Who changed what decides over access and answers, and when: a table that is only added to. Knows no app."""
