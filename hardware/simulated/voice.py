"""A voice that nobody hears: it keeps what it was given to say."""


class SimulatedVoice:
    """Keeps what is said, and what is being said."""

    def __init__(self) -> None:
        """Say nothing yet."""
        self.transcript: list[str] = []
        self.saying = ""
        """What is being said; empty once it was stopped."""

    def say(self, text: str, language: str) -> None:  # noqa: ARG002 - as every voice
        """Keep a text."""
        self.saying = text
        self.transcript.append(text)

    def hush(self) -> None:
        """Fall silent."""
        self.saying = ""
