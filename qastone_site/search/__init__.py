"""One search over all that an account may read: stones, messages, answers, skills, notes, memory, copies, manual."""
