"""Draws arrows: an invasion in its nation's colour with a dark edge, a raid dashed, a withdrawal thin and open."""

from __future__ import annotations

from adjudicator.newsletter.map.arrows import Arrow
from adjudicator.newsletter.map.colours import NationLook
from adjudicator.newsletter.map.picture import MapMarchKind
from adjudicator.newsletter.map.style import INK, PAPER
from adjudicator.newsletter.map.svg import group, path, path_data
from adjudicator.newsletter.map.world import Point


def draw_arrow(arrow: Arrow, look: NationLook) -> str:
    """One arrow, with a breath of paper round it so that it stands off its ground."""
    outline = path_data([[(x, y) for x, y in arrow.outline.exterior.coords[:-1]]], closed=True)
    edge = max(0.35, arrow.width * 0.14)
    if arrow.march.kind is MapMarchKind.INVASION:
        return group(
            [
                path(outline, fill="none", stroke=PAPER, stroke_width=edge * 4.2),
                path(outline, fill=look.strong, stroke=INK, stroke_width=edge),
            ],
            stroke_linejoin="round",
        )
    shaft: list[Point] = [(x, y) for x, y in arrow.spine.coords]
    line = path_data([_without_head(shaft, arrow)])
    width = max(0.6, arrow.width * 0.36)
    raid = arrow.march.kind is MapMarchKind.RAID
    dashes: dict[str, str | float] = {"stroke_dasharray": f"{width * 3.2:.2f} {width * 1.7:.2f}"} if raid else {}
    head = (
        path(outline, fill=look.strong, stroke=INK, stroke_width=edge)
        if raid
        else path(outline, fill=PAPER, stroke=look.strong, stroke_width=max(0.5, width * 0.8))
    )
    return group(
        [
            path(line + outline, fill="none", stroke=PAPER, stroke_width=width * 3.0, stroke_opacity=0.9),
            path(line, fill="none", stroke=look.strong, stroke_width=width if raid else width * 0.8, **dashes),
            head,
        ],
        stroke_linejoin="round",
    )


def _without_head(shaft: list[Point], arrow: Arrow) -> list[Point]:
    """The shaft up to the neck of the head, so that it does not show through."""
    from shapely.ops import substring

    head = min(arrow.width * 2.5, arrow.spine.length * 0.5)
    if len(shaft) < 2 or arrow.spine.length <= head:
        return shaft
    return [(x, y) for x, y in substring(arrow.spine, 0, arrow.spine.length - head).coords]
