"""Rule settings, as they are read from outside."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError

from carcassonne.errors import SettingsError

if TYPE_CHECKING:
    from carcassonne.expansion import Expansion


class RuleSettings(BaseModel):
    """Base of a set of named rule settings: nothing unknown is let in, nothing changes afterwards."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CoreSettings(RuleSettings):
    """The settings of the base game (docs/rules.md 3.4)."""

    fields: StrictBool = True
    """Whether meeples may farm and fields score."""
    two_tile_city: Literal[2, 4] = 4
    """Points of a completed city of two tiles without coats of arms."""
    meeples: Annotated[StrictInt, Field(ge=0, le=50)] = 7
    """Ordinary meeples in each seat's supply."""
    sets: Annotated[StrictInt, Field(ge=1, le=20)] = 1
    """Base sets shuffled together."""


class Settings:
    """The settings of one ruleset: the core's own as attributes, each expansion's under its id."""

    __slots__ = ("core", "fields", "meeples", "of", "sets", "two_tile_city")

    def __init__(self, core: CoreSettings, of: Mapping[str, RuleSettings]) -> None:
        self.core = core
        self.of = dict(of)
        self.fields = core.fields
        self.two_tile_city = core.two_tile_city
        self.meeples = core.meeples
        self.sets = core.sets

    def to_json(self) -> dict[str, Any]:
        """All settings as JSON data, in the form that `read_settings` takes."""
        return self.core.model_dump() | {name: model.model_dump() for name, model in self.of.items()}


def read_settings(given: Mapping[str, object], expansions: "tuple[Expansion, ...]") -> Settings:
    """The settings that a mapping states; what it leaves out has its default.

    Keys are the core's settings, and expansion ids with a mapping each.
    Raises SettingsError, naming each key that is wrong and what would be right.
    """
    if not isinstance(given, Mapping):
        raise SettingsError(f"settings are a mapping of names to choices, not {given!r}")
    faults: list[str] = []
    models = {expansion.id: expansion.settings for expansion in expansions if expansion.settings is not None}
    core = _read(CoreSettings, {key: item for key, item in given.items() if key not in models}, "", faults)
    of = {name: _read(model, given.get(name, {}), f"{name}.", faults) for name, model in models.items()}
    if faults:
        raise SettingsError("; ".join(faults))
    assert isinstance(core, CoreSettings)
    return Settings(core, {name: model for name, model in of.items() if model is not None})


def _read(model: type[RuleSettings], given: object, prefix: str, faults: list[str]) -> RuleSettings | None:
    if not isinstance(given, Mapping):
        faults.append(f"the settings of '{prefix[:-1]}' are a mapping of names to choices, not {given!r}")
        return None
    try:
        return model.model_validate(given)
    except ValidationError as error:
        for fault in error.errors():
            key = prefix + ".".join(str(part) for part in fault["loc"])
            if fault["type"] == "extra_forbidden":
                faults.append(
                    f"there is no setting '{key}'; known are {', '.join(prefix + name for name in model.model_fields)}"
                )
            else:
                faults.append(f"setting '{key}' is {fault['input']!r}: {fault['msg']}")
        return None
