"""Golden playthroughs: none is lacking, each is played again line by line, and each shows the rules it is about."""

from pathlib import Path

import pytest
from golden import CHOSEN, FOLDER, OURS, Golden, events_of, goldens

from carcassonne.ruleset import load

GOLDENS = goldens()


@pytest.mark.parametrize("golden", GOLDENS.values(), ids=GOLDENS)
def test_a_playthrough_is_as_it_was(golden: Golden, request: pytest.FixtureRequest) -> None:
    text = golden.text()
    if request.config.getoption("--regenerate-golden"):
        FOLDER.mkdir(exist_ok=True)
        golden.file.write_text(text, "utf-8")
    assert golden.file.exists(), f"no playthrough of '{golden.name}': write it with --regenerate-golden"
    assert text.splitlines() == golden.file.read_text("utf-8").splitlines()


def test_no_expansion_lacks_one_and_none_is_left_over() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {"base", *OURS, "all_together"}


@pytest.mark.parametrize("name", OURS)
def test_it_shows_all_that_an_expansion_brings(name: str) -> None:
    """Its tiles, its actions, its pieces, its events."""
    expansion, game = load(name), GOLDENS[name].game()
    text = GOLDENS[name].file.read_text("utf-8")
    for action in expansion.actions:
        assert f"\n  > {action.verb} " in text
    for kind in game.ruleset.piece_kinds:
        assert f'"event":"meeple_deployed","seat":0,"piece":"{kind.name}"' in text.replace('"seat":1', '"seat":0')
    for event in events_of(name):
        assert f'"event":"{event.name()}"' in text


def test_choices_of_the_file_are_made_again_and_one_that_is_no_longer_legal_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    base = GOLDENS["base"]
    lines = base.text().splitlines()
    numbers = [number for number, line in enumerate(lines) if line.startswith(CHOSEN)]
    first, second = numbers[0], numbers[-1]
    legal = lines[first - 1].partition(": ")[2].split(" | ")
    other = next(action for action in legal if CHOSEN + action != lines[first])
    lines[first], lines[second] = CHOSEN + other, f"{CHOSEN}place 99,99 r0"
    monkeypatch.setattr("golden.FOLDER", tmp_path)
    base.file.write_text("\n".join(lines), "utf-8")
    again = base.text().splitlines()
    assert CHOSEN + other == again[first]
    assert "place 99,99 r0" not in "\n".join(again)
    assert again[-1].startswith("  Blue ")
