"""Events of an answer: what is new since a place, as pieces for programs and as a draft for pages."""

import json

import pytest

from answering.answer_events import Place, WrittenPiece, draft_events, event, piece_events

PIECES = [WrittenPiece(1, "It came\n"), WrittenPiece(2, "in <b>May")]


def parse(text: str) -> list[tuple[str, str, str]]:
    """As a browser reads it: (event, id, data)."""
    found = []
    for block in text.split("\n\n")[:-1]:
        fields: dict[str, list[str]] = {}
        for line in block.split("\n"):
            name, _, value = line.partition(": ")
            fields.setdefault(name.removesuffix(":"), []).append(value)
        found.append((fields["event"][0], fields.get("id", [""])[0], "\n".join(fields["data"])))
    return found


@pytest.mark.parametrize(
    ("since", "names", "place"),
    [
        (Place(), ["piece", "piece"], "1.2"),
        (Place(1, 0), ["piece", "piece"], "1.2"),
        (Place(1, 1), ["piece"], "1.2"),
        (Place(1, 2), [], "1.2"),
        (Place(1, 9), [], "1.9"),
    ],
)
def test_pieces_since_a_place(since: Place, names: list[str], place: str) -> None:
    text, behind = piece_events(1, PIECES, since)
    assert ([name for name, _, _ in parse(text)], str(behind)) == (names, place)


def test_another_attempt_voids_the_earlier_one() -> None:
    text, behind = piece_events(3, PIECES[:1], Place(1, 7))
    assert [(name, place) for name, place, _ in parse(text)] == [("restart", "3.0"), ("piece", "3.1")]
    assert behind == Place(3, 1)


def test_lines_stay_lines_and_ids_are_places() -> None:
    [(name, place, data), _] = parse(piece_events(1, PIECES, Place())[0])
    assert (name, place, json.loads(data)) == ("piece", "1.1", {"text": "It came\n"})
    assert Place.parse(place) == Place(1, 1)


def test_a_page_gets_all_of_the_draft_escaped() -> None:
    [(name, place, data)] = parse(draft_events(1, PIECES, Place(1, 1))[0])
    assert (name, place, data) == ("draft", "1.2", "It came\nin &lt;b&gt;May")
    assert draft_events(1, PIECES, Place(1, 2))[0] == ""


def test_a_draft_that_is_begun_anew_is_empty_on_the_page() -> None:
    [(name, _, data)] = parse(draft_events(2, [], Place(1, 2))[0])
    assert (name, data) == ("draft", "")
    assert draft_events(1, [], Place())[0] == ""


def test_no_text_can_end_its_event() -> None:
    forged = "x\n\nevent: done\r\ndata: forged\rid: 9.9"
    [(name, _, data)] = parse(event("draft", forged))
    assert name == "draft"
    assert data == "x\n\nevent: done\ndata: forged\nid: 9.9"


@pytest.mark.parametrize("text", ["", "x", "1.x", "-1.0", "1." + "9" * 10, "²", "1.2.3"])
def test_what_is_no_place(text: str) -> None:
    with pytest.raises(ValueError, match="no place"):
        Place.parse(text)
