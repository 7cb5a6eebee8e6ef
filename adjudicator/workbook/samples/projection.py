"""Places on the globe as places on a flat map."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

_EARTH_RADIUS_KM: Final = 6371.0


@dataclass(frozen=True, slots=True)
class Lambert:
    """Lambert's conformal conic projection of a sphere: shapes stay true, and lengths nearly so between the parallels.

    All in degrees, east and north positive. `south` and `north` are the two parallels along which lengths are true.
    """

    longitude: float
    latitude: float
    south: float
    north: float

    def place(self, longitude: float, latitude: float) -> tuple[int, int]:
        """Whole kilometres to the east and to the south of the projection's origin."""
        south, north = math.radians(self.south), math.radians(self.north)
        cone = math.log(math.cos(south) / math.cos(north)) / math.log(_stretch(north) / _stretch(south))
        factor = math.cos(south) * _stretch(south) ** cone / cone
        radius = _EARTH_RADIUS_KM * factor / _stretch(math.radians(latitude)) ** cone
        origin = _EARTH_RADIUS_KM * factor / _stretch(math.radians(self.latitude)) ** cone
        angle = cone * math.radians(longitude - self.longitude)
        return round(radius * math.sin(angle)), round(radius * math.cos(angle) - origin)


def _stretch(latitude: float) -> float:
    return math.tan(math.pi / 4 + latitude / 2)
