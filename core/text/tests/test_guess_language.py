"""The language of a question or a collection; none where it cannot be told."""

import pytest

from core.text.guess_language import NAMES, guess_language, looks_foreign


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How do I export a mindmap?", "en"),
        ("Wie exportiere ich eine Mindmap?", "de"),
        ("Comment exporter une carte mentale ?", "fr"),
        ("¿Cómo exporto un mapa mental?", "es"),
        ("Come esporto una mappa?", "it"),
        ("Hoe exporteer ik een mindmap?", "nl"),
        ("Como exporto um mapa mental?", "pt"),
        ("Как экспортировать карту?", "ru"),
        ("如何导出思维导图？", "zh"),
        ("マインドマップを書き出すには？", "ja"),
        ("마인드맵을 내보내려면?", "ko"),
        ("How do I write 日本 in a stone?", "en"),
        ("mindmap export", ""),
        ("die hard", ""),
        ("", ""),
        ("123 ???", ""),
    ],
)
def test_scripts_and_common_words_tell(text: str, language: str) -> None:
    assert guess_language(text) == language
    assert not language or language in NAMES


@pytest.mark.parametrize(
    ("words", "language", "expected"),
    [
        ("Lieferung verspätet", "en", True),
        ("Lieferung verspätet", "de", False),
        ("Unsere Mannschaft gewann", "en", True),
        ("toit de tuiles", "en", True),
        ("Novedades publicadas", "en", True),
        ("Riunione annullata", "en", False),
        ("Prenotazione", "en", True),
        ("Prenotazione", "it", False),
        ("cidade", "pt", False),
        ("the roof", "de", True),
        ("Young and unique", "en", False),
        ("No man, no hat", "en", False),
        ("Les met me", "en", False),
        ("zebra", "de", False),
        ("", "en", False),
    ],
)
def test_letters_endings_and_common_words_look_foreign(words: str, language: str, expected: bool) -> None:
    assert looks_foreign(words, language) is expected
