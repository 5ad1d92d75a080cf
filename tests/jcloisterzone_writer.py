"""A game of ours written as JCloisterZone would save it, for tests: what `carcassonne.record.jcloisterzone` reads back.

The ids of tiles come from the data file; all else is written here from the format as docs/jcloisterzone.md tells it.
"""

import json
from collections.abc import Mapping
from typing import Any

from carcassonne import Deploy, Draw, Game, Pass, Place
from carcassonne.actions import Action
from carcassonne.expansions.abbot import GARDEN, Recall
from carcassonne.record.jcloisterzone import names

KINDS = {"city": "City", "road": "Road", "field": "Field", "monastery": "Monastery", "garden": "Garden"}
PIECES = {"meeple": "small", "large_meeple": "big", "abbot": "abbot", "builder": "builder", "pig": "pig"}
SIDES = (
    *("N", "E", "S", "W", "NW", "SW", "SE", "NE", "WE", "NS", "NWSE"),
    *("_N", "_E", "_S", "_W"),
)
"""Their names for sets of edges; `_N` is all but N."""
SETS = {"inns_and_cathedrals": "inns-and-cathedrals", "traders_and_builders": "traders-and-builders"}
ELEMENTS: Mapping[str, Mapping[str, int | bool]] = {
    "abbot": {"abbot": 1, "garden": 1},
    "inns_and_cathedrals": {"big-follower": 1, "cathedral": True, "inn": True},
    "traders_and_builders": {"builder": 1, "pig": 1, "traders": True, "pig-herd": True},
}


def saved(game: Game, draw_order: bool = True) -> dict[str, Any]:
    """The saved game, as JSON data. `draw_order` says whether it is annotated with the tiles drawn."""
    expansions = [expansion.id for expansion in game.ruleset.expansions]
    edition = 2 if "abbot" in expansions else 1
    sets = {f"basic:{edition}": game.settings.sets}
    elements: dict[str, int | bool] = {"small-follower": game.settings.meeples}
    if game.settings.fields:
        elements["farmers"] = True
    for expansion in expansions:
        if expansion in SETS:
            sets[f"{SETS[expansion]}:{edition}"] = 1
        elements |= ELEMENTS[expansion]
    data: dict[str, Any] = {
        "appVersion": "5.11.2",
        "gameId": "4ac1",
        "initialSeed": "20261130",
        "clock": 90000,
        "setup": {
            "sets": sets,
            "elements": elements,
            "rules": {"tiny-city-scoring": str(game.settings.two_tile_city), "wagon-move": "C2"},
            "timer": None,
            "start": [{"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0}],
            "options": {},
        },
        "players": [{"name": name, "slot": slot, "clientId": "f00d"} for slot, name in enumerate(game.players)],
        "replay": messages(game),
    }
    if draw_order:
        before = game.copy()
        data["gameAnnotations"] = {"drawOrder": [tile_id(before, tile) for tile in game.drawn]}
    return data


def messages(game: Game) -> list[dict[str, Any]]:
    """What the players sent: placing, a choice, committing, turn by turn."""
    told: list[dict[str, Any]] = []
    now = Game(
        game.players,
        expansions=game.ruleset.expansions,
        seed=game.seed,
        by_hand=True,
        settings=game.settings.to_json(),
    )
    seat, committed = 0, True

    def tell(kind: str, payload: dict[str, Any]) -> None:
        told.append({"type": kind, "payload": payload, "player": seat, "clock": 1000 + 700 * len(told)})

    def commit() -> None:
        nonlocal committed
        if not committed:
            tell("COMMIT", {"salt": "-7413"})
        committed = True

    for action in game.actions:
        if isinstance(action, Draw):
            commit()
        seat = now.seat
        match action:
            case Place(x, y, rotation):
                tile = {"tileId": tile_id(now, str(now.tile)), "rotation": f"R{90 * rotation}", "position": [x, y]}
                tell("PLACE_TILE", tile)
                committed = False
            case Pass():
                tell("PASS", {})
            case Deploy() | Recall():
                tell(*choice(now, action))
        now.play(action)
    if now.decision != "deploy":
        commit()
    return told


def choice(game: Game, action: Action) -> tuple[str, dict[str, Any]]:
    """The type and payload of the message for a deployment or recall."""
    match action:
        case Deploy(location, piece):
            x, y = next(reversed(game.board.tiles))
            pointer = {"position": [x, y], "feature": KINDS[location.split(":")[0]], "location": place(game, location)}
            return "DEPLOY_MEEPLE", {"pointer": pointer, "meepleId": f"{game.seat}.{PIECES[piece]}.1"}
        case Recall(x, y):
            pointer = {"position": [x, y], "feature": "Garden", "location": "I", "meepleId": f"{game.seat}.abbot.1"}
            return "RETURN_MEEPLE", {"pointer": pointer, "source": "ABBOT_RETURN"}
    raise AssertionError(action)


def tile_id(game: Game, tile: str) -> str:
    """Their id of a kind of tile of this game."""
    ids = names().tiles[tile] if tile in names().tiles else names().tiles[tile.removesuffix("G")]
    carries = any(segment.kind == GARDEN for segment in game.ruleset.shapes[tile].tile.segments)
    return ids.garden if carries and ids.garden else ids.theirs


def place(game: Game, location: str) -> str:
    """Their location of a segment of the tile just placed."""
    orientation = game.board.orientations[-1]
    segment = orientation.tile.segments[orientation.index_of[location]]
    owned = [
        name.split(":")[1] for name in segment.locations(orientation.rotation) if segment.edges or segment.half_edges
    ]
    if segment.edges:
        return next(name for name in SIDES if edges(name) == set(owned))
    return ".".join(owned) or "I"


def edges(name: str) -> set[str]:
    """The edges that a name of theirs stands for."""
    return set("NESW") - set(name[1:]) if name[0] == "_" else set(name)


def text(data: object) -> str:
    """As it stands in the file."""
    return json.dumps(data, indent=2)
