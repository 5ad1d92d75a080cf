"""A whole SVG file round what is drawn."""

from carcassonne.render.markup import Drawings, text
from carcassonne.render.palette import style


def picture(
    drawings: Drawings, width: float, height: float, title: str, description: str, body: str, scale: float = 1.0
) -> str:
    """An SVG file of width times height units, `scale` pixels each unless it is shown at another size."""
    head = drawings.head
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{round(width * scale)}" height="{round(height * scale)}" role="img" '
        f'aria-labelledby="{head}title {head}desc">'
        f'<title id="{head}title">{text(title)}</title><desc id="{head}desc">{text(description)}</desc>'
        f"<style>{style(drawings.theme)}</style>{drawings.definitions()}"
        f'<rect {drawings.cls("paper")} width="{width:g}" height="{height:g}"/>{body}</svg>\n'
    )
