"""Actions of the panel: sending messages and stones to agents, making stones of copies, acknowledging messages."""

from assistant.exceptions import InvalidRequest
from assistant.queries.person_inbox import delivery_of_stone
from assistant.services.identify_caller import AssistantCaller
from clipboard.models import CaptureMethod
from clipboard.services import record_copy
from inbox.exceptions import MessageNotFound
from inbox.models import Delivery
from inbox.services import Outgoing, SendResult, acknowledge, send_message, send_stone
from stones.assembled_stone import AssembledStone
from stones.queries import assemble, find_stone


def send(
    *,
    caller: AssistantCaller,
    recipient: str,
    stone: str | None = None,
    content: str | None = None,
    max_lod: int = 1,
    subject: str = "",
) -> SendResult:
    """Send a stone, by its text or hash, or a plain text, as the person. Exactly one of the two.

    Raises InvalidRequest, and as `inbox.services.send_stone` and `send_message`.
    """
    if (stone is None) == (content is None):
        raise InvalidRequest("Say what to send: either stone or content. Nothing was sent.")
    outgoing = Outgoing(recipients=[recipient], subject=subject)
    if stone is not None:
        return send_stone(sender=caller.agent, stone=stone, outgoing=outgoing, max_lod=max_lod)
    return send_message(sender=caller.agent, payload=content, outgoing=outgoing)


def copy_as_stone(*, caller: AssistantCaller, content: str, source_app: str = "") -> AssembledStone:
    """Make a stone of a copy on a page, which goes into the clipboard's history.

    Raises as `record_copy`, and StoneNotMade, with the copy recorded all the same.
    """
    copied = record_copy(
        account=caller.account,
        content=content,
        source_app=source_app,
        capture_method=CaptureMethod.WIDGET,
        as_stone=True,
    )
    return assemble(find_stone(caller.account, copied.its_stone().pk))


def acknowledge_message(
    *, caller: AssistantCaller, message_id: str | None = None, border_hash: str | None = None
) -> Delivery:
    """Acknowledge a message, by its id or by the stone in it. Exactly one of the two. Safe to repeat.

    Raises InvalidRequest, MessageNotFound.
    """
    if (message_id is None) == (border_hash is None):
        raise InvalidRequest("Name the message: either message_id or border_hash.")
    if message_id is None:
        delivery = delivery_of_stone(caller.agent, border_hash or "")
        if delivery is None:
            raise MessageNotFound(
                f"No message with the stone {(border_hash or '')[:64]!r} waits in your inbox."
            )
        message_id = delivery.message_id
    return acknowledge(agent=caller.agent, message=message_id)
