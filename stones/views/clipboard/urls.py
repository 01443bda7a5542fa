"""The addresses of the clipboard's pages."""

from django.urls import path

from stones.views.clipboard import acting, entry, exporting, listing

app_name = "clipboard"
urlpatterns = [
    path("", listing.copy_list, name="list"),
    path("updates", listing.updates, name="updates"),
    path("export", exporting.export, name="export"),
    path("pause", acting.pause, name="pause"),
    path("<str:name>", entry.copy_page, name="entry"),
    path("<str:name>/stone", acting.stone, name="stone"),
    path("<str:name>/pin", acting.pin_copy, name="pin"),
    path("<str:name>/delete", acting.delete, name="delete"),
]
