"""Games that JCloisterZone saved are read as its messages tell them, and scored by our rules."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jcloisterzone_writer import saved, text
from pages import DOCS, blocks_of, printed_by

from carcassonne import PASS, Action, CarcassonneError, Draw, Game, RecordError
from carcassonne.record import jcloisterzone
from carcassonne.record.files import read_game
from carcassonne.record.jcloisterzone import names, read
from carcassonne.testing import strategies
from carcassonne.tile_files import shipped

GAMES = Path(__file__).parent / "jcloisterzone"
COVERED = ("abbot", "inns_and_cathedrals", "traders_and_builders")
PAGE = (DOCS / "jcloisterzone.md").read_text("utf-8")


def example(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((GAMES / f"{name}.jcz").read_text("utf-8"))
    return data


# ---- Games made by hand ----


def test_a_game_of_the_base_set_is_scored_by_our_rules() -> None:
    game = read((GAMES / "base.jcz").read_text("utf-8"))
    assert game.players == ("Ada", "Ben")
    assert not game.ruleset.expansions
    assert game.drawn == ("U", "E", "W", "B", "L")
    assert game.breakdown() == ({"road": 4}, {"city": 4})
    assert sorted((piece.seat, piece.x, piece.y, piece.location) for piece in game.meeples) == [
        (0, 2, 0, "field:EL"),
        (1, 1, 1, "monastery"),
    ]
    assert game.provisional_scores() == (4 + 3, 4 + 4)
    assert (game.decision, game.seat) == ("draw", 1)


def test_a_large_meeple_a_builder_and_a_pig_do_what_they_do_with_us() -> None:
    game = read((GAMES / "builder.jcz").read_text("utf-8"))
    assert [expansion.id for expansion in game.ruleset.expansions] == ["inns_and_cathedrals", "traders_and_builders"]
    assert game.scores == (10, 0)
    goods, field_and_pig = 10 + 10, 3 + 1
    assert game.provisional_scores() == (10 + goods, field_and_pig)
    assert game.supply_of(0) == {"meeple": 7, "large_meeple": 1, "builder": 1, "pig": 1}
    assert game.supply_of(1) == {"meeple": 5, "large_meeple": 1, "builder": 1, "pig": 0}


def test_an_abbot_returns_and_an_annotated_game_ends_with_its_last_tile() -> None:
    game = read((GAMES / "gardens.jcz").read_text("utf-8"))
    assert game.over
    assert game.set_aside == ("C",)
    assert game.drawn == ("E", "C", "UG", "B", "V")
    assert game.breakdown() == ({"city": 4, "monastery": 4}, {"recall": 5})


def test_an_abbot_may_be_pointed_at_by_its_feature() -> None:
    data = example("gardens")
    pointer = data["replay"][10]["payload"]["pointer"]
    data["replay"][10]["payload"]["pointer"] = {"meepleId": pointer.pop("meepleId"), "featurePointer": pointer}
    assert read(text(data)).scores == (8, 5)


def test_undo_takes_back_the_message_before_it() -> None:
    data = example("base")
    wrong = {"type": "PLACE_TILE", "payload": {"tileId": "BA/RFr", "rotation": "R0", "position": [-1, 0]}}
    data["replay"][:0] = [wrong, {"type": "PASS", "payload": {}}, {"type": "UNDO"}, {"type": "UNDO"}]
    assert read(text(data)).key() == read(text(example("base"))).key()


def test_a_turn_is_passed_by_pass_or_by_committing_alone() -> None:
    data = example("base")
    assert data["replay"].pop(7)["type"] == "PASS"
    assert read(text(data)).key() == read(text(example("base"))).key()


def test_a_game_may_stop_within_a_turn() -> None:
    data = example("base")
    del data["replay"][4:]
    game = read(text(data))
    assert (game.seat, game.decision, game.scores) == (1, "deploy", (0, 0))


def test_settings_are_read_from_elements_and_rules() -> None:
    data = example("base")
    del data["setup"]["elements"]["farmers"], data["replay"][-3:]
    data["setup"]["elements"]["small-follower"] = 3
    data["setup"]["sets"] = {"basic": 2}
    data["setup"]["rules"]["tiny-city-scoring"] = "2"
    game = read(text(data))
    settings = game.settings
    assert (settings.fields, settings.meeples, settings.sets, settings.two_tile_city) == (False, 3, 2, 2)
    assert game.scores == (0, 2)


def test_gardens_without_the_abbot_are_tiles_like_others() -> None:
    data = example("base")
    data["setup"]["sets"] = {"basic:2": 1}
    data["replay"][0]["payload"]["tileId"] = "BA/RFrG"
    assert read(text(data)).key() == read(text(example("base"))).key()


def closing_cities(game: Game, last: str, random: Random) -> Game:
    """Play until one tile is left, of the kind told, keeping few city edges open."""

    def open_city_edges(action: Action) -> int:
        game.play(action)
        edges = sum(city.open_edges for city in game.board.features("city"))
        game.undo()
        return edges

    while game.stack_size > 1 or game.decision != "draw":
        actions = [action for action in game.legal_actions if action != Draw(last)]
        if game.decision == "place":
            game.play(min(actions, key=open_city_edges))
        else:
            closers_kept = [action for action in actions if action not in map(Draw, "EHI")] or actions
            game.play(PASS if game.decision == "deploy" else random.choice(closers_kept))
    return game


def test_a_game_is_over_when_no_tile_that_is_left_fits_anywhere() -> None:
    left = closing_cities(Game(seed=0, by_hand=True), last="C", random=Random(0))
    ended = left.copy()
    ended.play(Draw("C"))
    assert (ended.over, ended.set_aside) == (True, ("C",))
    assert read(text(saved(left))).key() == ended.key()


def test_a_game_goes_on_while_a_tile_that_is_left_fits_somewhere() -> None:
    left = closing_cities(Game(seed=0, by_hand=True), last="X", random=Random(1))
    again = read(text(saved(left)))
    assert (again.over, list(again.legal_actions)) == (False, [Draw("X")])
    assert again.key() == left.key()


@pytest.mark.parametrize("name", ["base", "builder", "gardens"])
def test_the_command_makes_a_record_that_is_the_same_game(name: str, tmp_path: Path) -> None:
    pytest.importorskip("typer")
    from typer.testing import CliRunner

    from carcassonne.cli.app import app

    source, target = GAMES / f"{name}.jcz", tmp_path / "game.json"
    done = CliRunner().invoke(app, ["convert", str(source), str(target)])
    assert done.exit_code == 0, done.output
    assert read_game(target).key() == read_game(source).key() == read(source.read_text("utf-8")).key()


# ---- Any game ----


@st.composite
def played(draw: st.DrawFn) -> Game:
    """A game of covered expansions at any moment, drawn by hand as a converted one is."""
    setup = draw(strategies.setups(among=COVERED))
    settings = {**setup.settings, "sets": draw(st.sampled_from((1, 1, 2)))}
    game = replace(setup, seed=0, settings=settings).game(by_hand=True)
    return draw(strategies.picks()).play(game, draw(st.integers(0, 500)))


def drawn_to_the_end(game: Game) -> Game:
    """The same game, or its end where no tile that is left fits anywhere."""
    rest = game.copy()
    while rest.decision == "draw":
        rest.play(rest.legal_actions[0])
    return rest if rest.over else game


@given(played())
def test_a_game_comes_back_from_what_the_other_program_would_save(game: Game) -> None:
    again = read(text(saved(game)))
    expected = drawn_to_the_end(game)
    assert again.key() == expected.key()
    assert again.scores == expected.scores
    assert again.breakdown() == expected.breakdown()


@given(played())
def test_without_the_order_of_draws_all_comes_back_but_the_tiles_set_aside(game: Game) -> None:
    if game.decision == "place":
        game.undo()
    again = read(text(saved(game, draw_order=False)))
    assert again.board.tiles == game.board.tiles
    assert again.meeples == game.meeples
    if not game.set_aside and not again.over:
        assert again.key() == game.key()


# ---- Damage, and what is not covered ----

Damage = Callable[[dict[str, Any]], object]


def message(number: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The message of that number, from 1."""
    return lambda data: data["replay"][number - 1]  # type: ignore[no-any-return]


