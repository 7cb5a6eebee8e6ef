"""The pictures that editions share: the map and the charts, each drawn once however many editions show it."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from adjudicator.model.view import PastSeason, Readership, SeasonView, Sighting
from adjudicator.newsletter.edition import Charts, Gazetteer, MapPlate, Plate
from adjudicator.newsletter.front import LINE_MM, standings_lines
from adjudicator.newsletter.kinds import SightingKind as Kind
from adjudicator.newsletter.map import (
    DrawnMap,
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
    draw_map,
)
from adjudicator.newsletter.palette import liveries
from adjudicator.newsletter.phrases import Phrasebook
from adjudicator.newsletter.render import PICTURE_SCHEME, Picture, Renderer

if TYPE_CHECKING:
    from adjudicator.newsletter.charts import DrawnChart

_MARCHES: Mapping[Kind, tuple[MapMarchKind, str]] = {
    Kind.INVASION_MARCHED: (MapMarchKind.INVASION, "target"),
    Kind.RAID_BLOCKED: (MapMarchKind.RAID, "target"),
    Kind.RAID_FAILED: (MapMarchKind.RAID, "target"),
    Kind.RAID_SUCCEEDED: (MapMarchKind.RAID, "target"),
    Kind.ARMY_WITHDREW: (MapMarchKind.WITHDRAWAL, "to"),
}


_SEASONS_FOR_CHARTS = 2
"""After a single season a chart says no more than the standings do."""

_LOWEST_MAP_MM, _HIGHEST_MAP_MM, _FOUNDING_MAP_MM = 140.0, 162.0, 134.0
_WHITE_BELOW_MAP_MM = 14.0


@dataclass(frozen=True, slots=True)
class DrawnPlates:
    """What was drawn for one edition; `pictures` by the names that the plates use."""

    plates: tuple[MapPlate | Charts, ...]
    pictures: Mapping[str, Picture]


class Plates:
    """Draws maps and charts, and remembers what it has drawn."""

    def __init__(self, renderer: Renderer, phrasebook: Phrasebook, background: MapBackground | None) -> None:
        self._renderer = renderer
        self._phrasebook = phrasebook
        self._background = background
        self._maps: dict[MapPicture, DrawnMap] = {}
        self._charts: dict[tuple[PastSeason, ...], tuple[DrawnChart, ...]] = {}

    def draw(self, view: SeasonView, common: SeasonView, page_height_mm: float) -> DrawnPlates:
        """The plates of one edition: the GM's map shows all that he knows, everyone else's what everyone knows.

        The map leaves room for the standings on its page, if they are short.

        Raises `TemplateFault` or `PhraseError` where a word on a plate is missing.
        """
        seen = view if view.viewer.readership is Readership.GM else common
        pictures: dict[str, Picture] = {}
        maps = (self._map(seen, page_height_mm, pictures),) if seen.territories else ()
        charts = tuple(
            Plate(_keep(pictures, chart.measure.value, chart.svg), chart.title, chart.alternative)
            for chart in self._drawn_charts(common)
        )
        return DrawnPlates((*maps, *((Charts(charts),) if charts else ())), pictures)

    def _drawn_charts(self, common: SeasonView) -> tuple[DrawnChart, ...]:
        if len({(past.year, past.season) for past in common.history}) < _SEASONS_FOR_CHARTS:
            return ()
        drawn = self._charts.get(common.history)
        if drawn is None:
            from adjudicator.newsletter.charts import draw_charts

            dressed = liveries([(card.name, card.colour) for card in common.nations])
            drawn = draw_charts(common.history, dressed, self._phrasebook, territories=len(common.territories))
            self._charts[common.history] = drawn
        return drawn

    def _map(self, seen: SeasonView, page_height_mm: float, pictures: dict[str, Picture]) -> MapPlate:
        content = self._map_content(seen, page_height_mm)
        drawn = self._maps.get(content)
        if drawn is None:
            drawn = self._maps[content] = draw_map(content)
        name = _keep(pictures, "map", self._with_background_apart(drawn.svg, pictures))
        listed = tuple(Gazetteer(entry.number, entry.name) for entry in drawn.gazetteer)
        return MapPlate(name, content.description, listed)

    def _with_background_apart(self, svg: str, pictures: dict[str, Picture]) -> str:
        """The map with the GM's picture by its identifier: pages may fetch nothing but what has one."""
        if self._background is None:
            return svg
        data, media_type = self._background.data, self._background.media_type
        name = f"background-{hashlib.sha256(data).hexdigest()[:12]}"
        pictures[name] = Picture(media_type, data)
        embedded = f"data:{media_type};base64,{b64encode(data).decode('ascii')}"
        return svg.replace(f'href="{embedded}"', f'href="{PICTURE_SCHEME}{name}"')

    def _map_content(self, seen: SeasonView, page_height_mm: float) -> MapPicture:
        words = self._renderer.word_table("map_words")
        dressed = liveries([(card.name, card.colour) for card in seen.nations])
        capitals = {card.capital: card.name for card in seen.nations if card.capital}
        conquests = [each for each in seen.sightings if Kind(each.kind) is Kind.TERRITORY_CONQUERED]
        return MapPicture(
            title=self._renderer.words("map_title", seen.title),
            subtitle=self._renderer.words("map_subtitle", seen.season.value, seen.year),
            description=self._description(seen, conquests),
            words=MapWords(**{field.name: words[field.name] for field in fields(MapWords)}),
            territories=tuple(
                MapTerritory(each.name, seen.owners.get(each.name), each.x, each.y, capitals.get(each.name))
                for each in seen.territories
            ),
            borders=tuple(
                MapBorder(each.one, each.other, frozenset(MapTerrain(terrain.value) for terrain in each.terrains))
                for each in seen.borders
            ),
            nations=tuple(
                MapNation(card.name, dressed[card.name].colour, dressed[card.name].mark) for card in seen.nations
            ),
            marches=tuple(march for each in seen.sightings for march in _march(each)),
            sieges=tuple(MapSiege(army.territory, army.nation) for army in seen.armies if army.besieging),
            battles=tuple(
                MapBattle(place)
                for each in seen.sightings
                if Kind(each.kind) is Kind.BATTLE_FOUGHT and (place := _text(each, "territory"))
            ),
            changes_of_hands=tuple(
                MapChangeOfHands(place, _text(each, "previous_owner"))
                for each in conquests
                if (place := _text(each, "territory"))
            ),
            armies=tuple(MapArmy(army.nation, army.territory, army.army_ap) for army in seen.armies),
            background=self._background,
            height_mm=_FOUNDING_MAP_MM if seen.founding else _map_height_mm(len(seen.standings), page_height_mm),
        )

    def _description(self, seen: SeasonView, conquests: list[Sighting]) -> str:
        owned = [
            (card.name, [each.name for each in seen.territories if seen.owners.get(each.name) == card.name])
            for card in seen.nations
        ]
        independent = [each.name for each in seen.territories if seen.owners.get(each.name) is None]
        taken = [(_text(each, "nation"), _text(each, "territory")) for each in conquests]
        return self._renderer.words("map_description", owned, independent, taken)


