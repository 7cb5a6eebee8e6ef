"""The map of the newsletter, drawn in vector from the `Map` and `Borders` sheets."""

from __future__ import annotations

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
    UnreadableBackgroundError,
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
    "UnreadableBackgroundError",
    "draw_map",
]


def draw_map(picture: MapPicture) -> DrawnMap:
    """Draw the map as standalone SVG: the same picture gives the same bytes, in whatever order its rows stand.

    The page that shows it declares the families `Adjudicator Garamond` and `Adjudicator Cinzel`. Lengths in the SVG's
    own units are points; `width` and `height` are the picture's, in millimetres.

    Raises:
        UnknownMapNameError: something refers to a territory or nation that the picture does not hold.
        UnreadableBackgroundError: the picture behind the map cannot be shown.

    """
    from adjudicator.newsletter.map.drawing import draw

    return draw(picture)
