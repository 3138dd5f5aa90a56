"""A voice that nobody hears: it keeps what it was given to say."""


class SimulatedVoice:
    """Keeps what is said, and what is being said."""

    def __init__(self) -> None:
        """Say nothing yet."""
        self.transcript: list[str] = []
        self.saying = ""
        """What is being said; empty once it was stopped."""
        self.is_closed = True
        """Whether nothing was said since it was closed."""
        self.is_ready = True
        """Whether it was let get ready since the last text."""

    def say(self, text: str, language: str) -> None:  # noqa: ARG002 - as every voice
        """Keep a text."""
        self.saying, self.is_closed, self.is_ready = text, False, False
        self.transcript.append(text)

    def get_ready(self) -> None:
        """Be ready."""
        self.is_ready = True

    def hush(self) -> None:
        """Fall silent."""
        self.saying = ""

    def close(self) -> None:
        """Fall silent, with nothing ready."""
        self.saying, self.is_closed = "", True