def payload(number: int, **change: object) -> Damage:
    return lambda data: message(number)(data)["payload"].update(change)


def pointer(number: int, **change: object) -> Damage:
    return lambda data: message(number)(data)["payload"]["pointer"].update(change)


def part(name: str, **change: object) -> Damage:
    return lambda data: data["setup"][name].update({key.replace("_", "-"): value for key, value in change.items()})


def sets(**change: int) -> Damage:
    return lambda data: data["setup"].update(
        sets={key.replace("__", "/").replace("_", "-"): n for key, n in change.items()}
    )


def notes(**change: object) -> Damage:
    return lambda data: data.update(gameAnnotations=change)


BASE_DAMAGE: dict[str, tuple[Damage, str]] = {
    "no players": (lambda data: data.pop("players"), r"'players': Field required"),
    "one player": (lambda data: data["players"].pop(), r"set-up makes no game: 2 to 6 players can play, not 1"),
    "same names": (lambda data: data["players"][1].update(name="Ada"), r"two players share a name: Ada, Ada"),
    "no set-up": (lambda data: data.pop("setup"), r"'setup': Field required"),
    "a preset": (lambda data: data.pop("replay"), r"'replay': Field required"),
    "a set as text": (sets(basic="one"), r"'setup\.sets\.basic': Input should be a valid integer"),  # type: ignore[arg-type]
    "an unknown set": (sets(basic=1, tower=1), r"set 'tower' is not covered: covered are basic, inns-and-cathedrals"),
    "the river": (sets(basic=1, river__1=1), r"set 'river/1' is not covered: its spring RI/s"),
    "no base": (sets(inns_and_cathedrals=1), r"no set 'basic'"),
    "two of an expansion": (sets(basic=1, inns_and_cathedrals=2), r"set 'inns-and-cathedrals' is there 2 times"),
    "both editions": (
        lambda data: data["setup"].update(sets={"basic:1": 1, "basic:2": 1}),
        r"set 'basic:2' is there in another edition",
    ),
    "an unknown edition": (lambda data: data["setup"].update(sets={"basic:9": 1}), r"set 'basic:9' is not covered"),
    "an unknown element": (part("elements", fairy=1), r"element 'fairy' is not covered$"),
    "an element without its set": (part("elements", pig=1), r"'pig' is not covered without set 'traders-and-builders'"),
    "half an abbot": (part("elements", abbot=1), r"element 'garden' is 0: with 'abbot' there is always 1"),
    "two abbots": (part("elements", abbot=2, garden=1), r"element 'abbot' is 2: with 'abbot' there is always 1"),
    "an abbot of edition 1": (part("elements", abbot=1, garden=1), r"set 'basic:1' carries no gardens"),
    "many meeples": (part("elements", small_follower=51), r"set-up makes no game: setting 'meeples' is 51"),
    "an unknown rule": (part("rules", sudden_death=True), r"rule 'sudden-death' is not covered"),
    "a rule's value": (part("rules", tiny_city_scoring="3"), r"rule 'tiny-city-scoring' is '3'; covered are '4', '2'"),
    "another start": (
        lambda data: data["setup"]["start"][0].update(rotation=90),
        r"setup\.start lays 'BA/RCr' at 0,0 turned 90; covered is 'BA/RCr' alone at 0,0, not turned",
    ),
    "no start": (lambda data: data["setup"].update(start=[]), r"setup\.start lays no tile"),
    "an unknown tile": (payload(1, tileId="BA/RFx"), r"message 1 \(PLACE_TILE\): there is no tile 'BA/RFx'"),
    "a tile of no set": (
        payload(1, tileId="IC/RFr.i"),
        r"message 1 .*'IC/RFr\.i', our IC15, is of no set in this game",
    ),
    "a rotation": (payload(4, rotation="R45"), r"message 4 \(PLACE_TILE\): its payload's 'rotation'"),
    "a position": (payload(4, position=[0]), r"message 4 \(PLACE_TILE\): its payload's 'position\.1': Field required"),
    "far away": (payload(4, position=[0, 10**9]), r"message 4 \(PLACE_TILE\): its payload's 'position\.1'"),
    "does not fit": (
        payload(4, rotation="R0"),
        r"message 4 \(PLACE_TILE\): 'place 0,-1 r0' is not legal.*do not match",
    ),
    "fits nowhere": (
        lambda data: data["replay"].insert(6, message(13)(data) | {"player": 0, "payload": CITY}),
        r"message 7 \(PLACE_TILE\): tile 'BA/Cccc\+' \(C\) fits nowhere",
    ),
    "drawn too often": (
        lambda data: [payload(number, tileId="BA/RRRR")(data) for number in (1, 7)] + [pointer(2, location="W")(data)],
        r"message 7 \(PLACE_TILE\): 'draw X' is not legal.*drawn already",
    ),
    "no such segment": (
        pointer(2, location="NS"),
        r"message 2 \(DEPLOY_MEEPLE\): there is no road 'NS' on tile U .*road:E",
    ),
    "no such feature": (pointer(2, feature="Tower"), r"message 2 \(DEPLOY_MEEPLE\): feature 'Tower' is not covered"),
    "another tile": (
        pointer(2, position=[0, 0]),
        r"message 2 .*pointer is to \(0, 0\), the tile just placed is at \(1, 0\)",
    ),
    "a kind of meeple": (payload(2, meepleId="0.mayor.1"), r"message 2 .*meeple '0\.mayor\.1' is of no kind"),
    "a kind not in the game": (payload(2, meepleId="0.big.1"), r"message 2 .*there is no piece 'large_meeple'"),
    "a stranger's meeple": (payload(2, meepleId="1.small.1"), r"message 2 .*'1\.small\.1' is not of player 0"),
    "occupied": (
        lambda data: message(8)(data).update(message(2)(data), payload=ON_ROAD),
        r"message 8 \(DEPLOY_MEEPLE\): 'deploy road:E' is not legal.*already occupied",
    ),
    "another player": (lambda data: message(4)(data).update(player=0), r"message 4 .*of player 0; player 1 is to act"),
    "a message without type": (lambda data: message(3)(data).pop("type"), r"'replay\.2\.type': Field required"),
    "an unknown message": (
        lambda data: message(3)(data).update(type="PLACE_TOKEN"),
        r"message 3 \(PLACE_TOKEN\): messages of this type are not covered; covered are PLACE_TILE",
    ),
    "a turn not committed": (lambda data: data["replay"].pop(2), r"message 3 \(PLACE_TILE\): .*COMMIT is due"),
    "two choices": (
        lambda data: data["replay"].insert(2, message(2)(data)),
        r"message 3 \(DEPLOY_MEEPLE\): .*COMMIT is due",
    ),
    "two placements": (
        lambda data: data["replay"].insert(1, message(1)(data)),
        r"message 2 .*a choice or COMMIT is due",
    ),
    "a choice before the tile": (
        lambda data: data["replay"].pop(0),
        r"message 1 \(DEPLOY_MEEPLE\): .*PLACE_TILE is due",
    ),
    "nothing to undo": (
        lambda data: data["replay"].insert(0, {"type": "UNDO"}),
        r"message 1 \(UNDO\): there is no message",
    ),
    "an unknown tile drawn": (notes(drawOrder=["BA/RFr", "ZZ"]), r"tile 2 of gameAnnotations\.drawOrder: .*'ZZ'"),
    "another tile drawn": (notes(drawOrder=["BA/C"]), r"message 1 .*tile 'BA/RFr' \(U\) is placed, E was drawn"),
    "an end without tiles": (notes(endTurn=7), r"endTurn ends the game with 7 tiles, drawOrder names 0"),
    "after the end": (notes(drawOrder=["BA/RFr", "BA/C"], endTurn=2), r"message 7 \(PLACE_TILE\): .*the game is over"),
}
CITY = {"tileId": "BA/Cccc+", "rotation": "R0", "position": [0, -2]}
ON_ROAD = {"pointer": {"position": [-1, 0], "feature": "Road", "location": "E"}, "meepleId": "0.small.2"}

