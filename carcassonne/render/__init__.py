"""A game as a picture: SVG, PNG, and a page that plays a game again. It reads games and adds no rules.

Tiles are drawn from their data alone: segments, edges, half edges and marks. `svg` makes pictures, `png` turns them
into pixels, `replay` makes the page.
"""
