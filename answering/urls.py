"""The addresses of answers on the pages, under /answers/."""

from django.urls import path

from answering import page_views

app_name = "answering"
urlpatterns = [
    path("<str:answer_id>/events", page_views.answer_events, name="events"),
    path("<str:answer_id>/stop", page_views.answer_stop, name="stop"),
]
