from django.urls import path

from qastone_site.accounts import views

urlpatterns = [
    path("sign-in", views.SignIn.as_view(), name="sign-in"),
    path("sign-out", views.SignOut.as_view(), name="sign-out"),
    path("setup", views.setup, name="setup"),
]
