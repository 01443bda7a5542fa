"""The draft of one value, over all attempts to get it."""

from core.llm.chat.draft import Draft
from core.llm.model_errors import Stopped


class ShownDraft:
    """From the second attempt on, what was shown is void."""

    def __init__(self, draft: Draft) -> None:
        self.should_stop = draft.should_stop
        self._draft = draft
        self._has_text = False

    def begin(self) -> None:
        """Call before each attempt. Raises Stopped."""
        if self.should_stop():
            raise Stopped
        if self._has_text:
            self._has_text = False
            self._draft.restart()

    def add(self, text: str) -> None:
        if text:
            self._has_text = True
            self._draft.add(text)
