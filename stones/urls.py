"""The pages of stones."""

from django.urls import path

from stones.views import (
    channel_form,
    chosen_stones,
    paste_page,
    stone_actions,
    stone_detail,
    stone_list,
    write_summary,
)

app_name = "stones"
urlpatterns = [
    path("stones/", stone_list.stone_list, name="list"),
    path("stones/updates", stone_list.updates, name="list-updates"),
    path("stones/chosen", chosen_stones.chosen, name="chosen"),
    path("stones/<str:border_hash>", stone_detail.stone_detail, name="detail"),
    path("stones/<str:border_hash>/", stone_detail.without_slash, name="detail-slash"),
    path("stones/<str:border_hash>/lod/<int:level>", stone_detail.level, name="level"),
    path("stones/<str:border_hash>/updates", stone_detail.updates, name="updates"),
    path("stones/<str:border_hash>/text", stone_detail.text, name="text"),
    path("stones/<str:border_hash>/regenerate", stone_actions.regenerate, name="regenerate"),
    path("stones/<str:border_hash>/channel", channel_form.channel, name="channel"),
    path("stones/<str:border_hash>/summary", write_summary.summary, name="summary"),
    path("stones/<str:border_hash>/delete", stone_actions.delete, name="delete"),
    path("paste", paste_page.paste, name="paste"),
    path("paste/level", paste_page.stored_level, name="paste-level"),
]
