"""The board in characters: every tile says what its data say, and the board fits, in colours or in plain ASCII."""

import io
import re
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from carcassonne import Game
from carcassonne.agents import RandomAgent
from carcassonne.cli import board as boards
from carcassonne.cli import decision, hints
from carcassonne.cli.board import piece_text
from carcassonne.geometry import EDGES
from carcassonne.orientations import Orientation
from carcassonne.render.board import frame
from carcassonne.render.plan import COAT, GARDEN, RIVER
from carcassonne.render.terminal import DETAIL, LARGE, MARK, MEDIUM, SMALL, WALL, Sign, Size, block, letters
from carcassonne.ruleset import installed, ruleset
from carcassonne.terms import total
from carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD

SIZES = (LARGE, MEDIUM, SMALL)
EVERYTHING = tuple(installed())
RULES = ruleset(EVERYTHING)


def orientations() -> list[Orientation]:
    return [orientation for shape in RULES.shapes.values() for orientation in shape.distinct]


def at_edge(signs: tuple[tuple[Sign, ...], ...], edge: int) -> Sign:
    """The sign in the middle of an edge."""
    rows, columns = len(signs), len(signs[0])
    return (
        signs[0][columns // 2],
        signs[rows // 2][columns - 1],
        signs[rows - 1][columns // 2],
        signs[rows // 2][0],
    )[edge]


def regions(signs: tuple[tuple[Sign, ...], ...]) -> dict[tuple[int, int], int]:
    """For each cell of a city the number of the region that it hangs together with; walls part them."""
    cells = {(r, c) for r, row in enumerate(signs) for c, sign in enumerate(row) if sign.ground == CITY}
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1))

    def walled(cell: tuple[int, int], side: int) -> bool:
        sign = signs[cell[0]][cell[1]]
        return sign.of == WALL and sign.text == "▔▕▁▏"[side]

    found: dict[tuple[int, int], int] = {}
    for number, start in enumerate(sorted(cells)):
        waiting = [] if start in found else [start]
        while waiting:
            row, column = cell = waiting.pop()
            found[cell] = number
            for side, (down, right) in enumerate(steps):
                near = row + down, column + right
                if near in cells - found.keys() and not walled(cell, side) and not walled(near, (side + 2) % 4):
                    waiting.append(near)
    return found


def told_of(orientation: Orientation) -> str:
    return f"{orientation.tile.id} r{orientation.rotation}"


def played(seed: int, turns: int, expansions: tuple[str, ...] = EVERYTHING, players: int = 3) -> Game:
    game, agent = Game(players, expansions=expansions, seed=seed), RandomAgent(f"terminal {seed}")
    while game.turn < turns and not game.over:
        game.play(agent.choose(game))
    return game


def printed(game: Game, width: int = 80, *, colours: bool = False, height: int = 500) -> str:
    out = Console(
        file=io.StringIO(),
        width=width,
        height=height,
        force_terminal=colours,
        color_system="truecolor" if colours else None,
        highlight=False,
        legacy_windows=False,
    )
    decision.print_game(out, game)
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue()


class TestTiles:
    @pytest.mark.parametrize("size", SIZES, ids=("large", "medium", "small"))
    def test_each_edge_shows_what_the_tile_has_there(self, size: Size) -> None:
        kinds = {kind.edge: kind.name for kind in RULES.kinds if kind.edge}
        for orientation in orientations():
            signs = block(orientation, size)
            assert (len(signs), {len(row) for row in signs}) == (size.rows, {size.columns})
            for edge in range(4):
                kind = kinds[orientation.tile.edges[(edge - orientation.rotation) % 4]]
                shown, place = at_edge(signs, edge), f"{told_of(orientation)} {EDGES[edge]}"
                assert shown.ground == (CITY if kind == CITY else FIELD), place
                assert (shown.of == kind) if kind in (ROAD, RIVER) else shown.of not in (ROAD, RIVER), place

    @pytest.mark.parametrize("size", SIZES, ids=("large", "medium", "small"))
    def test_what_is_printed_on_a_tile_is_shown_as_often_as_it_is_there(self, size: Size) -> None:
        for orientation in orientations():
            tile, shown = orientation.tile, [sign for row in block(orientation, size) for sign in row]
            kinds = [segment.kind for segment in tile.segments]
            assert sum(sign.of == COAT for sign in shown) == sum(s.coats_of_arms for s in tile.segments), tile.id
            assert sum(sign.of == MONASTERY for sign in shown) == kinds.count(MONASTERY), tile.id
            assert sum(sign.of == GARDEN for sign in shown) == kinds.count(GARDEN), tile.id
            marks = [letters(*mark) for mark in tile.marks.items() if mark[0] != RIVER]
            details = [letters(*mark) for segment in tile.segments for mark in segment.marks.items()]
            for texts, kind in ((marks, MARK), (details, DETAIL)):
                assert sorted("".join(s.text for s in shown if s.of == kind)) == sorted("".join(texts)), tile.id

    @pytest.mark.parametrize("size", SIZES, ids=("large", "medium", "small"))
    def test_city_edges_hang_together_just_where_they_are_one_city(self, size: Size) -> None:
        for orientation in orientations():
            region = regions(block(orientation, size))
            middles = ((0, size.columns // 2), (size.rows // 2, size.columns - 1), (size.rows - 1, size.columns // 2))
            cities = {
                edge: (orientation.segment_at[edge], region[place])
                for edge, place in enumerate((*middles, (size.rows // 2, 0)))
                if place in region
            }
            for (one, here), (other, there) in combinations(cities.values(), 2):
                assert (one == other) == (here == there), told_of(orientation)

    def test_a_corner_is_a_citys_only_where_it_runs_round_it(self) -> None:
        for orientation in orientations():
            signs = block(orientation, MEDIUM)
            for edge, (row, column) in enumerate(((0, -1), (-1, -1), (-1, 0), (0, 0))):
                owners = [orientation.segment_at[edge], orientation.segment_at[(edge + 1) % 4]]
                city = owners[0] == owners[1] >= 0 and orientation.tile.segments[owners[0]].kind == CITY
                assert (signs[row][column].ground == CITY) == city, told_of(orientation)

    def test_every_sign_has_a_plain_one_of_the_same_width(self) -> None:
        for orientation in orientations():
            for row in block(orientation, LARGE):
                assert all(len(sign.text) == len(sign.plain) == 1 and sign.plain.isascii() for sign in row)

    def test_marks_of_others_are_their_letters(self) -> None:
        assert letters("revolt", "monastery") == "Rm"
        assert letters("inn", "yes") == "I"
        assert letters("\N{CASTLE}", "yes") == "?"


class TestBoard:
    @given(seed=st.integers(0, 10**6), turns=st.integers(1, 100))
    def test_plain_boards_are_ascii_and_show_every_piece(self, seed: int, turns: int) -> None:
        game = played(seed, turns)
        out = Console(file=io.StringIO(), width=400, color_system=None)
        board = "\n".join(line.plain for line in decision.whole_board(out, game))
        assert board.isascii()
        found = re.findall(r"\[?[a-z][1-3]\]?", board)
        assert sorted(found) == sorted(map(piece_text, game.meeples))

    @pytest.mark.parametrize("seed", range(6))
    def test_a_board_in_mid_game_fits_into_80_columns(self, seed: int) -> None:
        game = played(seed, 36, ("peasant_revolts",))
        size, shown = boards.fitting(boards.cells_of(game), 80, None, boards.last_cell(game))
        assert shown == frame(list(boards.cells_of(game))) or size == MEDIUM
        assert max(map(len, printed(game).splitlines())) <= 80

    @given(
        st.lists(st.tuples(st.integers(-60, 60), st.integers(-60, 60)), min_size=1, max_size=40),
        st.integers(16, 200),
        st.integers(6, 90),
        st.data(),
    )
    def test_a_frame_fits_and_shows_the_focus(
        self, cells: list[tuple[int, int]], columns: int, rows: int, data: st.DataObject
    ) -> None:
        focus = data.draw(st.sampled_from(cells))
        size, shown = boards.fitting(cells, columns, rows, focus)
        whole = frame(cells)
        assert boards.LABELS + shown.columns * size.columns <= columns
        assert boards.HEADER + shown.rows * size.rows <= max(rows, boards.HEADER + MEDIUM.rows)
        assert shown.left <= focus[0] <= shown.right
        assert shown.top <= focus[1] <= shown.bottom
        assert (boards.beyond(whole, shown) == "") == (shown == whole)

    def test_protected_pieces_stand_in_brackets(self) -> None:
        game = Game(2, expansions=["peasant_revolts"], stack=["E", "U"])
        for text in ("place 0,1 r1", "deploy city:E", "protect 0,1 city:E"):
            game.play(game.action(text))
        assert "[k1]" in printed(game)

    @pytest.mark.parametrize("plain", [True, False])
    def test_a_choice_does_not_touch_the_piece_that_it_is_about(self, plain: bool) -> None:
        game = Game(2, expansions=["peasant_revolts"], stack=["V", "U"])
        for text in ("place 1,0 r0", "deploy road:S"):
            game.play(game.action(text))
        chip = boards.choice(2, "road:S", plain)
        for size in (LARGE, MEDIUM):
            shown = frame(list(boards.cells_of(game)))
            board = "\n".join(line.plain for line in boards.draw(game, shown, size, plain, choices={(1, 0): [chip]}))
            assert "h1" in board
            assert chip.text in board
            assert f"h1{chip.text}" not in board
            assert f"{chip.text}h1" not in board

    def test_columns_and_rows_are_numbered(self) -> None:
        game = Game(2, stack=["U", "U", "U"])
        game.play(game.action("place 1,0 r0"))
        lines = printed(game).splitlines()
        assert lines[0].split() == ["-1", "0", "1", "2"]
        assert [line.split()[0] for line in lines if re.match(r" ?-?\d", line)] == ["-1", "0", "1", "1"]

    def test_colours_go_to_terminals_only(self) -> None:
        game = played(1, 20)
        assert "\x1b[" in printed(game, colours=True)
        assert "\x1b[" not in printed(game)

    def test_a_position_with_hundreds_of_tiles_is_drawn_in_narrow_terminals(self) -> None:
        game = played(3, 200)
        assert max(map(len, printed(game, width=40).splitlines())) <= 120


class TestHints:
    @given(seed=st.integers(0, 10**6), turns=st.integers(2, 90))
    def test_what_features_are_worth_now_adds_up_to_the_final_scoring(self, seed: int, turns: int) -> None:
        game = played(seed, turns, ("abbot", "inns_and_cathedrals", "peasant_revolts", "river"))
        if game.over or game.decision != "place":
            return
        scores = list(game.scores)
        board = game.board
        for root in sorted(
            {board.root(board.node_of[piece]) for piece in range(len(game.pieces)) if on_board(game, piece)}
        ):
            for seat in game.pieces.majority(board.pieces_on(root))[1]:
                scores[seat] += total(hints.worth(game, root, board.is_completed(root), seat))
        assert tuple(scores) == game.provisional_scores()

    @given(seed=st.integers(0, 10**6), turns=st.integers(1, 60))
    def test_asking_answers_and_changes_nothing(self, seed: int, turns: int) -> None:
        game = played(seed, turns)
        before = game.key()
        for question in questions(game):
            assert hints.answer(game, question)
        assert game.key() == before

    @given(seed=st.integers(0, 10**6))
    def test_a_placement_refused_for_its_edges_names_one_that_clashes(self, seed: int) -> None:
        game = played(seed, 12)
        for x, y in game.board.frontier if game.decision == "place" else ():
            for rotation in range(4):
                action = game.action(f"place {x},{y} r{rotation}")
                if "do not match" in (game.why_not(action) or ""):
                    assert re.search(r"\((north|east|south|west): \w+ against \w+", hints.judged(game, action))


class TestEnded:
    @given(seed=st.integers(0, 10**6), turns=st.integers(1, 90))
    def test_a_game_that_ends_now_is_a_copy_with_the_final_scoring_told(self, seed: int, turns: int) -> None:
        game = played(seed, turns)
        before = game.key()
        ended = game.ended()
        assert ended.over
        assert ended.scores == game.provisional_scores()
        assert [sum(points.values()) for points in ended.breakdown()] == list(ended.scores)
        assert game.key() == before


def on_board(game: Game, piece: int) -> bool:
    return bool(game.board.standing >> piece & 1)


def questions(game: Game) -> Iterator[str]:
    for cell, orientation in zip(game.board.cells, game.board.orientations, strict=True):
        x, y = cell.xy
        yield f"{x},{y}"
        yield f"{x},{y} {orientation.locations[0]}"
    for x, y in game.board.frontier:
        yield f"{x},{y}"
    for action in game.legal_actions:
        yield str(action)