GARDEN_DAMAGE: dict[str, tuple[Damage, str]] = {
    "a garden too many": (
        lambda data: data.pop("gameAnnotations") and payload(10, tileId="BA/RFrG", position=[-1, 0])(data),
        r"message 10 \(PLACE_TILE\): 'draw UG' is not legal.*drawn already",
    ),
    "no garden there": (payload(4, tileId="BA/RFr"), r"message 4 .*tile 'BA/RFr' \(U\) is placed, UG was drawn"),
    "no abbot": (pointer(11, meepleId="1.small.1"), r"message 11 \(RETURN_MEEPLE\): '1\.small\.1' is no abbot"),
    "no abbot there": (pointer(11, position=[0, 0]), r"message 11 \(RETURN_MEEPLE\): 'recall 0,0' is not legal"),
    "another source": (payload(11, source="FESTIVAL"), r"message 11 .*source 'FESTIVAL' is not covered"),
    "a plain copy of a kind with gardens only": (
        lambda data: (
            data["setup"]["sets"].update({"inns-and-cathedrals:2": 1}),
            data["setup"]["elements"].update({"big-follower": 1, "inn": True, "cathedral": True}),
            data["gameAnnotations"]["drawOrder"].insert(0, "IC/CCCC"),
        ),
        r"tile 1 of gameAnnotations\.drawOrder: tile 'IC/CCCC' carries no garden, our IC03 always does",
    ),
}


