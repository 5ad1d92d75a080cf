"""What the commands print as tables."""

from collections.abc import Iterator, Mapping

from rich.table import Table
from rich.text import Text

from carcassonne.cli.console import seat_style, titled_table
from carcassonne.events import counted, with_article
from carcassonne.expansion import Expansion
from carcassonne.simulation import Report
from carcassonne.tiles import FIELD, Segment, Tile, TileSet


def results(report: Report, seed: int, games_a_second: float) -> Iterator[Table]:
    """The statistics of a simulation: by seat, by cause of points, and what happened how often."""
    yield _seats(report, f"{report.games} games (seed {seed}), {games_a_second:.0f} a second")
    yield _causes(report)
    if report.tallies:
        yield _tallies(report)


def _seats(report: Report, title: str) -> Table:
    table = titled_table(title, "seat")
    for heading in ("mean score", "std dev", "lowest", "highest", "won", "shared"):
        table.add_column(heading, justify="right")
    for number, seat in enumerate(report.seats):
        table.add_row(
            Text(seat.name, f"bold {seat_style(number)}"),
            f"{seat.mean:.1f}",
            f"{seat.spread:.1f}",
            str(seat.lowest),
            str(seat.highest),
            f"{seat.wins / report.games:.1%}",
            f"{seat.shared / report.games:.1%}",
        )
    return table


def _causes(report: Report) -> Table:
    table = titled_table(f"Points: {report.points:.1f} a game in {report.turns:.1f} turns", "cause")
    for heading in ("points a game", "share", "in all"):
        table.add_column(heading, justify="right")
    for cause, share in report.causes.items():
        table.add_row(cause, f"{share.a_game:.2f}", f"{share.share:.1%}", str(share.points))
    return table


def _tallies(report: Report) -> Table:
    table = titled_table("Happenings", "what")
    for heading in ("a game", "in all"):
        table.add_column(heading, justify="right")
    for label, tally in report.tallies.items():
        table.add_row(label, f"{tally.a_game:.2f}", str(tally.total))
    return table


def tiles(tile_set: TileSet) -> Table:
    """The tiles of a set as they lie unturned, with their counts."""
    total = sum(tile.count for tile in tile_set.tiles)
    table = titled_table(f"{tile_set.title} ({tile_set.name}): {total} tiles", "tile")
    table.add_column("count", justify="right")
    for heading in ("edges", "shows", "fields"):
        table.add_column(heading)
    for tile in tile_set.tiles:
        gardens = f", {counted(tile.gardens, 'gardens')}" if tile.gardens else ""
        table.add_row(tile.id, str(tile.count), tile.edges, shows(tile) + gardens, _fields(tile))
    return table


def shows(tile: Tile) -> str:
    """What is on each tile of a kind besides its fields, as it lies unturned: `city N, road E + S`."""
    kinds: dict[str, list[str]] = {}
    for segment in tile.segments:
        if segment.kind != FIELD:
            kinds.setdefault(segment.kind, []).append(_segment(segment))
    shown = [f"{kind} {' + '.join(segments)}".rstrip() for kind, segments in kinds.items()]
    return ", ".join(shown + [f"{mark}: {value}" for mark, value in tile.marks.items()])


def _segment(segment: Segment) -> str:
    """Its places and what else is drawn on it: `NW with a coat of arms and goods: wine`, `S with an inn`."""
    coats = segment.coats_of_arms
    drawn = ["a coat of arms" if coats == 1 else f"{coats} coats of arms"] if coats else []
    drawn += [_drawn(mark, text) for mark, text in segment.marks.items()]
    return " with ".join([_places(segment), *([" and ".join(drawn)] if drawn else [])])


def _drawn(mark: str, text: str) -> str:
    """A mark of a segment: what is there where the text is a plain yes, and else what the text says of it."""
    return with_article(mark) if text == "yes" else f"{mark}: {text}"


def _fields(tile: Tile) -> str:
    return " | ".join(_places(segment) for segment in tile.segments if segment.kind == FIELD)


def _places(segment: Segment) -> str:
    """The edges or half edges that it owns: `NW` of a road, `EL WR` of a field."""
    return ("" if segment.edges else " ").join(name.partition(":")[2] for name in segment.locations())


def expansions(installed: Mapping[str, Expansion]) -> Table:
    """The installed expansions with what their authors say of them."""
    table = titled_table("Installed expansions", "id")
    for heading in ("title", "version", "what it brings"):
        table.add_column(heading)
    for name, expansion in sorted(installed.items()):
        table.add_row(name, expansion.title, expansion.version, (expansion.__doc__ or "").strip().partition("\n")[0])
    return table
