"""A decision as a person meets it: the board, how the game stands, the numbered choices, and what an answer means."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rich.console import Console
from rich.text import Text

from carcassonne.actions import Action, Deploy, Draw, Place
from carcassonne.cli import board as boards
from carcassonne.cli.board import Cell, Chip
from carcassonne.cli.console import named, say
from carcassonne.cli.hints import in_short
from carcassonne.cli.tables import shows
from carcassonne.events import counted, segment_in_words
from carcassonne.game import Game
from carcassonne.render.board import Frame, frame, place_of
from carcassonne.render.terminal import LARGE, MEDIUM

LOWEST: Final = 10
"""Rows of characters that a board has at least, however low the terminal."""
GAP: Final = 1
PANEL: Final = 40
"""Columns of characters beside a board where the terminal is broad."""
BROAD: Final = 110
"""From so many columns on a terminal is broad."""


def show(out: Console, game: Game, above: int = 0) -> None:
    """Print the board, how the game stands, and the choices of the decision that is to be made.

    So many lines `above` are to stay in sight. Who is to say which tile was drawn needs no board for that.
    """
    listed = list(game.legal_actions)
    if any(isinstance(action, Place) for action in listed):
        _show_placements(out, game, listed, above)
    elif any(isinstance(action, Draw) for action in listed):
        head = Text("Tiles, and how many of each may still come:")
        _print(out, [*standing(out, game), head, *_packed(_draws(game, listed), out.width)])
    else:
        _show_others(out, game, listed, above)


def print_game(out: Console, game: Game) -> None:
    """Print the whole board as far as it is no broader than the terminal, and how the game stands."""
    lines = whole_board(out, game, high=True)
    _print(out, [*lines, *_turned(out, game), *standing(out, game)])


def whole_board(
    out: Console,
    game: Game,
    below: int = 0,
    focus: Cell | None = None,
    placements: dict[Cell, str] | None = None,
    choices: dict[Cell, list[Chip]] | None = None,
    *,
    high: bool = False,
    less: int = 0,
) -> list[Text]:
    """As much of the board as there is room for above so many lines, around the focus where that is not all.

    It may be `high`: higher than the terminal, which it always may where the output is none. It is so many columns
    `less` broad than the terminal.
    """
    cells = list(boards.cells_of(game))
    rows = max(out.height - below - 4, LOWEST) if out.is_terminal and not high else None
    size, shown = boards.fitting(cells, out.width - less, rows, focus or boards.last_cell(game))
    lines = boards.draw(game, shown, size, boards.is_plain(out), placements, choices)
    if more := boards.beyond(frame(cells), shown):
        lines.append(Text.assemble((f"The board goes on to the {more}.", "dim")))
    return lines


def standing(out: Console, game: Game, width: int | None = None) -> list[Text]:
    """How the game stands: whose decision it is, the tile drawn, and for each seat the points and what is at hand."""
    width = width or out.width
    if game.over:
        head = Text("The game is over.", "bold")
    else:
        head = Text(f"Turn {game.turn}: ", "bold")
        head.append_text(named(f"{game.players[game.seat]} is to {game.decision}", game.players))
        head.append(f" {game.tile} ({shows(game.shape.tile)})" if game.shape else "")
        head.append(f", {counted(game.stack_size, 'tiles')} left.")
    plain = boards.is_plain(out)
    seats = []
    for seat, name in enumerate(game.players):
        supply = ", ".join(_in_supply(kind, count) for kind, count in game.supply_of(seat).items() if count)
        mark = Text(f" {seat + 1} ", "" if plain else boards.seat_chip(seat))
        turn = "bold underline" if seat == game.seat else "bold"
        seats.append(Text.assemble(mark, " ", (name, turn), f" {game.scores[seat]}", (f" ({supply or 'none'})", "dim")))
    lines = list(head.wrap(out, width))
    row = Text()
    for text in seats:
        if row and row.cell_len + 3 + text.cell_len > width:
            lines.append(row)
            row = Text()
        row.append_text(Text("   " if row else "").append_text(text))
    return [*lines, row]


def _in_supply(kind: str, count: int) -> str:
    name = kind.replace("_", " ")
    return counted(count, f"{name}s")


# placements


def _show_placements(out: Console, game: Game, listed: Sequence[Action], above: int) -> None:
    numbers: dict[Cell, list[int]] = {}
    others = []
    for number, action in enumerate(listed, start=1):
        if isinstance(action, Place):
            numbers.setdefault((action.x, action.y), []).append(number)
        else:
            others.append(f"{number:>2} {action}")
    texts = [f"{number:>2} {action}" for number, action in enumerate(listed, 1) if isinstance(action, Place)]
    labels = {cell: _range(found) for cell, found in numbers.items()}
    focus = boards.last_cell(game)
    if labels:
        focus = min(labels, key=lambda cell: abs(cell[0] - focus[0]) + abs(cell[1] - focus[1]))
    if out.width < BROAD:
        below = [*_turned(out, game), *standing(out, game), *_packed(texts, out.width), *map(Text, others)]
        _print(out, [*whole_board(out, game, len(below) + above, focus, labels), *below])
        return
    panel = [*standing(out, game, PANEL), *_turned(out, game, 2), *_packed(texts, PANEL), *map(Text, others)]
    _print(out, _beside(whole_board(out, game, above, focus, labels, less=PANEL + GAP), panel))


def _beside(left: Sequence[Text], right: Sequence[Text]) -> list[Text]:
    """Lines to the right of others, in the middle of their height."""
    width = max(line.cell_len for line in left) + GAP
    top = max((len(left) - len(right)) // 2, 0)
    rows = zip_longest(left, [Text()] * top + list(right), fillvalue=Text())
    return [_broad(line, width).append_text(text) if text else line for line, text in rows]


def _range(numbers: Sequence[int]) -> str:
    """Numbers that follow each other: `3`, `3-5`, or `3,7`."""
    if len(numbers) == 1:
        return str(numbers[0])
    if numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}-{numbers[-1]}"
    return ",".join(map(str, numbers))


def _turned(out: Console, game: Game, columns: int = 4) -> list[Text]:
    """The drawn tile in each of the rotations in which it may be laid, so many side by side."""
    if game.shape is None:
        return [Text()]
    plain = boards.is_plain(out)
    rotations = sorted({action.rotation for action in game.legal_actions if isinstance(action, Place)})
    lines = [Text()]
    for start in range(0, len(rotations), columns):
        band = [Text(f"{'' if start else game.shape.id:<4}"), *(Text(" " * 4) for _ in range(MEDIUM.rows - 1))]
        for rotation in rotations[start : start + columns]:
            drawing = boards.tile_lines(game.shape.turned[rotation], MEDIUM, plain)
            for row, (line, drawn) in enumerate(zip(band, drawing, strict=True)):
                line.append(f"  r{rotation} " if row == 1 else " " * 5, "bold")
                line.append_text(_broad(drawn, MEDIUM.columns))
        lines += [*band, Text()]
    return lines


def _broad(line: Text, columns: int) -> Text:
    return line.copy().append(" " * max(columns - line.cell_len, 0))


# which tile was drawn


def _draws(game: Game, listed: Sequence[Action]) -> list[str]:
    unseen = game.unseen()
    return [f"{action.tile} ({unseen[action.tile]})" for action in listed if isinstance(action, Draw)]


# all else


def _show_others(out: Console, game: Game, listed: Sequence[Action], above: int) -> None:
    """The choices beside the part of the board that they are about."""
    places = [place_of(game, action) for action in listed]
    choices: dict[Cell, list[Chip]] = {}
    plain = boards.is_plain(out)
    for number, place in enumerate(places, start=1):
        if place is not None:
            x, y, location = place
            choices.setdefault((x, y), []).append(boards.choice(number, location, plain))
    texts = [Text(line) for line in _described(game, listed)]
    spread = frame([*choices, boards.last_cell(game)])
    near = Frame(spread.left - 1, spread.top - 1, spread.right + 1, spread.bottom + 1)
    below = [*standing(out, game), *texts]
    if near.columns > 3 or near.rows > 3:
        focus = sorted(choices)[len(choices) // 2]
        _print(out, [*whole_board(out, game, len(below) + above, focus, None, choices), *below])
        return
    lines = boards.draw(game, near, LARGE, boards.is_plain(out), None, choices)
    broadest = max(line.cell_len for line in lines) + GAP + max(text.cell_len for text in texts)
    if broadest > out.width:
        _print(out, [*lines, *below])
    else:
        _print(out, [*_beside(lines, texts), *standing(out, game)])


def _described(game: Game, listed: Sequence[Action]) -> Iterator[str]:
    """Actions with their numbers as text, and where that helps what they are about in words."""
    broadest = max(len(str(action)) for action in listed)
    for number, action in enumerate(listed, start=1):
        place = place_of(game, action)
        words = "" if place is None else segment_in_words(*place)
        if place is not None and isinstance(action, Deploy):
            kind = place[2].partition(":")[0]
            words = f"{words.partition(f' {kind} at ')[0] if ':' in place[2] else kind}, {in_short(game, *place)}"
        yield f"{number:>3} {action!s:<{broadest}}  {words}".rstrip()


def _packed(texts: Sequence[str], width: int) -> list[Text]:
    """Short texts in as many columns as there is room for, to be read row by row."""
    if not texts:
        return []
    broadest = max(map(len, texts)) + 3
    columns = max(width // broadest, 1)
    rows = [texts[start : start + columns] for start in range(0, len(texts), columns)]
    return [Text("".join(f"{text:<{broadest}}" for text in row).rstrip()) for row in rows]


def _print(out: Console, lines: Sequence[Text]) -> None:
    for line in lines:
        out.print(line, soft_wrap=True)


def how_to_answer(game: Game) -> str:
    """How the present decision is answered, in a sentence."""
    forms = [kind.form for kind in game.deciding.answers]
    forms += sorted({type(action).form for action in game.legal_actions} - {*forms})
    if Draw in game.deciding.answers:
        return "Type the letter or the name of the tile that was drawn; `tiles` shows them."
    return f"Type the number of a choice, or write it out: {' or '.join(forms)}."


def tell_points(out: Console, game: Game) -> None:
    """Print each seat's points by cause so far."""
    for name, causes in zip(game.players, game.breakdown(), strict=True):
        told = ", ".join(f"{cause} {points}" for cause, points in sorted(causes.items())) or "nothing yet"
        say(out, named(f"{name} {sum(causes.values())}: {told}", game.players))
