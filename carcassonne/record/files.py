"""Games in files: one function that reads any of them, whatever its form, and one that writes without breaking any.

A form is known by its content, never by the file's name.
"""

import errno
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from carcassonne.errors import RecordError
from carcassonne.game import Game
from carcassonne.record import jcloisterzone, notation, position
from carcassonne.record.reading import json_data
from carcassonne.record.record import FORMAT, Record
from carcassonne.record.rules import BASE

LARGEST: Final = 4 * 2**20
"""Bytes of the largest file that is read: many times more than the longest game needs."""


def read_game(path: str | os.PathLike[str], seed: int = 0) -> Game:
    """The game in a file: a record, a text in notation, a position, or a game that JCloisterZone saved.

    It stands where it stood when it was saved, and goes on from there. The tiles to come of a position that does not
    tell their order are dealt by the seed. Raises RecordError naming the file, the place in it and the fault.
    """
    text = read_text(path)
    try:
        return game_from_text(text, seed)
    except RecordError as error:
        raise RecordError(f"{os.fspath(path)}: {error}") from error


def game_from_text(text: str, seed: int = 0) -> Game:
    """The game that a text stands for, in any of the forms that `read_game` knows. Raises RecordError."""
    beginning = text.lstrip()[:1]
    if beginning == "{":
        data = json_data(text)
        if data.get("format") == FORMAT:
            return Record.of_any_version(data).replay()
        if "replay" in data and "setup" in data:
            return jcloisterzone.read(text)
        raise RecordError(f'this JSON is neither a record ("format": "{FORMAT}") nor a game saved by JCloisterZone')
    if beginning in ("[", "#"):
        return notation.read(text).replay()
    if text.lstrip().startswith(f"{BASE}@"):
        return position.read(text, seed)
    raise RecordError(
        "this is no game: a record begins with '{', a game in notation with '[Rules ...]' "
        f"and a position with '{BASE}@1'"
    )


def save(game: Game, path: str | os.PathLike[str], played_by: Sequence[str] | None = None) -> None:
    """Write the record of a game into a file, which holds the whole of the old or of the new one at any moment.

    `played_by` says who chose for each seat, where that is to be told. To be called after every decision: a game of 72
    tiles takes some milliseconds. Raises RecordError where the file cannot be written.
    """
    write_text(path, Record.of(game, played_by).to_json())


def read_text(path: str | os.PathLike[str]) -> str:
    """What is written in a file, as UTF-8. Raises RecordError where it cannot be read or is too large."""
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise RecordError(f"{os.fspath(path)}: the file is too large: a game needs less than {LARGEST} bytes")
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise RecordError(f"{os.fspath(path)}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{os.fspath(path)}: is no text in UTF-8 (byte {error.start})") from None


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text into a file as `write_bytes` does, in UTF-8."""
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise RecordError(f"{os.fspath(path)}: cannot be written: {error}") from error
    write_bytes(path, content)


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file as a whole: it is written beside, brought to disk, and then takes the old one's place.

    Whatever interrupts it, the file holds its old content or the new one. Devices and pipes, which nothing can take
    the place of, are written into. Raises RecordError where it cannot be written, or is marked as not to be.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            target.write_bytes(content)
        else:
            _replace(target, content)
    except OSError as error:
        raise RecordError(f"{os.fspath(path)}: cannot be written: {error.strerror or error}") from error


def _replace(target: Path, content: bytes) -> None:
    """Put a file in the place of another, or where there was none."""
    mode = target.stat().st_mode & 0o7777 if target.is_file() else None
    if mode is not None and not mode & 0o222:
        raise PermissionError(errno.EACCES, "the file is there and is for reading only")
    part = target.with_name(f".{target.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        with open(part, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            part.chmod(mode)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _bring_to_disk(target.parent)


def _bring_to_disk(folder: Path) -> None:
    """See to it that a new name in a folder outlives a loss of power, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