def _map_height_mm(nations: int, page_height_mm: float) -> float:
    """As high as the standings below it allow, in whole millimetres."""
    beside_standings = page_height_mm - standings_lines(nations) * LINE_MM - _WHITE_BELOW_MAP_MM
    return float(int(max(_LOWEST_MAP_MM, min(_HIGHEST_MAP_MM, beside_standings))))


def _march(sighting: Sighting) -> tuple[MapMarch, ...]:
    kind = Kind(sighting.kind)
    if kind not in _MARCHES:
        return ()
    drawn_as, end = _MARCHES[kind]
    nation, origin, target = _text(sighting, "nation"), _text(sighting, "origin"), _text(sighting, end)
    if nation is None or origin is None or target is None or origin == target:
        return ()
    return (MapMarch(nation, origin, target, drawn_as),)


def _text(sighting: Sighting, fact: str) -> str | None:
    value = sighting.facts.get(fact)
    return value if isinstance(value, str) else None


def _keep(pictures: dict[str, Picture], stem: str, svg: str) -> str:
    """Name a picture after its content, so that the same picture is the same file in every edition."""
    data = svg.encode("utf-8")
    name = f"{stem}-{hashlib.sha256(data).hexdigest()[:12]}.svg"
    pictures[name] = Picture("image/svg+xml", data)
    return name
