"""Path converters of the inbox pages."""


class TrackingId:
    """A message's id: 26 characters of Crockford's base 32, as `new_id` makes them."""

    regex = "[0-9A-HJKMNP-TV-Z]{26}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
