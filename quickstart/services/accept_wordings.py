"""A curator makes questions wordings of the entries and skills that their askers picked."""

from collections import defaultdict
from collections.abc import Collection as AbstractCollection
from collections.abc import Iterable, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from quickstart.models import AskerChoice, Collection, Entry, Question, Skill
from quickstart.parsing.parsed_content import TriggerSource
from quickstart.services.change_collection import lock_in_order
from quickstart.services.curate_content import save_entry, save_skill
from quickstart.services.settle_questions import settle

REASON = "wordings that askers picked it for"


@transaction.atomic
def accept_wordings(*, account: User, question_ids: AbstractCollection[int]) -> int:
    """Add each question's text to the wordings of the entry, or the triggers of the skill, that its asker picked, and
    settle it. Questions of other accounts' collections, and settled ones, are skipped. Safe to repeat.

    Returns how many are settled. Raises InvalidEntry where an entry can have no more or no such wordings.
    """
    picked = Question.objects.filter(
        pk__in=list(question_ids), collection__account=account, settled=None, choice=AskerChoice.PICKED
    )
    # Before wordings are read: what another writer adds meanwhile would be lost. Not the entries: an import locks
    # its collection first, and both would wait for each other.
    lock_in_order(Collection.objects.filter(pk__in=picked.order_by().values("collection")))
    of_entries: dict[Entry, list[Question]] = defaultdict(list)
    of_skills: dict[Skill, list[Question]] = defaultdict(list)
    for question in picked.select_related("entry__collection", "skill__collection").order_by("asked", "pk"):
        if question.entry:
            of_entries[question.entry].append(question)
        elif question.skill:
            of_skills[question.skill].append(question)
    count = 0
    for entry, questions in of_entries.items():
        _add_variants(entry, [each.text for each in questions])
        count += settle(account=account, question_ids=[each.pk for each in questions], entry=entry)
    for skill, questions in of_skills.items():
        _add_triggers(skill, [each.text for each in questions])
        settled = Question.objects.filter(pk__in=[each.pk for each in questions], settled=None)
        count += settled.update(settled=timezone.now())
    return count


def _add_variants(entry: Entry, texts: Iterable[str]) -> None:
    existing = [variant.text for variant in entry.variants.all()]
    if added := _new([entry.question, *existing], texts):
        save_entry(entry=entry, variants=[*existing, *added], reason=REASON)


def _add_triggers(skill: Skill, texts: Iterable[str]) -> None:
    triggers = list(skill.triggers.all())
    by_hand = [each.text for each in triggers if each.source == TriggerSource.MANUAL]
    if added := _new([each.text for each in triggers], texts):
        save_skill(skill=skill, by_hand=[*by_hand, *added], reason=REASON)


def _new(existing: Sequence[str], texts: Iterable[str]) -> list[str]:
    """Those that are not there yet, ignoring case, each once."""
    known = {text.casefold() for text in existing}
    found: dict[str, str] = {}
    for text in texts:
        found.setdefault(text.casefold(), text)
    return [text for key, text in found.items() if key not in known]
