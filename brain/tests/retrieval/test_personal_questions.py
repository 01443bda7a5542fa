import pytest

from brain.retrieval.personal_questions import WHO_AM_I, asks_about_me, in_first_person, is_personal


@pytest.mark.parametrize(
    "question",
    [
        "What are my skills?",
        "Which languages do I speak?",
        "show me my resume",
        "Where did I study?",
        "What is my current job?",
        "Have I ever worked in Berlin?",
        "Who am I?",
        "tell me about myself",
        "Which awards did I win?",
        "Where do I live?",
        "Which company did I found?",
        "What was my role at the mill?",
        "What’s on my CV?",
        "How many years of experience do I have?",
    ],
)
def test_biographical(question: str) -> None:
    assert asks_about_me(question)


@pytest.mark.parametrize(
    "question",
    [
        "What did I write about foam?",
        "What have I noted about bees?",
        "How do I set up a server?",
        "What am I doing wrong?",
        "Why was I charged twice?",
        "Can I belong to several places at once?",
        "What do I need to know about contracts?",
        "How can my company use this?",
        "What do my notes say about roles?",
        "When did I last write about media?",
        "Should I care?",
        "What is a resume for?",
    ],
)
def test_not_biographical(question: str) -> None:
    assert not asks_about_me(question)


@pytest.mark.parametrize(
    "question",
    ["What is my blood pressure?", "Where did I put our passports?", "What I’ve eaten", "Is this mine?"],
)
def test_what_is_personal_stays_here(question: str) -> None:
    assert is_personal(question)


@pytest.mark.parametrize("question", ["How do I tune a piano?", "Which lake is the deepest?"])
def test_other_questions_may_leave(question: str) -> None:
    assert not is_personal(question)


@pytest.mark.parametrize(
    ("question", "own"),
    [
        ("What did Ann Lee study?", "What did I study?"),
        ("what books has ann lee published?", "what books have I published?"),
        ("What is Ann Lee's job?", "What is my job?"),
        ("Who's Ann Lee?", WHO_AM_I),
        ("What's Ann Lee's job?", "What is my job?"),
        ("Describe Ann Lee", WHO_AM_I),
        ("Who worked with Ann Lee in Rome?", "Who worked with Ann Lee in Rome?"),
        ("Which mail mentions Ann Lee?", "Which mail mentions Ann Lee?"),
        ("Who is Ann Lee Miller?", "Who is Ann Lee Miller?"),
        ("What did Ann Lee-Miller do?", "What did Ann Lee-Miller do?"),
        ("Who is Ann Lee?", WHO_AM_I),
        ("Tell me about Ann Lee", WHO_AM_I),
        ("tell me something about myself", WHO_AM_I),
        ("What did Ann study?", "What did Ann study?"),
        ("Where is Ann Leeds?", "Where is Ann Leeds?"),
    ],
)
def test_a_question_that_names_the_owner_in_full_is_their_own(question: str, own: str) -> None:
    assert in_first_person(question, "Ann Lee") == own


def test_a_name_of_one_word_may_be_anybody_s() -> None:
    assert in_first_person("Who is Ann?", "Ann") == "Who is Ann?"
    assert in_first_person("who am i", "") == WHO_AM_I
