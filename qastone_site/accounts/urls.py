from typing import Any

from allauth.account.views import ReauthenticateView
from allauth.mfa.base import views as factors
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as keys
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.generic import RedirectView

from qastone_site.accounts import account_api, account_views, views


def _page(view: Any) -> Any:
    return view.as_view(http_method_names=["get", "head"])


def _form(view: Any) -> Any:
    return view.as_view(http_method_names=["get", "head", "post"])


_to_index = RedirectView.as_view(pattern_name="mfa_index", http_method_names=["get", "head"])

# The names are allauth's, as its views reverse them.
second_factor = [
    path("", _page(views.SecondFactors), name="mfa_index"),
    path("start", views.sign_in_again, name="account_login"),
    path("sign-in", _form(factors.AuthenticateView), name="mfa_authenticate"),
    path("passkey", login_not_required(_form(keys.LoginWebAuthnView)), name="mfa_login_webauthn"),
    path("confirm", _form(ReauthenticateView), name="account_reauthenticate"),
    path("confirm/code", _form(factors.ReauthenticateView), name="mfa_reauthenticate"),
    path("confirm/key", _form(keys.ReauthenticateWebAuthnView), name="mfa_reauthenticate_webauthn"),
    path("app/add", _form(totp.ActivateTOTPView), name="mfa_activate_totp"),
    path("app/remove", _form(totp.DeactivateTOTPView), name="mfa_deactivate_totp"),
    path("keys", _to_index, name="mfa_list_webauthn"),
    path("keys/add", _form(keys.AddWebAuthnView), name="mfa_add_webauthn"),
    path("keys/<int:pk>/remove", _form(keys.RemoveWebAuthnView), name="mfa_remove_webauthn"),
    path("codes", _page(codes.ViewRecoveryCodesView), name="mfa_view_recovery_codes"),
    path("codes/new", _form(codes.GenerateRecoveryCodesView), name="mfa_generate_recovery_codes"),
]
urlpatterns = [
    path("sign-in", views.SignIn.as_view(), name="sign-in"),
    path("sign-out", views.SignOut.as_view(), name="sign-out"),
    path("setup", views.setup, name="setup"),
    path("account", account_views.account_page, name="account"),
    path("account/password", account_views.change_password, name="account-password"),
    path("account/sessions/<int:session_id>/end", account_views.session_end, name="session-end"),
    path("account/sessions/end-others", account_views.sessions_end, name="sessions-end"),
    path("account/export", account_views.export, name="account-export"),
    path("account/delete", account_views.delete, name="account-delete"),
    path("api/account", account_api.AccountView.as_view(), name="api-account"),
    path("api/account/export", account_api.AccountExportView.as_view(), name="api-account-export"),
    path("account/second-factor/", include(second_factor)),
    # The admin's own sign-in takes the password alone.
    path("admin/login/", views.admin_sign_in, name="admin-sign-in"),
]
