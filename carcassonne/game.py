"""A game: whose decision it is, what is legal, what happens then."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Any, NoReturn, SupportsIndex

from mypy_extensions import mypyc_attr

from carcassonne.actions import PASS, Action, Draw, Pass, is_among, parse
from carcassonne.board import NOWHERE, Board
from carcassonne.chance import Chooser, fresh_seed, shuffle, stream
from carcassonne.errors import CarcassonneError, ExpansionError, IllegalAction, SettingsError
from carcassonne.events import Event, ScoreChanged
from carcassonne.expansion import Expansion
from carcassonne.geometry import ORIGIN, REACH
from carcassonne.legal_actions import LegalActions
from carcassonne.log import Events, Log, events_of
from carcassonne.overview import Overview
from carcassonne.ruleset import CORE, Ruleset, blamed, guarded, ruleset
from carcassonne.scoring import score_completed
from carcassonne.seats import seats
from carcassonne.table import BEFORE_TURN, NOBODY, Preparation
from carcassonne.turn import DrawPhase, PlacePhase, ScorePhase, end_game

Moment = tuple[Any, ...]
"""An action and what was before it: the moment before, the action, the log of what it brought about, the board's trail,
and what else the table held. Shared by copies, never changed. A moment without an action, of which there is nothing
more than its log, cannot be undone; a game begins with one, and there is none before that.
"""


Policy = Callable[["Game", int], int]
"""Chooses in a game's present decision, given the number of legal actions: the index of one among them."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Overview):
    """A game of Carcassonne with the chosen expansions.

    `players` is a number (2 to 6) or that many names in playing order. `expansions` are ids of installed ones or
    `Expansion` objects. `seed` fixes all chance; without one a fresh one is taken, readable as `game.seed`. `stack`
    fixes the tiles in the order that they are drawn after the start tile, whatever their number. With `by_hand`,
    a decision `draw` asks which tile was drawn. `settings` are rule settings: `fields`, `two_tile_city`, `meeples`,
    `sets`, and under an expansion's id a mapping of its own.

    Raises SettingsError or RulesetError where no game can be made of them.
    """

    __slots__ = ("_last", "_listed")

    def __init__(
        self,
        players: int | Sequence[str] = 2,
        *,
        expansions: Sequence[str | Expansion] = (),
        seed: SupportsIndex | None = None,
        stack: Sequence[str] | None = None,
        by_hand: bool = False,
        settings: Mapping[str, object] | None = None,
    ) -> None:
        self.players = seats(players)
        self.ruleset = rules = ruleset(expansions, settings)
        self.hooks = rules.hooks
        self.settings = rules.settings
        if seed is not None and type(seed) is not int:
            raise SettingsError(f"a seed is a whole number, not {seed!r}")
        self.seed = fresh_seed() if seed is None else seed
        self.by_hand = by_hand
        self.pieces = rules.pieces_for(len(self.players))
        preparation = self._prepared(rules, stack)
        self.stack = preparation.stack
        self.blocks = tuple(accumulate([*preparation.blocks, len(self.stack) - sum(preparation.blocks)]))
        self.box = tuple(preparation.left_out)
        self.board = Board(rules.kinds, len(self.pieces), rules.stride, ORIGIN)
        self.board.place(0, rules.shapes[preparation.start].turned[0])
        self.top = 0
        self.shape = None
        self.set_aside = ()
        self.scores = (0,) * len(self.players)
        self.turn, self.turn_seat, self.seat = 1, 0, 0
        self.step = BEFORE_TURN
        self.deciding = rules.phases[0]
        self.asked = ()
        self.deployed = NOWHERE
        self.instead = self.redrawn = False
        self.over = False
        states = ((expansion.id, guarded(expansion, "new_state")(len(self.players))) for expansion in rules.expansions)
        self.states = {name: state for name, state in states if state is not None}
        self.listening = True
        self.log = []
        self._last: Moment = (None, None, [])
        self._listed: Sequence[Action] | None = None
        self.running = True
        try:
            self._go_on()
        except Exception as error:
            self._raise_blamed(error)
        self.running = False
        self._last = (None, None, self.log)

    def _prepared(self, rules: Ruleset, stack: object) -> Preparation:
        tiles = rules.tiles_of[CORE][:]
        tiles.remove(rules.start)
        if stack is None:
            shuffle(tiles, stream(self.seed, "base"))
        else:
            if isinstance(stack, str) or not isinstance(stack, Sequence):
                raise SettingsError(f"a stack is a sequence of tile ids, as in ['D', 'U'], not {stack!r}")
            named: list[Any] = list(stack)
            unknown = sorted({repr(tile) for tile in named} - {repr(tile) for tile in rules.shapes})
            if unknown:
                raise SettingsError(f"the stack names {', '.join(unknown)}; this game has no such tiles")
            tiles = named
        preparation = Preparation(rules.start, tiles, stack is not None)
        rules.prepare(preparation, lambda purpose: stream(self.seed, purpose))
        if len(preparation.stack) >= REACH:
            raise SettingsError(f"{len(preparation.stack)} tiles are too many: fewer than {REACH} can be laid in a row")
        return preparation

    # playing

    @property
    def legal_actions(self) -> LegalActions:
        """The legal actions of `game.seat`, as a lazy view."""
        view = LegalActions()
        view.game = self
        return view

    def listed(self) -> Sequence[Action]:
        """The legal actions as a list that must not be changed."""
        listed = self._listed
        if listed is None:
            if self.over:
                return ()
            phase = self.deciding
            try:
                listed = phase.actions(self)
                if self.ruleset.offers and phase.name in self.ruleset.offers:
                    listed = self._with_extra(listed)
            except Exception as error:
                self._raise_blamed(error)
            if phase.passable:
                listed = [PASS, *listed]
            self._listed = listed
        return listed

    def _with_extra(self, answers: Sequence[Action]) -> Sequence[Action]:
        """The answers of the phase, and then what expansions offer besides."""
        decision = self.deciding.name
        for hook in self.ruleset.offers[decision]:
            offered = hook(self, decision)
            if offered:
                offered = tuple(offered)
                for action in offered:
                    if type(action) not in self.ruleset.action_owner:
                        owner = hook.__self__  # type: ignore[attr-defined]
                        raise ExpansionError(f"expansion '{owner.id}' offers {action!r}, of no kind in its `actions`")
                answers = [*answers, *offered]
        return answers

    def why_not(self, action: object) -> str | None:
        """The rule that an action would break now, None where it is legal. Changes nothing."""
        if self.over:
            return "the game is over"
        phase, kind = self.deciding, type(action)
        try:
            if kind in phase.answers:
                return phase.why_not(self, action)
            if kind is Pass and phase.passable:
                return None
            if not isinstance(action, Action):
                return "it is no action; game.action(text) reads the text form of one"
            if kind in self.ruleset.action_owner and any(
                is_among(action, hook(self, phase.name)) for hook in self.ruleset.offers.get(phase.name, ())
            ):
                return None
        except Exception as error:
            if not is_plain(action):
                return "its fields are of the wrong kind or too large"
            self._raise_blamed(error)
        return f"it does not answer the decision '{phase.name}' ({self._due()})"

    def play(self, action: Action, seat: SupportsIndex | None = None) -> Events:
        """Play a legal action of `game.seat`, and go on to the next decision or the end; what happened, in order.

        `seat` says who acts, where that is to be checked. Raises IllegalAction, naming the rule that the action
        breaks, and ExpansionError where an expansion fails; the game is then as it was. (An interrupt from outside,
        such as KeyboardInterrupt, may leave it half changed: go on with a copy.)
        """
        listed = self._listed
        if listed is not None and seat is None:
            for offered in listed:
                if offered is action:
                    return self.play_unchecked(action)
        self._check(action, seat)
        return self.play_unchecked(action)

    def _check(self, action: Action, seat: SupportsIndex | None) -> None:
        """Raise IllegalAction, naming the rule that the action of a seat would break, if it would break one."""
        reason = self.why_not(action)
        if reason is None and seat is not None and (type(seat) is not int or seat != self.seat):
            reason = f"seat {seat!r} has no decision to make ({self._due()})"
        if reason is not None:
            raise IllegalAction(f"{in_words(action)} is not legal in turn {self.turn}: {reason}")

    def play_unchecked(self, action: Action) -> Events:
        """Play an action that is known to be legal, without checking that it is: with any other the game is lost."""
        if self.running:
            raise CarcassonneError("an action is being applied: hooks change the table, they play no actions")
        phase = self.deciding
        log: Log = []
        self.log = log
        moment = (
            self._last,
            action,
            log,
            self.board.trail,
            self.seat,
            phase,
            self.turn_seat,
            self.turn,
            self.step,
            self.shape,
            self.stack,
            self.top,
            self.set_aside,
            self.box,
            self.asked,
            self.deployed,
            self.instead,
            self.redrawn,
            self.scores,
            self.states,
        )
        self.running = True
        try:
            if self.asked:
                self.asked = self.asked[1:]
            if type(action) in phase.answers:
                phase.apply(self, action)
            else:
                self._apply_otherwise(action)
            self._go_on()
        except Exception as error:
            self._take_back(moment)
            self._raise_blamed(error, action)
        finally:
            self.running = False
        self._last = moment
        events = Events()
        events.log = log
        return events

    def _apply_otherwise(self, action: Action) -> None:
        """Pass, or carry out what an expansion offered besides the answers of the phase."""
        if type(action) is Pass:
            self.deciding.apply_pass(self)
        else:
            self.instead = True
            self.ruleset.action_owner[type(action)].apply_action(self, action)

    def playout(self, rng: Random | None = None, policy: "Policy | None" = None) -> "Game":
        """A copy played to its end; the game itself stays as it is.

        In each decision `policy(game, number)` chooses one of so many legal actions by its index among them; without
        one every choice is as likely as any other, by `rng` or else by chance. The rules are those of `play`, but no
        action is made, no event told and nothing kept for undo. Raises ExpansionError where an expansion fails.
        """
        other = self.copy()
        other.listening = other.board.undoable = False
        other.running, other.log = True, []
        offers = self.ruleset.offers
        chooser = Chooser(other, Random() if rng is None else rng, policy)
        try:
            while not other.over:
                phase, listed = other.deciding, other._listed
                if listed is None and offers and phase.name in offers:
                    listed = other.listed()
                if other.asked:
                    other.asked = other.asked[1:]
                if listed is None:
                    phase.decide(other, chooser)
                else:
                    action = listed[chooser.choose(len(listed))]
                    if type(action) in phase.answers:
                        phase.apply(other, action)
                    else:
                        other._apply_otherwise(action)
                other._go_on()
        except Exception as error:
            other._raise_blamed(error)
        other.running = False
        other.forget()
        other.board.undoable = True
        return other

    def undo(self) -> Action:
        """Take back the last action, with all that followed from it; the action. A tile drawn stays the next one.

        Raises CarcassonneError where no action was played.
        """
        if self.running:
            raise CarcassonneError("an action is being applied: it cannot be undone from within")
        moment = self._last
        action: Action | None = moment[1]
        if action is None:
            raise CarcassonneError("there is no action to undo")
        self._take_back(moment)
        return action

    def forget(self) -> None:
        """Make the present the opening of the game: what came before is not told any more and cannot be undone.

        Raises CarcassonneError while an action is being applied.
        """
        if self.running:
            raise CarcassonneError("an action is being applied: it cannot be forgotten from within")
        self.log = []
        self._last = (None, None, self.log)
        self.board.trail = self._listed = None

    def copy(self) -> "Game":
        """An independent game that stands the same and can be undone as far."""
        other = Game.__new__(Game)
        other.players = self.players
        other.ruleset = self.ruleset
        other.hooks = self.hooks
        other.settings = self.settings
        other.seed = self.seed
        other.by_hand = self.by_hand
        other.pieces = self.pieces
        other.board = self.board.copy()
        other.stack = self.stack
        other.blocks = self.blocks
        other.top = self.top
        other.shape = self.shape
        other.set_aside = self.set_aside
        other.box = self.box
        other.scores = self.scores
        other.turn = self.turn
        other.turn_seat = self.turn_seat
        other.seat = self.seat
        other.deciding = self.deciding
        other.step = self.step
        other.asked = self.asked
        other.deployed = self.deployed
        other.instead = self.instead
        other.redrawn = self.redrawn
        other.over = self.over
        other.states = self.states
        other.listening = True
        other.log = self.log
        other.running = False
        other._last = (self._last, None, self.log[:]) if self.running else self._last
        other._listed = self._listed
        return other

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()

    def determinize(self, rng: Random, seat: int | None = None) -> "Game":
        """A copy in which all that cannot be known is dealt anew: the order of the stack, and what was left out.

        What is known is what all players know, or what one `seat` knows. The copy cannot be undone to before it.
        """
        seen = 0 if seat is None else len(self.seen_ahead(seat))
        other = self.copy()
        owner = self.ruleset.owner_of
        stack, box = self.stack[:], list(self.box)
        known = self.top + seen
        for origin in sorted({owner[tile] for tile in box}):
            hidden = [place for place in range(known, len(stack)) if owner[stack[place]] == origin]
            boxed = [place for place, tile in enumerate(box) if owner[tile] == origin]
            tiles = [stack[place] for place in hidden] + [box[place] for place in boxed]
            rng.shuffle(tiles)
            for place in hidden:
                stack[place] = tiles.pop()
            for place in boxed:
                box[place] = tiles.pop()
        for end in self.blocks:
            part = stack[known:end]
            rng.shuffle(part)
            stack[known:end] = part
            known = max(known, end)
        other.stack, other.box = stack, tuple(box)
        other.by_hand = False
        if other.decision == DrawPhase.name:
            other.play_unchecked(Draw(stack[self.top]))
        other._last = (other._last, None, [])
        return other

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Game cannot be pickled; carcassonne.record.record.Record.of(game) says all that makes one")

    def action(self, text: object) -> Action:
        """The action that a text form stands for in this game. Raises IllegalAction where it reads as none."""
        return parse(text, self.ruleset.verbs)

    def _raise_blamed(self, error: Exception, action: Action | None = None) -> NoReturn:
        """Raise the error that names expansion, hook, turn and position; the error itself where none is to blame."""
        named = blamed(error, self.ruleset) or (error if isinstance(error, ExpansionError) else None)
        if named is None:
            raise error
        played = "" if action is None else f"'{action}', "
        fault = ExpansionError(f"{named} (turn {self.turn}, {played}{self._due()})")
        fault.__cause__ = error
        raise fault

    def _go_on(self) -> None:
        """Run on to the next decision that leaves a choice, or to the end."""
        rules = self.ruleset
        self._listed = None
        while True:
            if self.asked:
                name, seat = self.asked[0]
                phase = rules.phase_named[name]
                passable = phase.passable
            else:
                self.step += 1
                seat = rules.turn.run(self)
                if seat < 0:
                    if seat == NOBODY:
                        continue
                    self.seat = NOBODY
                    return
                phase, passable = rules.steps[self.step]
            self.seat, self.deciding = seat, phase
            if not passable:
                return
            found = phase.actions(self)
            if rules.offers and phase.name in rules.offers:
                found = self._with_extra(found)
            if found:
                self._listed = [PASS, *found]
                return
            if self.asked:
                self.asked = self.asked[1:]

    def _take_back(self, moment: Moment) -> None:
        """Make everything as it was before an action, the last one that was played or failed."""
        (
            self._last,
            _,
            _,
            trail,
            self.seat,
            self.deciding,
            self.turn_seat,
            self.turn,
            self.step,
            self.shape,
            self.stack,
            self.top,
            self.set_aside,
            self.box,
            self.asked,
            self.deployed,
            self.instead,
            self.redrawn,
            self.scores,
            self.states,
        ) = moment
        self.over = False
        self.log = self._last[2]
        self.board.roll_back(trail)
        self._listed = None

    # what happened, and what it comes to

    @property
    def course(self) -> tuple[tuple[int, Action | None, Events], ...]:
        """Each action so far as (the seat that chose it, the action, what happened); the opening's action is None."""
        course: list[tuple[int, Action | None, Events]] = []
        moment: Moment | None = self._last
        later = self.log if self.running else []
        while moment is not None:
            before, action, log = moment[:3]
            if later:
                log = log + later
            if action is not None:
                course.append((moment[4], action, events_of(log)))
            elif before is None:
                course.append((NOBODY, None, events_of(log)))
            later = log if action is None else []
            moment = before
        return tuple(reversed(course))

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened so far, the opening included."""
        logs = [self.log] if self.running else []
        moment: Moment | None = self._last
        while moment is not None:
            logs.append(moment[2])
            moment = moment[0]
        return tuple(events_of([item for log in reversed(logs) for item in log]))

    def events_for(self, seat: int) -> tuple[Event, ...]:
        """All that happened so far as far as a seat may know of it."""
        return tuple(e for e in self.events if (audience := e.audience()) is None or seat in audience)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions played so far."""
        return tuple(action for _, action, _ in self.course if action is not None)

    def breakdown(self) -> tuple[dict[str, int], ...]:
        """For each seat its points by cause; they add up to its score."""
        by_cause: tuple[dict[str, int], ...] = tuple({} for _ in self.players)
        for event in self.events:
            if isinstance(event, ScoreChanged):
                causes = by_cause[event.seat]
                causes[event.cause] = causes.get(event.cause, 0) + event.points
        return by_cause

    def provisional_scores(self) -> tuple[int, ...]:
        """Points by seat if the game ended now. Changes nothing."""
        return self.scores if self.over else self._ended(listening=False).scores

    def ended(self) -> "Game":
        """A copy in which the game ends now, the final scoring told. It cannot be undone to before that."""
        return self.copy() if self.over else self._ended(listening=True)

    def _ended(self, *, listening: bool) -> "Game":
        other = self.copy()
        other.listening, other.running, other.log = listening, True, []
        placed, scored = self.ruleset.step_of[PlacePhase.name], self.ruleset.step_of[ScorePhase.name]
        try:
            if placed < self.step < scored or (self.step == placed and self.shape is None):
                score_completed(other)
            end_game(other)
        except Exception as error:
            self._raise_blamed(error)
        other.seat, other.running = NOBODY, False
        other._last, other._listed = (other._last, None, other.log), None
        return other


def in_words(action: object) -> str:
    """The text form of an action in quotes, or what it is where it has none."""
    try:
        return f"'{action}'"
    except Exception:
        return f"this {type(action).__name__}"


def is_plain(action: object) -> bool:
    """Whether an action can be compared and written as text, as one with fields of the right kinds can."""
    try:
        hash(action)
        str(action)
    except Exception:
        return False
    return True
