"""Two change one stone at once: neither undoes the other, and its fingerprint is that of what it is then."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from stones import services
from stones.models import Level, LevelOrigin, Stone
from stones.services.stone_fingerprint import authors_levels, fingerprint_of
from stones.tests.factories import WARNED, WARNED_HALF, WARNED_SUMMARY, new_account, store

ROUNDS = 5


@pytest.mark.django_db(transaction=True)
def test_words_and_channel_at_once() -> None:
    account = new_account("ann")
    stone = store(account, content=WARNED, glow_channel="task")
    both = Barrier(2)

    def reword(summary: str) -> None:
        try:
            both.wait(10)
            services.reword(account=account, border_hash=stone.pk, summary=summary)
        finally:
            connections.close_all()

    def rechannel(channel: str) -> None:
        try:
            both.wait(10)
            services.change_channel(account=account, border_hash=stone.pk, glow_channel=channel)
        finally:
            connections.close_all()

    for number in range(ROUNDS):
        summary, channel = ((WARNED_HALF, "query"), (WARNED_SUMMARY, "task"))[number % 2]
        with ThreadPoolExecutor(2) as pool:
            for done in (pool.submit(reword, summary), pool.submit(rechannel, channel)):
                done.result(30)
        now = Stone.objects.get(pk=stone.pk)
        assert (now.glow_channel, now.fingerprint) == (channel, fingerprint_of(now, authors_levels(now)))
        assert Level.objects.get(stone=stone, origin=LevelOrigin.SENDER).text == summary


@pytest.mark.django_db(transaction=True)
def test_two_sentences_at_once_leave_one() -> None:
    account = new_account("ann")
    stone = store(account, content=WARNED)
    both = Barrier(2)

    def reword(summary: str) -> None:
        try:
            both.wait(10)
            services.reword(account=account, border_hash=stone.pk, summary=summary)
        finally:
            connections.close_all()

    for _ in range(ROUNDS):
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(reword, each) for each in (WARNED_HALF, WARNED_SUMMARY)]:
                done.result(30)
        assert Level.objects.filter(stone=stone).count() == 1