@pytest.mark.parametrize(
    ("name", "damage", "says"),
    [("base", *case) for case in BASE_DAMAGE.values()] + [("gardens", *case) for case in GARDEN_DAMAGE.values()],
    ids=[*BASE_DAMAGE, *GARDEN_DAMAGE],
)
def test_what_is_wrong_is_named_with_its_place(name: str, damage: Damage, says: str) -> None:
    data = example(name)
    damage(data)
    with pytest.raises(RecordError, match=says) as raised:
        read(text(data))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("junk", ["", "{", "[]", "null", "7", "\ud800", '{"players": ' + "[" * 100_000, "\0"])
def test_text_that_is_no_saved_game_is_refused(junk: str) -> None:
    with pytest.raises(RecordError, match="the saved game"):
        read(junk)


# ---- Any text ----

JUNK: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    1,
    5,
    10**30,
    0.5,
    "",
    "I",
    "PASS",
    "COMMIT",
    "R90",
    "BA/C",
    [],
    {},
    [[]],
)


def mutated(data: Any, random: Random) -> Any:
    """The data with one place somewhere in it changed, doubled or left out."""
    if isinstance(data, dict | list) and data and random.random() < 0.85:
        place = random.choice(list(data) if isinstance(data, dict) else range(len(data)))
        way = random.random()
        if way < 0.85:
            data[place] = mutated(data[place], random)
        elif way < 0.95:
            data.pop(place)
        elif isinstance(data, list):
            data.insert(random.randrange(len(data) + 1), deepcopy(data[place]))
        return data
    return deepcopy(random.choice(JUNK))


