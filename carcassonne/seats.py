"""Who sits at the table, in playing order."""

from collections.abc import Sequence
from typing import Final

from carcassonne.errors import SettingsError

NAMES: Final = ("Red", "Blue", "Green", "Yellow", "Black", "Pink")
MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = len(NAMES)


def seats(players: int | Sequence[str]) -> tuple[str, ...]:
    """Names by seat, from their number or the names themselves. Raises SettingsError where they will not do."""
    if type(players) is int and MIN_PLAYERS <= players <= MAX_PLAYERS:
        return NAMES[:players]
    if isinstance(players, bool) or not isinstance(players, int | list | tuple):
        raise SettingsError(f"players are a number or a list of names, not {players!r}")
    names = NAMES[: max(players, 0)] if isinstance(players, int) else tuple(players)
    number = players if isinstance(players, int) else len(names)
    if not MIN_PLAYERS <= number <= MAX_PLAYERS:
        raise SettingsError(f"{MIN_PLAYERS} to {MAX_PLAYERS} players can play, not {number}")
    if any(not isinstance(name, str) or not name.strip() for name in names):
        raise SettingsError("every player needs a name")
    if len(set(names)) < len(names):
        raise SettingsError(f"two players share a name: {', '.join(names)}")
    return names
