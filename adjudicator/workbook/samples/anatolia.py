"""Anatolia and its seas in the winter after Manzikert: seven nations, thirty cities, the orders of a whole year.

The year 1072 begins with the winter after the battle (26 August 1071). Cities stand where they stood; who holds what is
near enough to the sources for a game, with these liberties: Roussel's Normans have broken with Constantinople a year
early; Philaretos already rules from Melitene to Tarsos; Hierapolis (Manbij) has been handed over, as the emperor
promised the sultan; and the cities nobody could be sure of that winter (Antioch, Edessa, Trebizond, Theodosioupolis) go
their own way. The players and their addresses are invented.
"""

from __future__ import annotations

from typing import Final

from adjudicator.model.campaign import Nation, Season
from adjudicator.model.orders import MonumentsOrder
from adjudicator.workbook.new_campaign import NewCampaign
from adjudicator.workbook.samples.anatolia_dispatches import DISPATCHES, YEAR
from adjudicator.workbook.samples.projection import Lambert
from adjudicator.workbook.samples.shorthand import defend, offensive, raid, siege, world_and_state

SEED: Final = "the purple and the black banner"

_NATIONS: Final = (
    Nation("Romans", "Constantinople", 1, "Ada Whitlock", "ada.whitlock@example.org", "purple"),
    Nation("Seljuks", "Khoy", 4, "Benedek Orsós", "benedek.orsos@example.org", "teal"),
    Nation("Normans", "Amaseia", 3, "Chiara Montefosco", "chiara.montefosco@example.org", "royalblue"),
    Nation("Armenians", "Germanikeia", 1, "Dirk Haverkort", "dirk.haverkort@example.org", "darkorange"),
    Nation("Georgians", "Kutaisi", 2, "Eilidh MacAskill", "eilidh.macaskill@example.org", "crimson"),
    Nation("Marwanids", "Mayyafariqin", 0, "Fintan O’Rourke", "fintan.orourke@example.org", "olive"),
    Nation("Mirdasids", "Aleppo", 2, "Greta Lindqvist", "greta.lindqvist@example.org", "black"),
)

_LANDS: Final = (
    # the Aegean, the Marmara and the western plateau
    ("Constantinople", "Romans", 28.98, 41.01),
    ("Nikaia", "Romans", 29.72, 40.43),
    ("Smyrna", "Romans", 27.14, 38.42),
    ("Ikonion", "Romans", 32.49, 37.87),
    ("Attaleia", "Romans", 30.70, 36.88),
    ("Leukosia", "Romans", 33.36, 35.17),
    # the Halys and the Armeniakon
    ("Ankyra", "Normans", 32.86, 39.94),
    ("Amaseia", "Normans", 35.83, 40.65),
    ("Sebasteia", "Normans", 37.02, 39.75),
    # the Taurus
    ("Kaisareia", "Armenians", 35.49, 38.72),
    ("Tarsos", "Armenians", 34.89, 36.92),
    ("Germanikeia", "Armenians", 36.93, 37.58),
    ("Melitene", "Armenians", 38.36, 38.43),
    # northern Syria
    ("Antioch", None, 36.16, 36.20),
    ("Aleppo", "Mirdasids", 37.16, 36.20),
    ("Hama", "Mirdasids", 36.75, 35.13),
    ("Manbij", "Mirdasids", 37.95, 36.53),
    ("Edessa", None, 38.79, 37.16),
    # the upper Tigris
    ("Amida", "Marwanids", 40.24, 37.91),
    ("Mayyafariqin", "Marwanids", 41.00, 38.14),
    ("Bitlis", "Marwanids", 42.11, 38.40),
    # Armenia and Azerbaijan
    ("Manzikert", "Seljuks", 42.54, 39.15),
    ("Khoy", "Seljuks", 44.95, 38.55),
    ("Ani", "Seljuks", 43.57, 40.51),
    ("Ganja", "Seljuks", 46.36, 40.68),
    # the Pontic coast and the Caucasus
    ("Theodosioupolis", None, 41.27, 39.91),
    ("Trebizond", None, 39.72, 41.00),
    ("Artanuji", "Georgians", 42.06, 41.13),
    ("Kutaisi", "Georgians", 42.70, 42.27),
    ("Tiflis", "Georgians", 44.80, 41.69),
)

