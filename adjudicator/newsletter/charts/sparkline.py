"""A nation's line in miniature, for a row of the standings."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.newsletter.charts.signs import sign
from adjudicator.newsletter.map.svg import path, path_data
from adjudicator.newsletter.palette import Livery

_MARGIN = 2.2


def draw_sparkline(
    values: Sequence[int | None], livery: Livery, *, top: int, width: float = 58.0, height: float = 13.0
) -> str:
    """Standalone SVG of `width` × `height` points; `top` is the value at its upper edge. Gaps stay open.

    It is an ornament beside the numbers, so it says so to screen readers: what it shows stands in the table.
    """
    across = (width - 2 * _MARGIN) / max(1, len(values) - 1)
    up = (height - 2 * _MARGIN) / max(1, top)
    runs: list[list[tuple[float, float]]] = [[]]
    for place, value in enumerate(values):
        if value is not None:
            runs[-1].append((_MARGIN + place * across, height - _MARGIN - max(0, value) * up))
        elif runs[-1]:
            runs.append([])
    drawn = "".join(
        path(path_data([run]), stroke=livery.ink, stroke_width=0.9, fill="none", stroke_linejoin="round")
        for run in runs
        if run
    )
    ends = [run[-1] for run in runs if run][-1:]
    signs = "".join(sign(livery.marker, x, y, 1.7, livery.ink) for x, y in ends)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}pt" height="{height:g}pt" '
        f'viewBox="0 0 {width:g} {height:g}" role="presentation" aria-hidden="true">{drawn}{signs}</svg>'
    )
