"""The addresses of the clipboard's pages."""

from django.urls import path

from clipboard.views import chosen_copies, copy_actions, copy_detail, copy_list, export_copies

app_name = "clipboard"
urlpatterns = [
    path("", copy_list.copy_list, name="list"),
    path("updates", copy_list.updates, name="updates"),
    path("export", export_copies.export, name="export"),
    path("chosen", chosen_copies.chosen, name="chosen"),
    path("pause", copy_actions.pause, name="pause"),
    path("<str:name>", copy_detail.copy_page, name="entry"),
    path("<str:name>/stone", copy_actions.stone, name="stone"),
    path("<str:name>/pin", copy_actions.pin_copy, name="pin"),
    path("<str:name>/delete", copy_actions.delete, name="delete"),
]
