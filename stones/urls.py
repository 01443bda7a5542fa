"""The pages of stones."""

from django.urls import path

from stones.views import channel, detail, listing, paste, write_summary

app_name = "stones"
urlpatterns = [
    path("stones/", listing.stone_list, name="list"),
    path("stones/updates", listing.updates, name="list-updates"),
    path("stones/<str:border_hash>", detail.stone_detail, name="detail"),
    path("stones/<str:border_hash>/lod/<int:level>", detail.level, name="level"),
    path("stones/<str:border_hash>/updates", detail.updates, name="updates"),
    path("stones/<str:border_hash>/text", detail.text, name="text"),
    path("stones/<str:border_hash>/regenerate", detail.regenerate, name="regenerate"),
    path("stones/<str:border_hash>/channel", channel.channel, name="channel"),
    path("stones/<str:border_hash>/summary", write_summary.summary, name="summary"),
    path("stones/<str:border_hash>/delete", detail.delete, name="delete"),
    path("paste", paste.paste, name="paste"),
    path("paste/level", paste.stored_level, name="paste-level"),
]
