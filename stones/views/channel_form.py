"""A person puts right what a stone is for."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from core.pages.request_account import account_of
from stones import services
from stones.exceptions import InvalidHeader
from stones.models import Stone
from stones.queries import find_own_stone


def can_rechannel(stone: Stone) -> bool:
    """Whether its reader may change its channel: not somebody else's stone, nor another writer's."""
    return stone.shared_with is None and not stone.claimed_header


@require_POST
def channel(request: HttpRequest, border_hash: str) -> HttpResponse:
    account = account_of(request)
    stone = find_own_stone(account, border_hash)
    try:
        services.change_channel(
            account=account, border_hash=stone.pk, glow_channel=request.POST.get("glow_channel", "")
        )
    except InvalidHeader as error:
        messages.error(request, error.message)
    return redirect("stones:detail", border_hash=stone.address)
