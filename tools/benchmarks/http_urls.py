"""The site's URLs and the peers of `bench_http`: bare views with one insert or one select."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from qastone_site.models import Heartbeat


@login_not_required
def select(request: HttpRequest) -> JsonResponse:
    """One row by its key."""
    return JsonResponse({"at": Heartbeat.objects.get(name="bench").at})


@csrf_exempt
@login_not_required
def insert(request: HttpRequest) -> JsonResponse:
    """One new row, named by the header Bench-Key."""
    Heartbeat.objects.create(name=request.headers["Bench-Key"], at=timezone.now())
    return JsonResponse({"bytes": len(request.body)}, status=201)


urlpatterns = [
    path("bench/select", select),
    path("bench/insert", insert),
    path("", include("qastone_site.urls")),
]
