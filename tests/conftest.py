"""How much hypothesis tries: `quick` by default, `pytest --hypothesis-profile=long` for a hunt (without timeouts)."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", max_examples=20, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", settings.get_profile("quick"), max_examples=1000)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that writes the golden playthroughs anew (tests/golden.py)."""
    parser.addoption("--regenerate-golden", action="store_true", help="write tests/golden/*.txt anew")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let hunts take the time they need; any other test that hangs fails (`timeout` in pyproject.toml)."""
    hunting = config.getoption("hypothesis_profile") == "long"
    for item in items:
        if hunting or item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(0))
