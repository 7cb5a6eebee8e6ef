"""Memory: the largest process of a season with newsletters for 40 nations on 200 territories."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measure import Measured, at_most, peak_mebibytes

POST_BAG = """
from adjudicator.newsletter.crew import Crew
from adjudicator.newsletter.editions import prepare_newsletters
from benchmarks.campaigns import large
from benchmarks.newsletters import post_bag
views = post_bag(large(40, 200))
with Crew(2) as crew:
    prepare_newsletters(views, crew=crew)
"""


def measure() -> Iterator[Measured]:
    # A crew's processes are waited for at its end, so that the kernel counts them among the family.
    yield at_most("MiB in the largest process, newsletters of 40 nations", peak_mebibytes(["-c", POST_BAG]), 300)
