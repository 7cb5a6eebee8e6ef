"""Which of an edition's pages are the public's, and so are printed once for all readers, and which are its own."""

from __future__ import annotations

from concurrent.futures import Future
from enum import Enum

from adjudicator.newsletter.crew import Crew
from adjudicator.newsletter.printing import Copy, SharedPages, print_own, print_shared, print_whole
from adjudicator.newsletter.sheets import Parts, take_apart


class Shared(Enum):
    """How much of an edition is, to the letter, what everyone may read."""

    NOTHING = "nothing"
    COMMON_PAGES = "common pages"
    ALL_PAGES = "all pages"


class SharedPrint:
    """Editions of one season on their way through a crew. `public` is the edition that everyone may read, if any.

    Only pages of the public edition ever come into another one: what is a reader's own goes into his edition alone.
    """

    def __init__(self, crew: Crew, public: Copy | None) -> None:
        self._crew = crew
        self._public = public
        self._parts = None if public is None else take_apart(public.html)
        self._pages: Future[SharedPages | None] | None = None
        if public is not None and self._parts is not None:
            self._pages = crew.submit(print_shared, public)

    def begin(self, copy: Copy) -> Future[bytes] | None:
        """Have an edition printed if it need not wait for the shared pages; `finish` it otherwise."""
        return self._crew.submit(print_whole, copy) if self._shares(copy) is Shared.NOTHING else None

    def finish(self, copy: Copy) -> Future[bytes]:
        """Have an edition printed for which there was nothing to `begin`. Raises what printing the shared pages did."""
        pages = None if self._pages is None else self._pages.result()
        if pages is None:
            return self._crew.submit(print_whole, copy)
        return self._crew.submit(print_own, copy, pages, own_front=self._shares(copy) is Shared.COMMON_PAGES)

    def _shares(self, copy: Copy) -> Shared:
        if self._public is None or self._parts is None:
            return Shared.NOTHING
        return what_is_shared(copy, take_apart(copy.html), self._public, self._parts)


def what_is_shared(copy: Copy, parts: Parts | None, public: Copy, public_parts: Parts) -> Shared:
    """Pages are shared only where words, pictures and styles are the same to the letter."""
    if parts is None or parts.common != public_parts.common:
        return Shared.NOTHING
    if (copy.pictures, copy.styles) != (public.pictures, public.styles):
        return Shared.NOTHING
    if parts.front == public_parts.front:
        return Shared.ALL_PAGES
    return Shared.COMMON_PAGES if parts.common else Shared.NOTHING