def garbled(sound: str, random: Random) -> str:
    """The text with some of its bytes changed, or bytes alone."""
    raw = bytearray(random.randbytes(random.randrange(400)) if random.random() < 0.2 else sound.encode())
    for _ in range(random.randrange(1, 6)):
        if raw:
            raw[random.randrange(len(raw))] = random.randrange(256)
    return raw[: random.randrange(len(raw) + 1) if random.random() < 0.1 else len(raw)].decode("utf-8", "replace")


def refused(damaged: str) -> str:
    """Why a text is refused; nothing where it is read."""
    try:
        read(damaged)
    except CarcassonneError as error:
        return str(error)
    return ""


def hunt(tries: int) -> None:
    """Read so many damaged files: each is read, or refused with one of our errors, and soon."""
    texts = [path.read_text("utf-8") for path in sorted(GAMES.glob("*.jcz"))]
    for seed in range(tries):
        random = Random(seed)
        sound = random.choice(texts)
        if seed % 2:
            damaged = garbled(sound, random)
        else:
            data = json.loads(sound)
            for _ in range(random.randrange(1, 4)):
                data = mutated(data, random)
            damaged = json.dumps(data)
        began = perf_counter()
        refusal = refused(damaged)
        assert "\n" not in refusal, (seed, refusal)
        assert perf_counter() - began < 2, seed


