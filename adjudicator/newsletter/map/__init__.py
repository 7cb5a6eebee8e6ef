"""The map of the newsletter, drawn in vector from the `Map` and `Borders` sheets."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from adjudicator.newsletter.map.picture import (
    DrawnMap,
    GazetteerEntry,
    MapArmy,
    MapBackground,
    MapBattle,
    MapBorder,
    MapChangeOfHands,
    MapMarch,
    MapMarchKind,
    MapNation,
    MapPicture,
    MapSiege,
    MapTerrain,
    MapTerritory,
    MapWords,
    UnknownMapNameError,
)

__all__ = [
    "DrawnMap",
    "GazetteerEntry",
    "MapArmy",
    "MapBackground",
    "MapBattle",
    "MapBorder",
    "MapChangeOfHands",
    "MapMarch",
    "MapMarchKind",
    "MapNation",
    "MapPicture",
    "MapSiege",
    "MapTerrain",
    "MapTerritory",
    "MapWords",
    "UnknownMapNameError",
    "draw_map",
]


def draw_map(picture: MapPicture) -> DrawnMap:
    """Draw the map as standalone SVG: the same picture gives the same bytes."""
    width, height = picture.width_mm * 72 / 25.4, picture.height_mm * 72 / 25.4
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width_mm:g}mm" height="{picture.height_mm:g}mm" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" role="img" aria-label={quoteattr(picture.description)}>',
        f"<title>{escape(picture.title)}</title><desc>{escape(picture.description)}</desc></svg>",
    ]
    return DrawnMap("".join(parts))
