"""The pages of inboxes and agents."""

from django.urls import path

from inbox.views import listing

app_name = "inbox"
urlpatterns = [
    path("inbox/", listing.inbox_list, name="list"),
    path("inbox/updates", listing.updates, name="updates"),
    path("inbox/badge", listing.badge, name="badge"),
]
