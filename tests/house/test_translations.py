"""Every sentence of the code is said in every language, in the words printed on the boxes."""

import ast
import os
import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import TypeAlias, get_args

import msgspec
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from catalogues import require_compiled
from places import PROJECT

import firmware_py
from firmware_py.games.registry import BOXES
from firmware_py.pages.registry import PAGES
from firmware_py.pages.saved_games import time_words
from firmware_py.pages.texts import GENERAL
from firmware_py.words import (
    LANGUAGES,
    OPEN,
    WHO,
    Language,
    Words,
    language_asked_for,
    list_words,
    plain,
    speak,
    words,
    words_n,
)

SOURCE = Path(firmware_py.__file__).parent
DRAWINGS = PROJECT / "display" / "icons"
FORMS = {"words": 1, "words_n": 2}
"""How many texts each function takes for a sentence."""
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
Forms: TypeAlias = str | tuple[str, ...]
"""A sentence, or its singular and its plural."""


@cache
def calls() -> tuple[tuple[Path, int, tuple[ast.expr, ...]], ...]:
    """Return file, line and sentence of every call of `words`, and of `words_n` singular and plural."""
    found = (
        (file.relative_to(SOURCE), node)
        for file in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    )
    return tuple(
        (file, node.lineno, tuple(node.args[: FORMS[node.func.id]]))
        for file, node in found
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORMS
    )


def read_in(part: object) -> Iterator[str]:
    """Yield the sentences of a text file as the program reads it."""
    match part:
        case Words() as sentence:
            yield from (sentence.message,) if sentence.message else ()
        case msgspec.Struct():
            yield from read_in(tuple(getattr(part, name) for name in part.__struct_fields__))
        case tuple():
            for one in part:
                yield from read_in(one)


@cache
def sentences() -> frozenset[Forms]:
    """Every sentence of the code, and of the text files."""
    found = (tuple(map(ast.literal_eval, texts)) for _, _, texts in calls())
    games = tuple(pages.explained.texts for pages in PAGES.values() if pages.explained)
    in_files = (read_in((*texts.topics.values(), *texts.set_up, texts.lesson)) for texts in games)
    general = read_in(tuple(GENERAL.topics.values()))
    return frozenset((*(text if len(text) > 1 else text[0] for text in found), *chain(*in_files), *general))


@cache
def catalogue(language: str) -> Catalog:
    with (SOURCE / "locale" / language / "LC_MESSAGES" / "referee.po").open("rb") as text:
        return read_po(text, locale=language)


def entries(language: str) -> Iterator[Message]:
    return (message for message in catalogue(language) if message.id)


def forms(text: Forms) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else text


def braces(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def id_of(message: Message) -> Forms:
    return message.id if isinstance(message.id, str) else tuple(message.id)


# --- the catalogues --------------------------------------------------------------------------------------------------


def test_every_sentence_stands_in_the_code_as_a_literal() -> None:
    """The extraction tool sees every sentence: none is put together at run time."""
    unseen = [
        f"{file}:{line}"
        for file, line, texts in calls()
        for text in texts
        if not (isinstance(text, ast.Constant) and isinstance(text.value, str))
    ]
    assert unseen == []


def test_languages_are_listed_once_and_each_has_its_picture() -> None:
    """Whoever adds one finds no other list in the code to change."""
    listed = []
    for folder in (SOURCE, DRAWINGS.parent, PROJECT / "hardware"):
        for file in folder.rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            may_list = all(f'"{language}"' in text for language in LANGUAGES)  # to parse every module takes a second
            for node in ast.walk(ast.parse(text)) if may_list else ():
                if isinstance(node, ast.Dict | ast.Tuple | ast.List | ast.Set):
                    parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.Constant)]
                    if {part.value for part in parts} >= {*LANGUAGES}:
                        listed.append((file.name, ast.unparse(node)[:20]))
    assert [name for name, _ in listed] == ["words.py", "words.py"], listed
    assert set(get_args(Language)) == set(LANGUAGES)
    assert all((DRAWINGS / f"language_{language}.svg").is_file() for language in LANGUAGES)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_exactly_the_sentences_of_the_code(language: str) -> None:
    """No sentence is missing, none is left over; `make words` collects them."""
    known = {id_of(message) for message in entries(language)}
    assert sorted(map(str, sentences() - known)) == []
    assert sorted(map(str, known - sentences())) == []
    assert not catalogue(language).obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated(language: str) -> None:
    """Every form has a text, nothing is a guess of the tools."""
    assert [message.id for message in entries(language) if message.fuzzy] == []
    assert [message.id for message in entries(language) if not all(forms(message.string))] == []
    plurals = catalogue(language).num_plurals
    incomplete = [
        message.id for message in entries(language) if message.pluralizable and len(forms(message.string)) != plurals
    ]
    assert incomplete == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_braces_of_its_sentence(language: str) -> None:
    """Whatever values a sentence is given, its translation says all of them and asks for no others."""
    wrong = [
        (message.id, text)
        for message in entries(language)
        for text in forms(message.string)
        if braces(text) != braces(forms(id_of(message))[-1])
    ]
    assert wrong == []


