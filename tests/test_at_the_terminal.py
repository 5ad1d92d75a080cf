"""People at a terminal: what they type into `play` and `referee`, and what they read on the screen."""

import re
from pathlib import Path

import pytest
from terminals import Terminal, terminal

from carcassonne import Game
from carcassonne.record.files import read_game, save

__all__ = ["terminal"]

ANN_AND_BEN = ("play", "--seat", "Ann=human", "--seat", "Ben=random", "--seed", "5", "--record", "evening.json")


def kept(terminal: Terminal, name: str = "evening.json") -> Game:
    return read_game(terminal.folder / name)


def flowing(told: str) -> str:
    """What was told, however it was broken into lines."""
    return " ".join(told.split())


class TestPlay:
    def test_choices_are_numbered_on_the_board_and_beside_it(self, terminal: Terminal) -> None:
        told = terminal.start(*ANN_AND_BEN)
        game = kept(terminal)
        for number, action in enumerate(game.legal_actions, start=1):
            assert f"{number:>2} {action}" in told
        assert "Ann, place" in terminal.screen()
        chosen = game.legal_actions[1]
        assert "Ann places" in terminal.answer("2")
        assert kept(terminal).actions == (chosen,)

    def test_what_an_agent_does_is_told_and_kept(self, terminal: Terminal) -> None:
        terminal.start(*ANN_AND_BEN)
        terminal.answer("1")
        told = terminal.answer("pass")
        assert re.search(r"Turn 2: Ben draws tile \w+ .*\n\s+Ben places", told)
        assert kept(terminal).turn == 3

    def test_a_refused_choice_says_why_and_changes_nothing(self, terminal: Terminal) -> None:
        terminal.start(*ANN_AND_BEN)
        for typed, why in (
            ("place 9,9 r0", "'place 9,9 r0' is not legal: (9,9) touches no placed tile by an edge."),
            ("0,0 r0", "'place 0,0 r0' is not legal: a tile lies at (0,0) already."),
            ("99", "there is no choice 99: they are 1 to"),
            ("dance", "'place dance' does not read 'place X,Y rROTATION'"),
        ):
            assert why in terminal.answer(typed)
        assert kept(terminal).actions == ()

    def test_hints_say_why_not_and_what_a_feature_is_worth(self, terminal: Terminal) -> None:
        terminal.start("play", "--seat", "Ann=human", "--seat", "Ben=human", "--seed", "3", "--record", "evening.json")
        assert kept(terminal).tile == "V"
        told = flowing(terminal.answer("? place 0,-1 r0"))
        assert "'place 0,-1 r0' is not legal: the edges of V at rotation 0 do not match all neighbours" in told
        assert "(south: road against city)." in told
        assert "'place 1,0 r0' is legal." in terminal.answer("? 1,0 r0")
        told = flowing(terminal.answer("? 0,0 city:N"))
        assert "The north city at (0,0): 1 tile, 1 open edge. Nobody holds it." in told
        assert "Held, it would bring at the end +1 point (1 tile at 1)." in told
        assert "Completed as large as it is: +2 points (1 tile at 2)." in told
        assert "tile D at (0,0) has no 'city:S'; it has city:N, road:E" in flowing(terminal.answer("? 0,0 city:S"))
        terminal.answer("1,0 r0")
        terminal.answer("road:W")
        assert "Ann holds it. If the game ended now it would bring Ann +2 points" in flowing(
            terminal.answer("? 0,0 road:E")
        )

    def test_undo_takes_back_what_agents_did_since_too(self, terminal: Terminal) -> None:
        terminal.start(*ANN_AND_BEN)
        terminal.answer("1")
        placed = kept(terminal)
        terminal.answer("pass")
        told = terminal.answer("undo")
        assert "Taken back: Ben's" in told
        assert "Taken back: Ann's 'pass'." in told
        assert kept(terminal).key() == placed.key()
        assert "Taken back: Ann's 'place" in terminal.answer("undo")
        assert "there is nothing of yours to take back" in terminal.answer("undo")

    def test_after_kill_9_the_game_goes_on_with_at_most_the_unanswered_decision_lost(self, terminal: Terminal) -> None:
        terminal.start(*ANN_AND_BEN)
        for answer in ("1", "1", "1", "2"):
            terminal.answer(answer)
        asked = terminal.screen().splitlines()
        before = kept(terminal)
        terminal.press("3", key="Space")
        terminal.kill()
        told = terminal.start("play", "--record", "evening.json")
        assert f"Ann, Ben go on in turn {before.turn}." in told
        assert kept(terminal).key() == before.key()
        prompts = [line.split(":")[0] for line in asked if line.startswith("Ann, ")]
        assert prompts[-1] in told
        terminal.answer("1")
        assert len(kept(terminal).actions) > len(before.actions)
        assert "Taken back: Ann's" in terminal.answer("undo 3")

    @pytest.mark.parametrize(("key", "code"), [("C-d", 0), ("C-c", 130)])
    def test_the_end_of_input_and_ctrl_c_leave_with_the_game_kept(
        self, terminal: Terminal, key: str, code: int
    ) -> None:
        terminal.start(*ANN_AND_BEN)
        terminal.answer("1")
        terminal.press("", key=key)
        assert terminal.until_ended() == code
        assert "The game is kept in evening.json." in terminal.history()
        assert len(kept(terminal).actions) == 1

    def test_a_game_that_is_not_kept_can_be_saved(self, terminal: Terminal) -> None:
        terminal.start("play", "--seat", "Ann=human", "--seat", "Ben=random", "--seed", "5")
        assert "The game is kept in later.json." in terminal.answer("save later.json")
        terminal.answer("1")
        assert "later.json exists already" in terminal.answer("save later.json")
        terminal.press("quit")
        assert terminal.until_ended() == 0
        assert len(kept(terminal, "later.json").actions) == 1

    def test_every_command_that_help_names_says_something(self, terminal: Terminal) -> None:
        told = terminal.start(*ANN_AND_BEN)
        assert "Type `help`" in told
        helped = terminal.answer("help")
        for command in ("board", "board 0,0", "tiles", "points", "story", "legend", "?"):
            assert command.split()[0] in helped
            assert len(terminal.answer(command).strip().splitlines()) > 1
        for wrong in ("undo x", "board 5", "save", "redo"):
            assert len(terminal.answer(wrong).strip().splitlines()) == 3


