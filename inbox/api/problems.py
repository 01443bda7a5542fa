"""Which HTTP status each error of this app carries."""

from inbox import exceptions
from rest.problems import answer_with

answer_with({exceptions.InboxError: 400})