def test_french_punctuation_is_never_parted_from_its_word() -> None:
    """A narrow no-break space stands before ; : ! and ?, and apostrophes are typographic."""
    careless = re.compile(r"[^\N{NARROW NO-BREAK SPACE}.!?][;!?]|[^\N{NARROW NO-BREAK SPACE}]:(?!\w)|'")
    wrong = [text for message in entries("fr") for text in forms(message.string) if careless.search(text)]
    assert wrong == []


def test_french_says_vous_to_everybody() -> None:
    """Questions beside a name, lessons and messages alike: nobody is addressed as "tu" on one page only."""
    familiar = re.compile(r"\b(?<!est )(tu|toi|ton|tes|tien|tiens|tienne|tiennes)\b|\bt’", re.IGNORECASE)
    said = [text for message in entries("fr") for text in forms(message.string)]
    assert [text for text in said if familiar.search(text)] == []


@pytest.mark.parametrize(
    ("name", "said"),
    [("Ada", "d’Ada"), ("Élise", "d’Élise"), ("Bo", "de Bo"), ("Yasmine", "de Yasmine"), ("a1", "de a1")],
)
def test_french_elides_before_a_name(name: str, said: str) -> None:
    """Whatever sentence says whose something is: "les gardiens d’Ada". Cells keep their letter."""
    say = speak("fr")
    owned = [message for message in entries("fr") if not message.pluralizable and "de {" in forms(message.string)[0]]
    assert len(owned) > 10
    for message in owned:
        sentence = words(forms(id_of(message))[0], **dict.fromkeys(braces(forms(id_of(message))[0]), name))
        assert said in say(sentence), sentence
        assert said == f"de {name}" or f"de {name}" not in say(sentence)


def test_percent_is_written_as_each_language_does() -> None:
    """English sets it close to its number, French and German apart."""
    assert [one for one in sentences() if any(re.search(r"[\d}]\s%", text) for text in forms(one))] == []
    said = [text for language in TRANSLATED for one in entries(language) for text in forms(one.string) if "%" in text]
    assert said
    assert [text for text in said if re.search(r"[\d}]%", text)] == []


def test_english_who_asks() -> None:
    """A sentence with "who" at its head is a question; a statement begins with "whoever"."""
    said = [part for one in sentences() for text in forms(one) for part in re.split(r"(?<=[.!?:;]) ", text)]
    assert [part for part in said if part.startswith("Who ") and part.endswith(".")] == []


