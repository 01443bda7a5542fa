"""Skills as a person looks through them: those in a review state, and one page of them in the order of the tree."""

from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet

from core.pages.key_pages import NUMBER, KeyPage
from quickstart.models import Collection, Review, Skill
from quickstart.queries.browse_collection import all_skills_of, skills_of, with_words

PAGE_ROWS = 50


def skills_in_state(collection: Collection, review: str, words: str = "") -> QuerySet[Skill]:
    """Those that have all of these words. What is not published has no index: its name and description are searched."""
    if review == Review.PUBLISHED:
        rows = skills_of(collection)
        return with_words(rows, words, collection) if words else rows
    rows = all_skills_of(collection).filter(review=review)
    for word in words.split():
        rows = rows.filter(
            Q(title__icontains=word) | Q(description__icontains=word) | Q(skill_id__icontains=word)
        )
    return rows


def editable_skills(account: User) -> QuerySet[Skill]:
    """Those of the account's own collections: what others share may be read alone."""
    return Skill.objects.filter(account=account, collection__account=account).order_by("pk")


def count_by_state(collection: Collection) -> dict[str, int]:
    """In the order of the states; those without skills are left out."""
    rows = Skill.objects.filter(account=collection.account_id, collection=collection).order_by()
    counts = dict(rows.values_list("review").annotate(count=Count("pk")))
    return {str(state): counts[state] for state in Review if counts.get(state)}


def paginate_by_place(
    skills: QuerySet[Skill], collection: Collection, *, older: str, newer: str
) -> KeyPage[Skill]:
    """Those after a skill's key in the order of tree and title, or before one; the first without either, and where none
    is before it any more.

    `older` of the answer is the key under which the next page is found, `newer` of the one before.
    """
    every, key = skills, newer or older
    of_collection = Skill.objects.filter(account=collection.account_id, collection=collection)
    boundary = of_collection.filter(pk=key).first() if NUMBER.fullmatch(key) else None
    backwards = bool(newer) and boundary is not None
    fields, sign = ["tree_key", "title", "pk"], "lt" if backwards else "gt"
    if boundary:
        same_place = Q(tree_key=boundary.tree_key)
        skills = skills.filter(
            Q(**{f"tree_key__{sign}": boundary.tree_key})
            | same_place & Q(**{f"title__{sign}": boundary.title})
            | same_place & Q(title=boundary.title, **{f"pk__{sign}": boundary.pk})
        )
    found = list(skills.order_by(*(f"-{each}" if backwards else each for each in fields))[: PAGE_ROWS + 1])
    more, found = len(found) > PAGE_ROWS, found[:PAGE_ROWS]
    if backwards:
        found.reverse()
    if not found:
        return paginate_by_place(every, collection, older="", newer="") if backwards else KeyPage([], "", "")
    has_before, has_after = (more, True) if backwards else (boundary is not None, more)
    return KeyPage(found, str(found[0].pk) if has_before else "", str(found[-1].pk) if has_after else "")
