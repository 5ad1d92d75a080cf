"""The opt-in compiled build: with CARCASSONNE_COMPILE=1 the core's modules are compiled by mypyc into the wheel."""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED: Final = (
    *("native_rows", "geometry", "chance", "pieces", "terms", "cells", "orientations", "features", "board"),
    *("scoring", "log", "table", "expansion", "turn", "stretches", "ruleset", "seats", "overview", "legal_actions"),
    "game",
)
"""The modules of the core that every action of a game runs through, from the ground up."""
RUNTIME: Final = "librt>=0.17"
"""What the compiled modules need where they run: native arrays."""


class Compile(BuildHookInterface[Any]):
    """Compiles where that is asked for; otherwise the wheel is pure Python and needs no compiler."""

    def dependencies(self) -> list[str]:
        return ["mypy>=2.4", "setuptools>=77", "pydantic>=2"] if asked_for() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not asked_for():
            return
        if version == "editable":
            raise RuntimeError("an editable install is pure Python: leave CARCASSONNE_COMPILE out, or -e")
        self.folder = Path(tempfile.mkdtemp())
        built = compiled(Path(self.root), self.folder)
        for module in built.rglob("*.*"):
            build_data["force_include"][str(module)] = str(module.relative_to(built))
        build_data["dependencies"].append(RUNTIME)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if asked_for():
            shutil.rmtree(self.folder)


def asked_for() -> bool:
    """Whether the environment asks for the compiled build."""
    return os.environ.get("CARCASSONNE_COMPILE", "") not in ("", "0")


def compiled(root: Path, folder: Path) -> Path:
    """Compile the modules in a folder; the folder in it where they lie as in a wheel."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    before = Path.cwd()
    os.chdir(root)
    try:
        modules = mypycify([f"carcassonne/{name}.py" for name in COMPILED], target_dir=str(folder / "source"))
        if sys.platform == "linux":
            for module in modules:
                module.extra_compile_args += ["-fno-semantic-interposition", "-fno-plt"]  # calls take no detours
        command = Distribution({"name": "carcassonne", "ext_modules": modules}).get_command_obj("build_ext")
        command.build_lib = str(folder / "built")
        command.build_temp = str(folder / "objects")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    return folder / "built"
