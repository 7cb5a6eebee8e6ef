"""What the charts say: every word comes from `phrases/charts.txt`."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.newsletter.phrases import Phrasebook, Value
from adjudicator.newsletter.tables import Measure, SeasonName, Timeline

_FILE = "charts"
_TOLD = 12
"""More nations than this are not read out one by one."""


@dataclass(frozen=True, slots=True)
class ChartWords:
    """The words of one language for titles, axes and labels."""

    phrasebook: Phrasebook

    def title(self, told: Timeline) -> str:
        """The chart's title."""
        return self.phrasebook.say(_FILE, f"{told.measure.value}_title", {"count": len(told.seasons)})

    def alternative(self, told: Timeline) -> str:
        """What the chart shows, in sentences: the first and the last season, and how every nation stands at the end."""
        known = [(line.nation, line.last) for line in told.series if line.last is not None]
        ranked = sorted(known, key=lambda each: -(each[1] or 0))
        first, last = told.seasons[0], told.seasons[-1]
        values: dict[str, Value] = {
            "count": len(told.seasons),
            "first_season": first.season.value,
            "first_year": first.year,
            "last_season": last.season.value,
            "last_year": last.year,
            "lines": tuple(ranked[:_TOLD]),
            "others": len(ranked[_TOLD:]),
        }
        return self.phrasebook.say(_FILE, f"{told.measure.value}_alternative", values)

    def year(self, year: int) -> str:
        """A year on the axis."""
        return self.phrasebook.say(_FILE, "year", {"year": year})

    def season(self, name: SeasonName) -> str:
        """A season on the axis."""
        return self.phrasebook.say(_FILE, "season", {"season": name.season.value})

    def others(self, count: int) -> str:
        """The label of all nations that are drawn without one."""
        return self.phrasebook.say(_FILE, "others", {"count": count})

    def independent(self) -> str:
        """The label of the territories that nobody owns."""
        return self.phrasebook.say(_FILE, "independent", {})

    def unit(self, measure: Measure) -> str:
        """What the scale counts."""
        return self.phrasebook.say(_FILE, f"{measure.value}_unit", {})
