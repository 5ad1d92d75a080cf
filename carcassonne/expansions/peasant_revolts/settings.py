"""Named choices where the publisher's rules are silent (docs/rules.md 1.3 and 1.4)."""

from pydantic import StrictBool

from carcassonne.settings import RuleSettings


class RevoltSettings(RuleSettings):
    """The settings of The Peasant Revolts; the defaults give the rules as docs/rules.md 1 has them."""

    unplaceable_tile_revolts: StrictBool = True
    """A revolt tile that fits nowhere has revolted all the same."""
    replacement_draw_revolts: StrictBool = True
    """A tile drawn in place of one that fits nowhere may revolt too."""
    farmer_closes_protection: StrictBool = True
    """After deploying a farmer nothing can be protected that turn; otherwise the 2-point form stays open."""
    protect_completed: StrictBool = True
    """A meeple on a feature that is about to be scored may be protected."""
    redeploy_returned: StrictBool = True
    """A meeple that a revolt sent home may be deployed in the same turn."""
    protect_with_empty_supply: StrictBool = True
    """The 2-point form is open to a seat that deployed none because its supply is empty."""
    scores_below_zero: StrictBool = True
    """Protection may be paid with points that a seat does not have."""
    protect_after_other_action: StrictBool = True
    """The 2-point form is open after something else than deploying a meeple, such as a builder (docs/rules.md 1.5)."""
