"""The signs on the lines: one shape for each nation, so that a line is known without its colour."""

from __future__ import annotations

from adjudicator.newsletter.map.svg import circle, number, path
from adjudicator.newsletter.palette import Marker


def sign(marker: Marker, x: float, y: float, size: float, ink: str) -> str:
    """The marker at a place; `size` is half its width."""
    hollow = marker.value.startswith("hollow")
    looks: dict[str, str | float] = {
        "fill": "#ffffff" if hollow else ink,
        "stroke": ink if hollow or marker is Marker.CROSS else "#ffffff",
        "stroke_width": size * (0.42 if hollow or marker is Marker.CROSS else 0.2),
    }
    if marker in (Marker.CIRCLE, Marker.HOLLOW_CIRCLE):
        return circle((x, y), size, **looks)
    return path(_outline(marker, x, y, size), **looks)


def _outline(marker: Marker, x: float, y: float, size: float) -> str:
    match marker:
        case Marker.SQUARE | Marker.HOLLOW_SQUARE:
            half = size * 0.9
            corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
        case Marker.DIAMOND | Marker.HOLLOW_DIAMOND:
            corners = [(0.0, -size * 1.2), (size * 1.2, 0.0), (0.0, size * 1.2), (-size * 1.2, 0.0)]
        case Marker.WEDGE:
            corners = [(-size * 1.1, -size * 0.8), (size * 1.1, -size * 0.8), (0.0, size * 1.1)]
        case Marker.CROSS:
            arms = size * 0.85
            return "".join(
                f"M{number(x - arms)} {number(y + turn * arms)}L{number(x + arms)} {number(y - turn * arms)}"
                for turn in (-1, 1)
            )
        case _:
            corners = [(0.0, -size * 1.1), (size * 1.1, size * 0.8), (-size * 1.1, size * 0.8)]
    return "M" + "L".join(f"{number(x + dx)} {number(y + dy)}" for dx, dy in corners) + "Z"
