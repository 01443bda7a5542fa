import pytest
from django.contrib.auth.models import User


@pytest.fixture
def account() -> User:
    return User.objects.create_user("ann")
