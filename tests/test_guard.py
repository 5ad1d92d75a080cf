"""What benchmarks/guard.py makes of figures. Nothing here is timed."""

import sys
from collections.abc import Collection

import guard
import pytest
import yardstick
from guard import LIMITS, RATIOS, ROOM, as_limits, costs

SEWN = 7203

CHEAP = {one.name: LIMITS[one.name] / 2 for one in RATIOS}
DEAR = {one.name: LIMITS[one.name] * 2 for one in RATIOS}


class Measured:
    """Gives out figures in place of measuring, and remembers what it was asked for."""

    def __init__(self, *figures: dict[str, float]) -> None:
        self.figures = list(figures)
        self.asked: list[set[str]] = []

    def __call__(self, names: Collection[str], rounds: int = 1) -> dict[str, float]:
        self.asked.append(set(names))
        figures = self.figures.pop(0)
        return {one.name: figures[one.name] for one in RATIOS if one.name in names}


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs the guard on figures, as if on pure Python: its exit code, what it prints, and what it measured."""
    monkeypatch.setattr(guard.build, "COMPILED", False)

    def call(*figures, words=()):
        measured = Measured(*figures)
        monkeypatch.setattr(sys, "argv", ["guard.py", *words])
        monkeypatch.setattr(guard, "measured", measured)
        return guard.main(), capsys.readouterr().out, measured.asked

    return call


def over(printed: str) -> list[str]:
    """The names of the ratios in the table that are over their limits."""
    return [line.split("  ")[0] for line in printed.splitlines() if line.endswith("  OVER")]


def test_every_ratio_has_a_limit_and_every_limit_a_ratio():
    assert [one.name for one in RATIOS] == list(LIMITS)
    assert {name for one in RATIOS for name in (one.cost, one.to)} == set(costs())


def test_figures_below_their_limits_pass_and_are_measured_once(run):
    code, printed, asked = run(CHEAP)
    assert (code, over(printed), asked) == (0, [], [set(LIMITS)])
    assert all(name in printed for name in LIMITS)


def test_a_figure_at_its_limit_passes(run):
    assert run(LIMITS)[0] == 0


@pytest.mark.parametrize("name", list(LIMITS))
def test_a_figure_over_its_limit_twice_fails_and_is_told_with_limit_and_what_to_do(run, name):
    figures = CHEAP | {name: DEAR[name]}
    code, printed, asked = run(figures, figures)
    assert (code, over(printed), asked) == (1, [name], [set(LIMITS), {name}])
    (line,) = (line for line in printed.splitlines() if line.endswith("  OVER"))
    assert line.split()[-4:-1] == [f"{DEAR[name]:.2f}", f"{LIMITS[name]:.2f}", f"{DEAR[name]:.2f}"]
    (look,) = (one.look for one in RATIOS if one.name == name)
    assert f"  {name}: look at {look}\n" in printed
    assert "guard.py --renew" in printed


def test_a_figure_over_its_limit_only_at_first_passes(run):
    name = next(iter(LIMITS))
    code, printed, asked = run(CHEAP | {name: DEAR[name]}, CHEAP)
    assert (code, over(printed), asked) == (0, [], [set(LIMITS), {name}])
    assert f"{DEAR[name]:.2f}" in printed
    assert "--renew" not in printed


def test_only_what_is_over_again_fails(run):
    first, second, *_ = LIMITS
    code, printed, asked = run(CHEAP | {first: DEAR[first], second: DEAR[second]}, CHEAP | {second: DEAR[second]})
    assert (code, over(printed), asked) == (1, [second], [set(LIMITS), {first, second}])


def test_renewing_prints_the_table_that_the_figures_make(run):
    code, printed, _ = run(CHEAP, words=["--renew"])
    names: dict[str, object] = {}
    exec("from typing import Final\n" + printed, names)
    assert code == 0
    assert printed == as_limits(CHEAP) + "\n"
    assert names["LIMITS"] == {name: pytest.approx(figure * ROOM, abs=0.006) for name, figure in CHEAP.items()}


def test_the_compiled_build_is_not_held_to_limits_of_pure_python(run, monkeypatch):
    monkeypatch.setattr(guard.build, "COMPILED", True)
    with pytest.raises(SystemExit, match="pure Python"):
        run(CHEAP)


def test_the_yardstick_never_changes():
    assert [yardstick.sew(seed) for seed in range(5)] == [356, 300, 317, 340, 447]
    assert sum(map(yardstick.sew, range(20))) == SEWN
