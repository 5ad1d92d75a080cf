"""A yardstick of how fast Python runs here: a bare workload of the engine's nature, whose work never changes.

A quilt is sewn. Patches with a colour on each side are laid at random where the colours agree; sides of one colour that
meet grow into areas. It knows nothing of the engine: as long as this file stays as it is, so does the measure.
"""

import random
from typing import Final

STEPS: Final = (-1000, 1, 1000, -1)
"""From a place to those above, to the right, below and to the left."""
ACROSS: Final = (2, 3, 0, 1)
"""The side that each side meets."""
COLOURS: Final = 3
PATCHES: Final = 50


def sew(seed: int) -> int:
    """Sew the quilt of a seed; the sum of the squares of its areas' sizes."""
    rnd = random.Random(seed).random
    laid: dict[int, tuple[int, ...]] = {}
    area_at: dict[int, list[int]] = {}
    rim = {0: None}
    leads: list[int] = []
    sizes: list[int] = []

    def agrees(place: int, patch: tuple[int, ...]) -> bool:
        for side, step in enumerate(STEPS):
            beside = laid.get(place + step)
            if beside is not None and beside[ACROSS[side]] != patch[side]:
                return False
        return True

    def leader(area: int) -> int:
        while leads[area] != area:
            area = leads[area]
        return area

    for _ in range(PATCHES):
        patch = tuple(int(rnd() * COLOURS) for _ in STEPS)
        turned = {patch[turn:] + patch[:turn]: None for turn in range(len(STEPS))}
        found = [(place, way) for place in rim for way in turned if agrees(place, way)]
        if not found:
            continue
        place, patch = found[int(rnd() * len(found))]
        del rim[place]
        laid[place] = patch
        fresh = {colour: len(leads) + index for index, colour in enumerate(dict.fromkeys(patch))}
        leads += fresh.values()
        sizes += [1] * len(fresh)
        area_at[place] = [fresh[colour] for colour in patch]
        for side, step in enumerate(STEPS):
            if place + step not in laid:
                rim[place + step] = None
                continue
            one, other = leader(area_at[place][side]), leader(area_at[place + step][ACROSS[side]])
            if one != other:
                leads[one] = other
                sizes[other] += sizes[one]
    return sum(size * size for area, size in enumerate(sizes) if leads[area] == area)