ABBREVIATIONS = {
    "de": re.compile("bzw|ca|evtl|ggf|inkl|max|min|Min|Nr|usw|vgl|Std|Sek"),
    "fr": re.compile("etc|ex|env|cf|resp|tél|apr|av"),
    "en": re.compile(r"approx|e\.g|i\.e|etc|incl|vs|St|Mr|Mrs|Dr"),
}
"""What has two letters or more before its full stop; after one letter a page of a notice never ends."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_stop_ends_a_sentence(language: str) -> None:
    """No text has an abbreviation: a page of a notice, which ends with a sentence, would end after it."""
    said = sentences() if language == "en" else [message.string for message in entries(language)]
    stops = [(text, before) for one in said for text in forms(one) for before in re.findall(r"([\w.]+)\.\s", text)]
    assert stops
    assert [text for text, before in stops if ABBREVIATIONS[language].fullmatch(before)] == []


def test_german_dots_are_never_parted_from_their_word() -> None:
    """A no-break space stands before `…`, so that no line begins with it."""
    wrong = [
        text
        for message in entries("de")
        for text in forms(message.string)
        if re.search(r"[^\N{NO-BREAK SPACE}]…", text)
    ]
    assert wrong == []


# --- what is said ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "counted"),
    [
        ("fr", ("0 carte", "1 carte", "2 cartes")),
        ("en", ("0 cards", "1 card", "2 cards")),
        ("de", ("0 Karten", "1 Karte", "2 Karten")),
    ],
)
def test_numbers_choose_their_form(language: str, counted: tuple[str, ...]) -> None:
    """Nought is singular in French, and plural in English and German."""
    say = speak(language)
    assert tuple(say(words_n("{count} card", "{count} cards", count)) for count in range(3)) == counted


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "À Ada (pion rouge) de jouer."),
        ("en", "Ada (red pawn) to play."),
        ("de", "Ada (Rot) ist dran."),
    ],
)
def test_words_within_words_are_said_in_the_same_language(language: str, said: str) -> None:
    """A value that is a sentence itself is translated with the sentence around it."""
    hunter = words("{player} ({pawn})", player="Ada", pawn=words("red pawn"))
    assert speak(language)(words("{hunter} to play.", hunter=hunter)) == said


@pytest.mark.parametrize(("language", "last"), [("fr", "et Cy"), ("en", "and Cy"), ("de", "und Cy")])
def test_the_last_of_several_names_follows_and(language: str, last: str) -> None:
    """As people say several names, however many they are; what is counted up after a colon has commas alone."""
    say = speak(language)
    assert say(words("{players} share the victory: {scores}", players=("Ada", "Bo", "Cy"), scores="9")).startswith(
        f"Ada, Bo {last} "
    )
    assert say(words("{text}", text=("Bo", "Cy"))) == f"Bo {last}"
    assert say(words("{text}", text=("Cy",))) == "Cy"
    assert say(words("{text}: {why}", text=("Bo", "Cy"), why=("Bo", "Cy"))) == f"Bo {last}: Bo, Cy"
    assert say(list_words(plain("{9} minutes"), plain("Cy"))) == "{9} minutes, Cy"


def test_what_marks_a_seat_of_the_box_stays_in_a_person_s_name() -> None:
    """As brackets: two people at one table read differently."""
    sentence = words("{player} to play", player="⟦Bo⟧")
    assert speak("en")(sentence) == "[Bo] to play"


@pytest.mark.parametrize(
    ("language", "name", "article"), [("fr", "Appareil", "l’appareil"), ("en", "Box", "the box"), ("de", "Gerät", "")]
)
def test_no_sentence_calls_the_box_without_its_article(language: str, name: str, article: str) -> None:
    """A seat of the box flows with other words as people say it, whatever the sentence; alone it is a name."""
    say, asked = speak(language), 0
    taken = re.compile(r"\b(?:[Dd]as|dem|vom|[Bb]eim) Gerät\b")
    bare = re.compile(rf"[^\W\d] {name}\b|\b{name}(?:'s| [^\W\d])")
    for message in entries("de"):
        singular, *plural = forms(id_of(message))
        if singular.startswith('"') or not (people := WHO & braces(singular)):
            continue
        asked += 1
        for who in (name, (name, "Ada"), ("Ada", name), words("{player} ({pawn})", player=name, pawn="x")):
            values = {**dict.fromkeys(braces(singular), "x"), **dict.fromkeys(people, who)}
            said = say(Words(singular, tuple(values.items()), "".join(plural), 2))
            assert not bare.search(taken.sub("", said)), said
            assert OPEN not in said
            assert not re.search(rf"(^|[.!?] ){article or 'das Gerät'}", said), said
    assert asked > 100


@pytest.mark.parametrize(
    ("language", "name", "said"),
    [
        (
            "fr",
            "Appareil",
            ["L’appareil réfléchit…", "À l’appareil de jouer.", "Appareil : 9", "x, pris à l’appareil."],
        ),
        ("fr", "Appareil 2", ["L’appareil 2 réfléchit…", "À l’appareil 2 de jouer.", "Appareil 2 : 9"]),
        ("en", "Box", ["The box is thinking…", "The box to play.", "Box: 9", "x from the box."]),
        ("en", "Box 2", ["Box 2 is thinking…", "Box 2 to play.", "Box 2: 9", "x from box 2."]),
        ("de", "Gerät", ["Das Gerät denkt nach …", "Das Gerät ist dran.", "Gerät: 9", "x vom Gerät."]),
        ("de", "Gerät 2", ["Gerät 2 denkt nach …", "Gerät 2 ist dran.", "Gerät 2: 9", "x von Gerät 2."]),
    ],
)
def test_the_box_is_called_as_people_call_it(language: str, name: str, said: list[str]) -> None:
    """With its article and its case in a sentence, by its bare name in a label."""
    sentences = (
        words("{player} is thinking…", player=name),
        words("{player} to play.", player=name),
        words("{player}: {score}", player=name, score="9"),
        words("{treasure} from {victim}.", treasure="x", victim=name),
    )
    spaced = (speak(language)(sentence) for sentence in sentences)
    assert [re.sub(r"\s", " ", text) for text in spaced][: len(said)] == said
    assert speak(language)(plain(name)) == name


def test_german_says_the_box_in_its_case() -> None:
    """After "von", "bei" and "mit", in a list too; a sentence after a colon begins with a capital."""
    say, both = speak("de"), ("Ada", "Gerät")
    assert say(words("{player}'s cards", player="Gerät")) == "Karten vom Gerät"
    assert say(words("{target} has no card; choose a player who has one.", target="Gerät")).startswith("Beim Gerät ")
    assert say(words("Complete tie with {players}.", players=both)) == "Gleichauf mit Ada und dem Gerät."
    assert say(words("Frank: {player} plays another turn.", player="Gerät")).startswith("Frank: Das Gerät ist ")
    shared = words("The other side has gone home: {players} share the victory.", players=both)
    assert say(shared).endswith(": Ada und das Gerät teilen sich den Sieg.")
    assert say(words("Now reveal: {players}.", players=both)) == "Now reveal: Ada, Gerät."


COUNTED = re.compile(r"of \{\w+\} (?!different)[a-z]+s\b")
"""Several things of a number."""
ALWAYS_SEVERAL = {"cells", "places", "does", "shows"}


def test_one_of_one_token_is_no_plural() -> None:
    """Whatever is counted out of a number has a form for one, but a board has many cells."""
    for message in entries("fr"):
        if isinstance(message.id, str) and (found := COUNTED.search(message.id)):
            assert found[0].split()[-1] in ALWAYS_SEVERAL, message.id


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "21/11/2026 08:05"), ("en", "2026-11-21 08:05"), ("de", "21.11.2026 08:05")]
)
def test_a_day_is_written_as_people_write_it(language: str, said: str) -> None:
    """Day before month where all read it so; English readers differ, and have the order that none can misread."""
    assert speak(language)(time_words(datetime(2026, 11, 21, 8, 5, 59))) == said


@pytest.mark.parametrize(
    ("language", "titles"),
    [
        ("fr", ["Maudite Momie", "L’or du pharaon", "La malédiction de la momie"]),
        ("en", ["Loot N Run", "L'or du pharaon", "Pyramid"]),
        ("de", ["Loot N Run", "Das Gold des Pharao", "Fluch der Mumie"]),
    ],
)
def test_a_game_is_called_what_its_box_says(language: str, titles: list[str]) -> None:
    """The titles are those printed on the boxes of that language."""
    assert [speak(language)(box.title) for box in BOXES.values()] == titles


@pytest.mark.parametrize(
    ("language", "acts"),
    [("fr", ("Explorer", "Sécuriser", "Éveiller")), ("en", ("Loot", "Run", "Awaken"))],
)
def test_the_acts_of_maudite_momie_are_called_as_printed(language: str, acts: tuple[str, str, str]) -> None:
    """The three acts have the names of the leaflet, on the buttons too."""
    say = speak(language)
    labels = (
        words("Loot: left pile"),
        words_n("Run with {count} card", "Run with {count} cards", 2),
        words("Awaken"),
    )
    for act, label in zip(acts, labels, strict=True):
        assert say(label).startswith(act)


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("LANG=fr_FR.UTF-8", "fr"),
        ("LANG=de_AT.UTF-8@euro", "de"),
        ("LANG=fr", "fr"),
        ("LANG=fr_FR.UTF-8 LC_MESSAGES=de_DE.UTF-8", "de"),
        ("LANG=fr_FR.UTF-8 LC_MESSAGES=de_DE.UTF-8 LC_ALL=en_GB.UTF-8", "en"),
        ("LANG=en_GB.UTF-8 LANGUAGE=es:de_CH:fr", "de"),
        ("LANG=fr_FR.UTF-8 LANGUAGE= LC_ALL=", "fr"),
        ("LANG=fr_FR.UTF-8 LANGUAGE=de LC_ALL=C.UTF-8", "en"),
        ("LANG=POSIX LANGUAGE=de", "en"),
        ("LANG=frr_DE.UTF-8", "en"),
        ("", "en"),
    ],
)
def test_a_terminal_is_spoken_to_in_the_language_it_asks_for(asked: str, language: str) -> None:
    """The first of LANGUAGE, LC_ALL, LC_MESSAGES and LANG decides, except in the locale C; none need be installed."""
    assert language_asked_for(dict(pair.split("=") for pair in asked.split())) == language


def test_nothing_is_drawn_without_translations(tmp_path: Path) -> None:
    """A program that draws pages refuses catalogues that are missing, not whole or older than their texts."""
    source = tmp_path / "fr" / "LC_MESSAGES" / "referee.po"
    source.parent.mkdir(parents=True)
    source.touch()
    compiled = source.with_suffix(".mo")
    with pytest.raises(SystemExit, match="translations of 'fr' are not compiled"):
        require_compiled(tmp_path)
    compiled.touch()
    with pytest.raises(SystemExit, match="translations of 'fr' are not compiled"):
        require_compiled(tmp_path)
    compiled.write_bytes(sha256().digest())
    os.utime(source, (1, 1))
    require_compiled(tmp_path)
    os.utime(compiled, (0, 0))
    with pytest.raises(SystemExit, match="make lint"):
        require_compiled(tmp_path)
