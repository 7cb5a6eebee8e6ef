"""The parts of an edition that are laid out apart: what every reader is told, and what is one reader's own."""

from __future__ import annotations

from dataclasses import dataclass

MASTHEAD = "masthead"
SHEETS = "sheets"
COMMON = "common"
"""Identifiers of places on the pages: the masthead, what comes below it or the first sheet, and the common pages."""

_MASTHEAD, _MASTHEAD_ENDS = '<header class="masthead">', "</header>"
_MAIN, _MAIN_ENDS = "<main>", "</main>"
_FRONT, _COMMON, _PRIVATE = (f'<div class="block {name}"' for name in ("front", "common", "private"))
_INNER_LINK = 'href="#'

_BARE = (
    "<style>@page { background: none !important; @bottom-left { content: none !important } "
    "@bottom-center { content: none !important } @bottom-right { content: none !important } } "
    "html, body { background: none !important }</style>\n</head>"
)
"""Footers and background are on the sheets; a background of the shared pages would hide them."""

_SHEET = '<div class="block sheet"></div>'


@dataclass(frozen=True, slots=True)
class Parts:
    """An edition's HTML taken apart; `common` and `private` are empty where there are no such pages."""

    head: str
    masthead: str
    front: str
    common: str
    private: str
    foot: str


def take_apart(html: str) -> Parts | None:
    """An edition's parts, or None where a template of the GM's own makes the page in another way.

    A text of the campaign is never taken for a mark between parts: its angle brackets are escaped.
    """
    head, masthead, rest = html.partition(_MASTHEAD)
    title, ended, rest = rest.partition(_MASTHEAD_ENDS)
    between, main, rest = rest.partition(_MAIN)
    blocks, closed, foot = rest.partition(_MAIN_ENDS)
    public, has_private, private = blocks.partition(_PRIVATE)
    front, has_common, common = public.partition(_COMMON)
    is_whole = masthead and ended and main and closed and not between.strip()
    if not is_whole or not front.lstrip().startswith(_FRONT) or _INNER_LINK in html:
        return None
    return Parts(
        head, title, front.strip(), (has_common + common).strip(), (has_private + private).strip(), closed + foot
    )


def masthead_page(parts: Parts) -> str:
    """The masthead alone, to see how high it is."""
    return _page(parts.head, _masthead(parts), _sheets(1), parts.foot)


def shared_pages(parts: Parts, masthead_px: float) -> str:
    """What every reader is told, below an empty space as high as the masthead, and without what is on the sheets."""
    head = parts.head.replace("</head>", _BARE, 1)
    space = f'<div style="height: {masthead_px!r}px"></div>'
    common = parts.common.replace(_COMMON, f'{_COMMON} id="{COMMON}"', 1)
    return _page(head, space, parts.front, common, parts.foot)


def own_pages(parts: Parts, shared: int, *, own_front: bool) -> str:
    """A reader's own pages, with as many empty sheets in their midst as there are `shared` ones.

    The sheets come first, with the masthead on the first of them, unless the reader has his `own_front`.
    """
    front = parts.front if own_front else ""
    return _page(parts.head, _masthead(parts), front, _sheets(shared), parts.private, parts.foot)


def _masthead(parts: Parts) -> str:
    return _MASTHEAD.replace(">", f' id="{MASTHEAD}">') + parts.masthead + _MASTHEAD_ENDS


def _sheets(number: int) -> str:
    return f'<div class="block sheet" id="{SHEETS}"></div>' + _SHEET * (number - 1)


def _page(head: str, above: str, *blocks: str) -> str:
    return "\n".join((head + above, _MAIN, *blocks))