class TestSigns:
    def test_with_colours_the_ground_is_coloured_and_lines_are_drawn(self, terminal: Terminal) -> None:
        terminal.start(*ANN_AND_BEN)
        screen = terminal.screen(styles=True)
        assert re.search(r"\x1b\[[0-9;]*48[:;][25]", screen)
        assert "───────" in screen

    @pytest.mark.parametrize(
        "environment",
        [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"PYTHONIOENCODING": "ascii"}],
        ids=lambda given: next(iter(given)),
    )
    def test_without_colours_or_unicode_the_board_is_plain_ascii(
        self, terminal: Terminal, environment: dict[str, str]
    ) -> None:
        terminal.start(*ANN_AND_BEN, environment=environment)
        told = terminal.answer("board")
        assert ".#########." in told
        assert "-----------" in told
        assert not set("─│●◆") & set(told)
        assert "48;5" not in terminal.screen(styles=True)

    def test_a_board_that_is_too_large_shows_what_is_near_and_says_so(self, terminal: Terminal, tmp_path: Path) -> None:
        game = Game(["Ann", "Ben"], stack=["U"] * 30, by_hand=True)
        while game.turn < 28:
            game.play(game.action("draw U"))
            game.play(game.action(f"place {game.turn},0 r0"))
            game.play(game.action("pass"))
        save(game, tmp_path / "long.json")
        terminal.start("referee", "--record", "long.json", size=(60, 24))
        told = terminal.answer("U")
        assert "The board goes on to the west." in told
        assert "28,0 r0" in told
        assert max(map(len, told.splitlines())) <= 60


REFEREE = ("referee", "--players", "Ann,Ben", "--expansion", "peasant_revolts", "--record", "evening.json")


