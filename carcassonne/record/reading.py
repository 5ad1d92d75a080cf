"""What is common to all that is read from files: JSON, words, and how faults are told."""

import json
from collections.abc import Collection, Sequence
from typing import Annotated, Any

from pydantic import Field, ValidationError

from carcassonne.errors import RecordError

Word = Annotated[str, Field(min_length=1, max_length=64)]
"""An id of a tile or an expansion, or a version."""
ActionText = Annotated[str, Field(min_length=1, max_length=256)]
"""The text form of an action."""


def json_data(text: str) -> Any:
    """What a JSON text stands for. Raises RecordError where it is none, or none that can be held."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        why = "it ends too early" if error.pos >= len(text.rstrip()) else error.msg
        raise RecordError(f"this is no JSON: {why} (line {error.lineno}, column {error.colno})") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise RecordError(f"this is no JSON that can be read: {error}") from None


def first_fault(error: ValidationError, kinds: Collection[str] = ()) -> str:
    """The first thing that pydantic found wrong, with its place; a step by its turn, whatever of the kinds it is."""
    fault = error.errors(include_url=False, include_context=False)[0]
    message = fault["msg"].removeprefix("Value error, ")
    place: Sequence[Any] = fault["loc"]
    words = []
    while place:
        key, *place = place
        if key in ("turns", "steps") and place and isinstance(place[0], int):
            words.append(f"{key[:-1]} {place[0] + 1}")
            _, *place = place
            place = place[1:] if key == "steps" and place and place[0] in kinds else place
        else:
            words.append(shortened(key))
    return f"{', '.join(words)}: {message}" if words else message


def clipped(text: str, most: int = 500) -> str:
    """A message as it can stand in one line of an error, whatever it quotes."""
    text = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text[: most + 1])
    return text if len(text) <= most else f"{text[: most - 3]}..."


def shortened(value: object, most: int = 60) -> str:
    """A value from outside as it can stand in one line of an error."""
    return clipped(repr(value), most)
