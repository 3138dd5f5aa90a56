"""Every clause with the situations that explain it and the words in three languages: `make clauses`."""

from __future__ import annotations

from firmware_py.pages.registry import PAGES
from firmware_py.words import LANGUAGES, speak


def rows() -> list[tuple[str, ...]]:
    """Clause, situation, language, title and text, sorted by clause."""
    found = []
    for pages in PAGES.values():
        if pages.explained is None:
            continue
        texts = pages.explained.texts
        for situation, names in texts.situations.items():
            for topic in (texts.topics[name] for name in names):
                for language in LANGUAGES:
                    say = speak(language)
                    row = (language, say(topic.title), " ".join(map(say, topic.text)))
                    found += [(clause, situation, *row) for clause in topic.clauses]
    return sorted(found)


def table() -> str:
    """The rows as a table."""
    head = "| clause | situation | language | title | text |\n|---|---|---|---|---|"
    return "\n".join((head, *(f"| {' | '.join(row)} |" for row in rows())))
