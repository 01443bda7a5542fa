from django.urls import path

from manual import views

app_name = "manual"
urlpatterns = [
    path("", views.manual_contents, name="contents"),
    path("<slug:name>", views.document_page, name="document"),
]
