"""The pages of inboxes and agents."""

from django.urls import path, register_converter

from inbox.views import (
    act_for_agent,
    agent_pages,
    chosen_messages,
    compose_pages,
    contact_pages,
    helper_pages,
    inbox_list_pages,
    memory_pages,
    send_notes,
    summary_pages,
    thread_pages,
    token_pages,
    webhook_pages,
)
from inbox.views.converters import TrackingId

register_converter(TrackingId, "tracking_id")

app_name = "inbox"
DELIVERY = "inbox/deliveries/<str:delivery>"
urlpatterns = [
    path("inbox/", inbox_list_pages.inbox_list, name="list"),
    path("inbox/updates", inbox_list_pages.updates, name="updates"),
    path("inbox/badge", inbox_list_pages.badge, name="badge"),
    path("inbox/done", chosen_messages.chosen, name="done"),
    path("inbox/compose", compose_pages.compose, name="compose"),
    path("inbox/compose/notes", send_notes.send_notes, name="send-notes"),
    path("inbox/compose/preview", compose_pages.compose_preview, name="compose-preview"),
    path(f"{DELIVERY}/acknowledge", act_for_agent.act, {"act": "acknowledge"}, name="acknowledge"),
    path(f"{DELIVERY}/take-out", act_for_agent.act, {"act": "take-out"}, name="take-out"),
    path(f"{DELIVERY}/put-back", act_for_agent.act, {"act": "put-back"}, name="put-back"),
    path("inbox/<tracking_id:message>", thread_pages.thread, name="thread"),
    path("inbox/<tracking_id:message>/updates", thread_pages.thread_updates, name="thread-updates"),
    path("inbox/<tracking_id:message>/text", thread_pages.text, name="text"),
    path("inbox/<tracking_id:message>/summary", summary_pages.summary, name="summary"),
    path("inbox/<tracking_id:message>/resend", thread_pages.resend_message, name="resend"),
    path("inbox/helpers/", helper_pages.helper_list, name="helpers"),
    path("inbox/helpers/new", helper_pages.new_helper, name="helper-new"),
    path("inbox/helpers/<tracking_id:job_id>", helper_pages.helper, name="helper"),
    path("inbox/helpers/<tracking_id:job_id>/updates", helper_pages.helper_updates, name="helper-updates"),
    path("inbox/helpers/<tracking_id:job_id>/restart", helper_pages.restart, name="helper-restart"),
    path("memory/", memory_pages.memory_list, name="memories"),
    path("memory/chosen", memory_pages.chosen, name="memories-chosen"),
    path("memory/<tracking_id:memory_id>", memory_pages.memory_page, name="memory"),
    path("agents/", agent_pages.agent_list, name="agents"),
    path("agents/new", agent_pages.new, name="agent-new"),
    path("agents/contacts", contact_pages.contacts, name="contacts"),
    path("agents/contacts/<int:user_id>/remove", contact_pages.remove, name="contact-remove"),
    # With a slash at its end, so that an agent may be called "new".
    path("agents/<str:name>/", agent_pages.detail, name="agent"),
    path("agents/<str:name>/edit", agent_pages.edit, name="agent-edit"),
    path("agents/<str:name>/close", agent_pages.close, name="agent-close"),
    path("agents/<str:name>/tokens/new", token_pages.new, name="token-new"),
    path("agents/<str:name>/tokens/<int:token_id>/rotate", token_pages.rotate, name="token-rotate"),
    path("agents/<str:name>/tokens/<int:token_id>/revoke", token_pages.revoke, name="token-revoke"),
    path("agents/<str:name>/tokens/<int:token_id>/connection", token_pages.connection, name="connection"),
    path("agents/<str:name>/webhooks", webhook_pages.webhooks, name="webhooks"),
    path("agents/<str:name>/webhooks/<str:webhook>/rotate", webhook_pages.rotate, name="webhook-rotate"),
    path("agents/<str:name>/webhooks/<str:webhook>/remove", webhook_pages.remove, name="webhook-remove"),
    path("agents/<str:name>/webhooks/calls/<str:call>/resend", webhook_pages.resend, name="webhook-resend"),
]
