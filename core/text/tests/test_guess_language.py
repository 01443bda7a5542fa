"""The language of a question or a collection; none where it cannot be told."""

import pytest

from core.text.guess_language import NAMES, guess_language


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
