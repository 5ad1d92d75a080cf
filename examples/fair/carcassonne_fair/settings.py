"""What tables may choose."""

from pydantic import StrictBool

from carcassonne.settings import RuleSettings


class FairSettings(RuleSettings):
    """The settings of The Fair."""

    scores_below_zero: StrictBool = True
    """A look may be paid with a point that a seat does not have."""