_BORDERS: Final = (
    ("Constantinople", "Nikaia", "sea"),  # the Bosporus
    ("Constantinople", "Smyrna", "sea"),  # the Aegean
    ("Constantinople", "Trebizond", "sea"),  # the Black Sea
    ("Nikaia", "Smyrna", ""),
    ("Nikaia", "Ankyra", ""),
    ("Nikaia", "Ikonion", ""),
    ("Smyrna", "Ikonion", ""),
    ("Smyrna", "Attaleia", "mountains"),  # Lykia
    ("Ikonion", "Attaleia", "mountains"),  # the western Taurus
    ("Attaleia", "Leukosia", "sea"),
    ("Leukosia", "Tarsos", "sea"),
    ("Leukosia", "Antioch", "sea"),
    ("Ikonion", "Ankyra", ""),  # past the salt lake of Tatta
    ("Ikonion", "Kaisareia", ""),
    ("Ikonion", "Tarsos", "marsh; mountains"),  # the marshes of Herakleia, then the Cilician Gates
    ("Ankyra", "Amaseia", ""),
    ("Ankyra", "Kaisareia", ""),  # over the Halys
    ("Amaseia", "Sebasteia", ""),
    ("Amaseia", "Trebizond", "mountains"),  # the Pontic Alps
    ("Sebasteia", "Kaisareia", ""),
    ("Sebasteia", "Melitene", "mountains"),  # the Anti-Taurus
    ("Sebasteia", "Theodosioupolis", ""),  # up the Euphrates, the road of the armies
    ("Sebasteia", "Trebizond", "mountains"),
    ("Kaisareia", "Tarsos", "mountains"),  # the Cilician Gates
    ("Kaisareia", "Germanikeia", "mountains"),
    ("Kaisareia", "Melitene", "mountains"),
    ("Tarsos", "Germanikeia", "mountains"),  # the Amanos
    ("Tarsos", "Antioch", "mountains"),  # the Syrian Gates
    ("Germanikeia", "Melitene", "mountains"),
    ("Germanikeia", "Antioch", "marsh"),  # the Amik
    ("Germanikeia", "Aleppo", ""),
    ("Germanikeia", "Edessa", ""),
    ("Melitene", "Edessa", "mountains"),
    ("Melitene", "Amida", "mountains"),
    ("Antioch", "Aleppo", "marsh"),  # the Amik again
    ("Antioch", "Hama", "marsh"),  # the Ghab, down the Orontes
    ("Aleppo", "Hama", ""),
    ("Aleppo", "Manbij", ""),
    ("Manbij", "Edessa", ""),
    ("Edessa", "Amida", ""),
    ("Amida", "Mayyafariqin", ""),
    ("Mayyafariqin", "Bitlis", "mountains"),  # the Bitlis pass
    ("Bitlis", "Manzikert", ""),
    ("Bitlis", "Khoy", "mountains"),
    ("Manzikert", "Khoy", ""),
    ("Manzikert", "Ani", "mountains"),
    ("Manzikert", "Theodosioupolis", ""),
    ("Khoy", "Ani", "marsh"),  # the Araxes below Ararat
    ("Khoy", "Ganja", "mountains"),
    ("Ani", "Ganja", "mountains"),
    ("Ani", "Tiflis", "mountains"),
    ("Ani", "Artanuji", ""),
    ("Ani", "Theodosioupolis", "mountains"),
    ("Ganja", "Tiflis", ""),  # the plain of the Kura
    ("Tiflis", "Kutaisi", "mountains"),  # the Likhi range
    ("Tiflis", "Artanuji", ""),
    ("Artanuji", "Kutaisi", "mountains"),
    ("Artanuji", "Theodosioupolis", "mountains"),
    ("Artanuji", "Trebizond", "mountains"),
    ("Kutaisi", "Trebizond", "sea; marsh"),  # the Black Sea and the marshes of the Phasis
    ("Theodosioupolis", "Trebizond", "mountains"),
)

_PROJECTION: Final = Lambert(longitude=36.0, latitude=38.5, south=36.0, north=41.5)

_WORLD, _STATE = world_and_state(_NATIONS, _LANDS, _BORDERS, _PROJECTION, YEAR)

_ORDERS: Final = {
    Season.WINTER: (
        offensive("Romans", "Nikaia", "Ankyra"),
        offensive("Seljuks", "Manzikert", "Theodosioupolis", siege_gold=True),
        offensive("Normans", "Ankyra", "Ikonion"),
        offensive("Armenians", "Germanikeia", "Antioch", siege_gold=True),
        raid("Georgians", "Tiflis", "Ganja"),
        offensive("Marwanids", "Amida", "Edessa"),
        offensive("Mirdasids", "Hama", "Antioch"),
    ),
    Season.SPRING: (
        offensive("Romans", "Nikaia", "Ankyra", siege_gold=True),
        defend("Seljuks", "Georgians", "Ani"),
        raid("Normans", "Ankyra", "Nikaia", rebuild=True),
        offensive("Armenians", "Germanikeia", "Aleppo"),
        offensive("Georgians", "Tiflis", "Ani"),
        raid("Marwanids", "Edessa", "Manbij", rebuild=True),
        siege("Mirdasids", siege_gold=True),
    ),
    Season.SUMMER: (
        offensive("Romans", "Leukosia", "Antioch"),
        raid("Seljuks", "Manzikert", "Bitlis"),
        offensive("Normans", "Amaseia", "Ankyra"),
        defend("Armenians", "Aleppo", "Mirdasids", "Marwanids"),
        offensive("Georgians", "Tiflis", "Ani", rebuild=True, siege_gold=True),
        offensive("Marwanids", "Amida", "Melitene"),
        offensive("Mirdasids", "Manbij", "Aleppo"),
    ),
}

ANATOLIA: Final = NewCampaign(
    title="After Manzikert",
    world=_WORLD,
    state=_STATE,
    orders=_ORDERS,
    monuments=(
        MonumentsOrder("Romans", 4),
        MonumentsOrder("Seljuks", 3),
        MonumentsOrder("Armenians", 2),
        MonumentsOrder("Marwanids", 2),
        MonumentsOrder("Mirdasids", 12),
    ),
    orders_due="Sunday evening, a week after the newsletter",
    dispatches=DISPATCHES,
)
