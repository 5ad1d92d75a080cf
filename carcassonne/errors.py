"""Every error that this package raises on purpose, under one base class."""


class CarcassonneError(Exception):
    """Base of all errors raised here; the message names the thing, the place and what would be right."""


class IllegalAction(CarcassonneError):
    """An action that the rules do not allow now. The game is as it was before."""


class TileError(CarcassonneError):
    """A tile or tile file that is not sound; the message names file, tile and fault."""


class SettingsError(CarcassonneError):
    """A number of players, a setting, a stack or a seed that no game can be made of."""


class RulesetError(CarcassonneError):
    """Expansions that cannot make one game: unknown, missing, in conflict or in a circle."""


class ExpansionError(CarcassonneError):
    """An expansion broke the contract; the message names expansion, hook, turn and position."""


class RecordError(CarcassonneError):
    """A record, trace or saved state that cannot be read or does not agree with the rules."""