class TestReferee:
    def open(self, terminal: Terminal) -> None:
        """Ann has a knight in an open city, Ben a protected highwayman; Ann is to draw."""
        terminal.start(*REFEREE)
        for typed in ("e", "0,1 r1", "city:E", "pass", "V", "place 1,0 r0", "road:S", "protect 1,0 road:S"):
            assert "not legal" not in terminal.answer(typed)
        game = kept(terminal)
        assert (game.turn, game.decision, game.scores) == (3, "draw", (0, -4))

    def test_a_revolt_is_resolved_in_order_and_says_who_takes_which_meeple_home(self, terminal: Terminal) -> None:
        self.open(terminal)
        told = flowing(terminal.answer("PR02"))
        assert (
            "Revolt! The peasants rise in every city. It reaches Ann: 1 unprotected meeple goes home. "
            "Ann's knight in the east city at (0,1) goes home (revolt). It ends with Ann."
        ) in told
        assert kept(terminal).supply == (7, 6)

    def test_a_protected_meeple_stays_and_the_points_are_explained(self, terminal: Terminal) -> None:
        self.open(terminal)
        told = flowing(terminal.answer("PR06"))
        assert (
            "Revolt! The peasants rise on every road. It reaches Ann: no meeple there. It reaches Ben: "
            "1 protected meeple stays. Ben: +2 points (revolt: 1 protected meeple at 2). "
            "It has gone round and sent nobody home."
        ) in told
        assert "[h2]" in told

    def test_a_tile_drawn_more_often_than_it_exists_is_refused_with_the_turns_it_was_drawn_in(
        self, terminal: Terminal
    ) -> None:
        self.open(terminal)
        for typed in ("C", "0,-1 r0", "pass", "pass"):
            terminal.answer(typed)
        assert kept(terminal).turn == 4
        told = flowing(terminal.answer("C"))
        assert "'draw C' is not legal: every tile C there is was drawn already (turn 3)." in told
        assert "'draw ZZ' is not legal: there is no tile 'ZZ' in this game." in flowing(terminal.answer("ZZ"))
        assert "'draw C' is not legal" in terminal.answer("? C")
        assert kept(terminal).decision == "draw"

    def test_a_mistake_some_steps_back_is_taken_back_mended_and_the_rest_chosen_again(self, terminal: Terminal) -> None:
        self.open(terminal)
        told = terminal.answer("undo 4")
        assert told.count("Taken back: Ben's") == 4
        assert "Ben, which tile was drawn?" in told
        terminal.answer("U")
        told = flowing(terminal.answer("redo"))
        assert "Ben places U at (1,0). 'deploy road:S' is not legal: tile U as placed has no 'road:S'" in told
        terminal.answer("road:E")
        assert "'protect 1,0 road:S' is not legal" in terminal.answer("redo")
        terminal.answer("pass")
        assert kept(terminal).drawn == ("E", "U")
        terminal.answer("undo 2")
        terminal.answer("redo")
        assert (kept(terminal).turn, kept(terminal).supply) == (3, (6, 6))

    def test_the_end_can_be_called_and_is_scored_with_reasons_while_the_record_goes_on(
        self, terminal: Terminal
    ) -> None:
        self.open(terminal)
        before = kept(terminal)
        terminal.press("end")
        assert terminal.until_ended() == 0
        told = flowing(terminal.history())
        assert "Ann holds the unfinished east city at (0,1). Ann: +1 point (city: 1 tile at 1)." in told
        assert "Ben: +2 points (road: 2 tiles at 1)." in told
        assert "The game is over. Ann wins." in told
        assert kept(terminal).key() == before.key()

    def test_it_goes_on_after_kill_9(self, terminal: Terminal) -> None:
        self.open(terminal)
        terminal.press("C")
        terminal.kill()
        told = terminal.start("referee", "--record", "evening.json")
        assert "Ann, Ben go on in turn 3." in told
        assert kept(terminal).turn == 3
        assert "Taken back" in terminal.answer("undo")

    def test_when_the_tiles_are_used_up_it_is_scored_and_can_still_be_corrected(
        self, terminal: Terminal, tmp_path: Path
    ) -> None:
        save(Game(["Ann", "Ben"], stack=["U"], by_hand=True), tmp_path / "evening.json")
        terminal.start("referee", "--record", "evening.json")
        terminal.answer("U")
        terminal.answer("1,0 r0")
        told = terminal.answer("road:W")
        assert "The game is over. Ann wins." in told
        assert "The game is over (undo, or Enter to leave):" in told
        assert kept(terminal).over
        assert "Ann, deploy (1-" in terminal.answer("undo")
        assert "share the win" in terminal.answer("pass")
        terminal.press("")
        assert terminal.until_ended() == 0
        assert kept(terminal).winners == (0, 1)
