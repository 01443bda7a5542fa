"""Rows of allauth and axes for operators, read-only."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt, AccessLog
from django.contrib import admin

from core.pages.admin_classes import ReadOnlyAdmin

# The site sends no mail.
admin.site.unregister(EmailAddress)
admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyAdmin):
    """Without the secrets. `manage.py remove_second_factor` removes a second factor."""

    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type", "created_at", "last_used_at"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    exclude = ["data"]


@admin.register(AccessAttempt)
class AccessAttemptAdmin(ReadOnlyAdmin):
    """Wrong passwords and codes. `manage.py axes_reset_username NAME` unlocks a name."""

    list_display = ["attempt_time", "username", "ip_address", "failures_since_start"]
    search_fields = ["username", "ip_address"]


@admin.register(AccessLog)
class AccessLogAdmin(ReadOnlyAdmin):
    list_display = ["attempt_time", "username", "ip_address", "logout_time"]
    search_fields = ["username", "ip_address"]
