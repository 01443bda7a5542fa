"""What an answer must hold by the form of its question."""

import pytest

from core.text.expected_form import expected_form


@pytest.mark.parametrize(
    ("question", "name", "holding", "lacking"),
    [
        ("What is Jan's phone number?", "phone number", "Call 0170 555 2341.", "Jan is in room 12."),
        (
            "What is the number of Jan?",
            "phone number",
            "Her number is in the blue book.",
            "Jan left in 2019.",
        ),
        ("Which number do I dial for the desk?", "phone number", "Dial 555 0142.", "Ring between 9 and 5."),
        ("Which is the office's email address?", "email address", "desk@example.org", "Jan prefers mail."),
        ("When does the choir meet?", "date or time", "On Tuesdays, in the hall.", "In the town hall."),
        ("By when must it be live?", None, "", ""),
        ("What time is lunch?", "date or time", "It is at noon.", "In the canteen."),
        ("How many people sing?", "number", "Ann, Ben and Cleo sing.", "New singers are welcome."),
        ("How much of the budget is left?", "number", "11,200 are spent.", "It was approved."),
        (
            "How old is the dog?",
            "age",
            "Bruno, 9 yrs, beagle mix.",
            "Me and Bruno, five nights, 6 to 11 October.",
        ),
        ("How old is she?", "age", "She was born in March.", "She pays 12 euros an hour."),
        ("How old is he?", "age", "19, plays the trumpet.", "9,000 a month for the first half-year."),
        (
            "And how old was he then?",
            "age",
            "He lost it when he was nineteen years old.",
            "He sat in room 12.",
        ),
        ("How old is Pip?", "age", "Pip is fifteen until July.", "Pip has his birthday on 3 August."),
        ("How old is Eve?", "age", "I am ninety-one.", "He was there from 1958 until 1973."),
        ("How old is Eve?", "age", "We drank to her eightieth birthday.", "There are three of them."),
        (
            "What is Bo's phone number?",
            "phone number",
            "Bo: +44 20 7946 0018",
            "04/07/2026, 18:13 - Bo: here",
        ),
        (
            "What is Bo's phone number?",
            "phone number",
            "0761-23 45 67",
            "2024-11: Bo was here, as in 2019/20",
        ),
        ("How old is Bo?", "age", "Bo turned six and cried.", "Bo turned to six men."),
        ("What is Bo's phone number?", "phone number", "01.23.45.67.89", "4.3.2026 and 2026-03-04"),
        ("What is Bo's phone number?", "phone number", "Tel.0301234567", "12.50 and 13.75"),
        (
            "What is Bo's phone number?",
            "phone number",
            "His number is on the fridge.",
            "The chip number is Bo's.",
        ),
        ("How old is Mia?", "age", "Mia had her fourth birthday.", "Mia went forth."),
        ("How old is our house?", "age", "It was built in 1911.", "It has 3 floors."),
        ("How old is the wall?", "age", "It is 110 now.", "It is 110 cm thick."),
        ("How much better is it?", None, "", ""),
        ("When should I use a helper?", None, "", ""),
        ("Where is the key?", None, "", ""),
    ],
)
def test_forms(question: str, name: str | None, holding: str, lacking: str) -> None:
    form = expected_form(question)
    assert (form and form.name) == name
    if form:
        assert form.is_in(holding)
        assert not form.is_in(lacking)


def test_another_language_is_not_judged() -> None:
    form = expected_form("When does the choir meet?")
    assert form
    assert form.is_in("Der Chor trifft sich mit dem Orchester in der Halle.")


@pytest.mark.parametrize(
    ("question", "text", "holds"),
    [
        ("What is the number of the kiln's certificate?", "Tested. Cert no. KR-3310 until May.", True),
        ("What is the serial number of the tuba?", "Serial no. 88412 is on the bell.", True),
        ("What is the policy number?", "Policy SC/90210/K, renewed in 2024.", True),
        ("What is the serial number of the tuba?", "The tuba came on 2024-03-12, for £950.", False),
        ("What does her mobile number end in?", "My phone ends in 0417.", True),
        ("What does her mobile number end in?", "My phone is off after 22:00.", False),
    ],
)
def test_numbers_that_name_a_thing(question: str, text: str, holds: bool) -> None:
    form = expected_form(question)
    assert form is not None
    assert form.is_in(text) == holds


def test_a_number_of_many_names_no_thing() -> None:
    form = expected_form("What is the number of the guests?")
    assert form is None or form.name != "identifying number"


@pytest.mark.parametrize(
    ("question", "name", "holding", "lacking"),
    [
        (
            "What is the IP address of infra01?",
            "IP address",
            "host-record=infra01.lab,infra01,192.168.1.174",
            "Goal: stop referring to machines by IP address.",
        ),
        ("Which IP does the NAS have?", "IP address", "fe80::1ff:fe23:4567:890a", "It is in VLAN 20."),
        (
            "What's the router's IP?",
            "IP address",
            "It has 10.20.10.x, of the modem.",
            "The router is new, v2.4.1.",
        ),
        (
            "What is the MAC address of pve01?",
            "MAC address",
            "6c:4b:90:12:34:56",
            "The address is on it: 19:02.",
        ),
        ("Which port does the mail server use?", "port", "It listens on 8222/tcp.", "The port is open."),
        (
            "What port is the site running on?",
            "port",
            "At http://apps:8080.",
            "At 192.168.1.6, since 2025-10-12.",
        ),
        ("Which version of Redis does it use?", "version", "redis 7.2.4", "The older one."),
        (
            "What version of Debian runs there?",
            "version",
            "Debian 12, unprivileged.",
            "Since 2025-01-26 it runs.",
        ),
        (
            "What is the hostname of the virtual machine?",
            "host name",
            "Hostname set to apps.",
            "It has 4 GB.",
        ),
        ("Which port did the ship use?", None, "", ""),
        ("Which VLAN has the address 10.0.0.1?", None, "", ""),
        ("What is the difference between an IP address and a name?", None, "", ""),
        ("How do I set a static IP address?", None, "", ""),
        ("Which version did Ann prefer?", None, "", ""),
    ],
)
def test_what_a_network_goes_by(question: str, name: str | None, holding: str, lacking: str) -> None:
    form = expected_form(question)
    assert (form and form.name) == name
    if form:
        assert form.is_in(holding)
        assert not form.is_in(lacking)


def test_the_address_of_a_link_states_nothing() -> None:
    form = expected_form("What is the phone number of The Grow Room?")
    assert form is not None
    assert not form.is_in("It has a [map](https://maps.example/@41.0876543,-73.9187654) of its own.")
    assert form.is_in("Call [the Grow Room](tel:8453488811) today.")
    assert form.is_in("Call The Grow Room at (845) 348-8811.")
