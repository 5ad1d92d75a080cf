"""Pictures as PNG. Needs `carcassonne[png]`."""

from carcassonne.errors import CarcassonneError

REMEDY = "pictures in PNG need one more package: pip install 'carcassonne[png]'"


def png(svg: str, width: int | None = None) -> bytes:
    """The pixels of an SVG picture, `width` of them across; left out, as many as the picture says.

    A picture of theme `auto` comes out light. Raises CarcassonneError where the package is missing that makes them.
    """
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError:
        raise CarcassonneError(REMEDY) from None
    return bytes(svg_to_bytes(svg_string=svg, width=width))
