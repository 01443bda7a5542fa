"""What is planned, to be done or done as a habit answers no question about what was done."""

from time import process_time

import pytest

from core.text.only_planned import only_plans

PLANNED = [
    ("What did we sell at the fair?", "With the stall money we sell the old tent, Vera asks around."),
    ("What did we order for the kitchen?", "Order two racks for the kitchen."),
    ("Have we ordered the coal?", "We order the coal on Monday."),
    ("Has Vera repaired the gate?", "Vera repairs the gate next week."),
    ("Did Otto paint the fence?", "Otto is to paint the fence."),
    ("What did the choir sing in June?", "They will sing two psalms in June."),
    ("Where did the committee plant the elm?", "- [ ] plant the elm by the gate"),
    ("What did we sell?", "[ ] the piano does not fit -> sell"),
]
DONE = [
    ("What did we sell at the fair?", "We sold the tent at the fair, next year we sell the stove."),
    ("What did we order for the kitchen?", "Order for the kitchen: two racks."),
    ("Have we ordered the coal?", "Coal: ordered on Monday."),
    ("What did we sell?", "[x] the piano does not fit -> sold to Otto"),
    ("What did Vera advise?", "She advises a week of rest."),
    ("Where did we cut the reeds?", "We cut the reeds at the weir."),
    ("What do we sell at the fair?", "We sell jam at the fair."),
    ("What did they have to pay?", "They had to pay a fine."),
    ("Did Otto paint the fence?", "Otto did paint the fence."),
    ("Why did we sell the tent?", "We sell the tent because of its holes."),
    ("Did we sell the tent?", "Decision: not to sell the tent."),
    ("Where did we leave the rake?", "We left the rake in the shed, I leave it there."),
    ("What did Ann feel?", "Ann felt cold, she feels better."),
    ("Has Bo left the rake?", "Bo left the rake, he leaves it."),
    ("Did Bo beat Ann?", "Bo beat Ann, I beat both."),
    ("What did the doctor prescribe?", "Dr Moos prescribes arnica."),
    ("Has the mill many sails?", "We sail to the mill."),
    ("Who has the key?", "Ann has the key, we key it in."),
    ("What did the repair cost?", "The repair, 40, came before we repair the rest."),
]


@pytest.mark.parametrize(("query", "quoted"), PLANNED)
def test_a_plan_is_nothing_done(query: str, quoted: str) -> None:
    assert only_plans(query, quoted)


@pytest.mark.parametrize(("query", "quoted"), DONE)
def test_what_is_done_is_no_plan(query: str, quoted: str) -> None:
    assert not only_plans(query, quoted)


def test_a_verb_that_stands_there_very_often_is_read_in_little_time() -> None:
    start = process_time()
    assert not only_plans("What did we sell?", "\n\nsell of" * 8_000)
    assert process_time() - start < 2
