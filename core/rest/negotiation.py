"""Negotiation of operations whose answer has one form, or one that a parameter names."""

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class IgnoreAcceptHeader(BaseContentNegotiation):
    """Whatever is accepted. DRF's own compares `Accept` with the renderers alone, which render problems here: who asks
    for the file's own media type would get 406.
    """

    def select_renderer(  # type: ignore[override]  # its stub has other names for the same
        self, request: Request, renderers: list[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], str(renderers[0].media_type)
