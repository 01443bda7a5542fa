"""/ask/coverage/ and its two files."""

import html
import re

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quickstart.models import Collection, CoverageRun, Review
from quickstart.tests.coverage.coverage_rows import make_tree
from quickstart.tests.factories import make_collection, make_entry, make_skill, new_account
from quickstart.views.coverage_pages import CoverageFilters

pytestmark = pytest.mark.django_db

TREE = [("Tools",), ("Tools", "Hand"), ("Tools", "Hand", "saw"), ("Tools", "Hand", "file"), ("Glue",)]


@pytest.fixture
def planted() -> Collection:
    made = make_tree(make_collection(new_account("ann"), name="tools"), TREE)
    make_entry(made, tree_path=["Tools", "Hand", "saw"])
    make_skill(made, tree_path=["Tools", "Hand", "file"])
    return made


def client_of(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client


def get(account: User, **query: str) -> HttpResponse:
    response = client_of(account).get(reverse("quickstart:coverage"), query)
    assert isinstance(response, HttpResponse)
    return response


def words(response: HttpResponse) -> str:
    """The text, on one line."""
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_the_tree_with_its_words(planted: Collection) -> None:
    page_text = words(get(planted.account))
    # Beside a branch stands what is below it, not what is placed at it itself.
    make_entry(planted, tree_path=["Tools"])
    assert "Tools 88% partial 2 Q&A in 3 places General 100% ✓ covered 1 Q&A" in words(get(planted.account))
    planted.entries.filter(tree_path=["Tools"]).delete()
    assert "Tools 75% partial 1 Q&A in 3 places Hand 75% partial 1 Q&A in 2 places" in page_text
    assert "saw 100% ✓ covered 1 Q&A" in page_text
    assert "file 50% ! needs attention 1 skill medium Add Q&A entry (skill exists: 1)" in page_text
    assert "Glue 0% ! needs attention high Add Q&A or skill for Glue" in page_text
    assert "38% covered" in page_text
    assert "1 of 5 places in the tree covered" in page_text


def test_the_lists_are_nested_and_closed(planted: Collection) -> None:
    content = get(planted.account).content.decode()
    tree = content[content.index('<ul class="coverage-tree">') :]
    tree = tree[: tree.index("✓ fully covered")]
    for element in ("ul", "li", "details"):
        assert tree.count(f"<{element}") == tree.count(f"</{element}>")


@pytest.mark.parametrize(
    ("query", "opened"),
    [
        ({}, 1),
        ({"open": "all"}, 2),
        ({"open": "none"}, 0),
        ({"gaps": "1"}, 2),
        ({"gaps": "1", "open": "none"}, 0),
    ],
)
def test_the_address_decides_what_is_open(planted: Collection, query: dict[str, str], opened: int) -> None:
    content = get(planted.account, **query).content.decode()
    tree = content[content.index('class="coverage-tree"') : content.index("✓ fully covered")]
    assert tree.count("<details open>") == opened


@pytest.mark.parametrize(
    ("query", "labels"),
    [
        ({"gaps": "1"}, ["Tools", "Hand", "file", "Glue"]),
        ({"severity": "high"}, ["Glue"]),
        ({"severity": "medium"}, ["Tools", "Hand", "file"]),
        ({"severity": "nonsense"}, ["Tools", "Hand", "saw", "file", "Glue"]),
    ],
)
def test_filters(planted: Collection, query: dict[str, str], labels: list[str]) -> None:
    content = get(planted.account, **query).content.decode()
    assert re.findall(r'class="tree-label">([^<]+)<', content) == labels


def test_only_severities_with_gaps_are_offered(planted: Collection) -> None:
    assert "Gaps only 2 High 1 Medium 1 Expand all" in words(get(planted.account))
    assert "High 1 Medium 1 Low 0 Expand all" in words(get(planted.account, severity="low"))


def test_a_severity_without_gaps(planted: Collection) -> None:
    page_text = words(get(planted.account, severity="low"))
    assert "No low gaps" in page_text
    assert "Other severities have gaps." in page_text


def test_staff_create_what_is_missing(planted: Collection) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    make_entry(planted, tree_path=["Glue"], review=Review.DRAFT)
    content = html.unescape(get(User.objects.get(username="ann")).content.decode())
    assert f'?collection={planted.pk}&tree_path=Tools&tree_path=Hand&tree_path=file"' in content
    # What is only a draft is to be published, not to be written once more.
    assert content.count("Create Q&A here") == 1
    User.objects.update(is_superuser=False)
    assert "Create Q&A here" not in words(get(User.objects.get(username="ann")))


@pytest.mark.parametrize("is_staff", [True, False])
def test_others_do_not(planted: Collection, is_staff: bool) -> None:
    Collection.objects.update(shared=True)
    bob = new_account("bob")
    User.objects.filter(pk=bob.pk).update(is_staff=is_staff)
    assert "Create Q&A here" not in words(get(User.objects.get(pk=bob.pk), collection="tools"))


def test_orphans_levels_freshness_and_trend(planted: Collection) -> None:
    make_entry(planted, tree_path=["Nowhere"], entry_id="lost", level=0)
    CoverageRun.objects.create(
        account=planted.account,
        collection=planted,
        made=timezone.now(),
        percent=12.5,
        nodes=5,
        covered=0,
        gaps=3,
        entries=1,
        skills=0,
    )
    page_text = words(get(planted.account))
    assert "1 at no place entry lost Nowhere" in page_text
    assert "0 Identity 1 1–3 on target" in page_text
    assert re.search(r"\d{4}-\d\d-\d\d 13% 0 of 5 3 1 0", page_text)


def test_a_get_request_writes_nothing(planted: Collection) -> None:
    get(planted.account)
    assert not CoverageRun.objects.exists()


def test_without_a_tree_the_command_is_shown() -> None:
    bare = make_collection(name="bare")
    assert "python manage.py import_tree FILE --collection bare" in words(get(bare.account))


def test_without_a_collection(django_user_model: type[User]) -> None:
    assert "No collection yet" in words(get(new_account()))


def test_anothers_collection_is_not_there(planted: Collection) -> None:
    for name in ("coverage", "coverage-text", "coverage-json"):
        response = client_of(new_account()).get(reverse(f"quickstart:{name}"), {"collection": "tools"})
        assert response.status_code == 404


def test_it_requires_a_sign_in(planted: Collection) -> None:
    assert Client().get(reverse("quickstart:coverage")).status_code == 302


def test_the_report_as_a_file(planted: Collection) -> None:
    response = client_of(planted.account).get(reverse("quickstart:coverage-text"))
    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="coverage-tools.md"'
    assert response.content.decode().startswith(
        "Capability Tree Coverage\n========================\n\nTools [75%]\n└── Hand [75%]\n"
    )


def test_the_report_as_json(planted: Collection) -> None:
    body = client_of(planted.account).get(reverse("quickstart:coverage-json")).json()
    assert [node["label"] for node in body["tree"]] == ["Tools", "Glue"]
    assert body["gaps"][0]["suggestion"] == "Add Q&A or skill for Glue"


@pytest.mark.parametrize("size", [1, 3])
def test_a_larger_tree_asks_no_more(size: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    made = make_tree(make_collection(), [(f"Node {number}",) for number in range(size)])
    client = client_of(made.account)
    client.get(reverse("quickstart:coverage"))
    # Session, user, unread messages, the collection, all collections, tree, Q&A, skills, trend.
    with django_assert_num_queries(9):
        client.get(reverse("quickstart:coverage"))


def test_what_is_covered_is_closed_unless_all_is_asked_for() -> None:
    plain = CoverageFilters(gaps=False, severity=None, open="")
    assert plain.is_open(0, is_covered=False)
    assert not plain.is_open(0, is_covered=True)
    assert CoverageFilters(gaps=False, severity=None, open="all").is_open(0, is_covered=True)
