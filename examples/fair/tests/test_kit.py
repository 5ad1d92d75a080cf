"""The Fair keeps every promise that the kit knows of."""

from carcassonne_fair import Fair

from carcassonne.testing import check_expansion


def test_the_fair_keeps_the_contract():
    check_expansion(Fair(), games=2)
