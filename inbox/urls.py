"""The pages of inboxes and agents."""

from django.urls import path, register_converter

from inbox.views import (
    acting,
    agents,
    compose,
    contacts,
    done,
    helpers,
    listing,
    thread,
    tokens,
    webhooks,
    write_summary,
)
from inbox.views.converters import TrackingId

register_converter(TrackingId, "tracking_id")

app_name = "inbox"
DELIVERY = "inbox/deliveries/<str:delivery>"
urlpatterns = [
    path("inbox/", listing.inbox_list, name="list"),
    path("inbox/updates", listing.updates, name="updates"),
    path("inbox/badge", listing.badge, name="badge"),
    path("inbox/done", done.done, name="done"),
    path("inbox/compose", compose.compose, name="compose"),
    path("inbox/compose/preview", compose.compose_preview, name="compose-preview"),
    path(f"{DELIVERY}/acknowledge", acting.act, {"act": "acknowledge"}, name="acknowledge"),
    path(f"{DELIVERY}/take-out", acting.act, {"act": "take-out"}, name="take-out"),
    path(f"{DELIVERY}/put-back", acting.act, {"act": "put-back"}, name="put-back"),
    path("inbox/<tracking_id:message>", thread.thread, name="thread"),
    path("inbox/<tracking_id:message>/updates", thread.thread_updates, name="thread-updates"),
    path("inbox/<tracking_id:message>/text", thread.text, name="text"),
    path("inbox/<tracking_id:message>/summary", write_summary.summary, name="summary"),
    path("inbox/<tracking_id:message>/resend", thread.resend_message, name="resend"),
    path("inbox/helpers/", helpers.helper_list, name="helpers"),
    path("inbox/helpers/new", helpers.new_helper, name="helper-new"),
    path("inbox/helpers/<tracking_id:job_id>", helpers.helper, name="helper"),
    path("inbox/helpers/<tracking_id:job_id>/updates", helpers.helper_updates, name="helper-updates"),
    path("inbox/helpers/<tracking_id:job_id>/restart", helpers.restart, name="helper-restart"),
    path("agents/", agents.agent_list, name="agents"),
    path("agents/new", agents.new, name="agent-new"),
    path("agents/contacts", contacts.contacts, name="contacts"),
    path("agents/contacts/<int:user_id>/remove", contacts.remove, name="contact-remove"),
    # With a slash at its end, so that an agent may be called "new".
    path("agents/<str:name>/", agents.detail, name="agent"),
    path("agents/<str:name>/edit", agents.edit, name="agent-edit"),
    path("agents/<str:name>/close", agents.close, name="agent-close"),
    path("agents/<str:name>/tokens/new", tokens.new, name="token-new"),
    path("agents/<str:name>/tokens/<int:token_id>/rotate", tokens.rotate, name="token-rotate"),
    path("agents/<str:name>/tokens/<int:token_id>/revoke", tokens.revoke, name="token-revoke"),
    path("agents/<str:name>/tokens/<int:token_id>/connection", tokens.connection, name="connection"),
    path("agents/<str:name>/webhooks", webhooks.webhooks, name="webhooks"),
    path("agents/<str:name>/webhooks/<str:webhook>/remove", webhooks.remove, name="webhook-remove"),
    path("agents/<str:name>/webhooks/calls/<str:call>/resend", webhooks.resend, name="webhook-resend"),
]