def test_damaged_files_are_read_or_refused() -> None:
    hunt(400)


@pytest.mark.long
def test_ten_thousand_damaged_files_are_read_or_refused() -> None:
    hunt(10_000)


# ---- The data file and the page ----


def test_every_tile_of_the_covered_sets_has_its_ids_and_no_id_has_two_tiles() -> None:
    ours = [tile for name in ("base", "inns_and_cathedrals", "traders_and_builders") for tile in shipped(name).tiles]
    assert set(names().tiles) == {tile.id for tile in ours}
    theirs = [name for entry in names().tiles.values() for name in (entry.theirs, entry.garden) if name]
    assert len(theirs) == len(set(theirs)) == len(names().kinds)
    assert {tile.id for tile in ours if tile.gardens} == {ours for ours, entry in names().tiles.items() if entry.garden}


def test_the_data_file_lies_in_the_package() -> None:
    """So that it is in the wheel, which holds the package whole."""
    assert Path(jcloisterzone.__file__).with_suffix(".toml").is_file()


def test_the_page_has_the_ids_of_the_data_file_and_the_edges_of_the_tiles() -> None:
    rows = re.findall(r"^\| (\w+) \| `(\S+)` \| (?:`(\S+)` )?\| (\w{4}) \|$", PAGE, re.MULTILINE)
    tiles = {
        tile.id: tile
        for name in ("base", "inns_and_cathedrals", "traders_and_builders")
        for tile in shipped(name).tiles
    }
    assert [(ours, theirs, garden or None, edges) for ours, theirs, garden, edges in rows] == [
        (tile.id, names().tiles[tile.id].theirs, names().tiles[tile.id].garden, tile.edges) for tile in tiles.values()
    ]


def test_the_river_tiles_that_the_page_calls_alike_have_the_edges_that_it_says() -> None:
    rows = re.findall(r"^\| (RI\d\d) \| `\S+` \| (\w{4}) \| ([0-3]) \|$", PAGE, re.MULTILINE)
    tiles = {tile.id: tile.edges for tile in shipped("river").tiles}
    assert [ours for ours, _, _ in rows] == [f"RI{number:02}" for number in range(2, 12)]
    for ours, edges, turned in rows:
        assert edges == "".join(tiles[ours][(edge - int(turned)) % 4] for edge in range(4))


def test_the_page_tells_all_sets_elements_and_pieces_that_are_covered() -> None:
    table = PAGE.split("## What is covered")[1].split("\nA set may name")[0]
    told = set(re.findall(r"`([\w-]+)`", table))
    covered = {entry.ours for entry in names().expansion} | {entry.set for entry in names().expansion if entry.set}
    covered |= {name for entry in names().expansion for name in entry.elements} | {*names().rules, "pig-herd", "basic"}
    assert covered <= told
    assert all(f"`{word}`" in PAGE for word in (*names().pieces, *names().features, *names().sets_not_covered))


def test_the_python_on_the_page_runs() -> None:
    assert [printed for printed, _ in printed_by(blocks_of(PAGE), "docs/jcloisterzone.md")] == ["(10, 0) (30, 4)\n"]
