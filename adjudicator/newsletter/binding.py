"""Joining what all readers share with what is one reader's own into one tagged PDF.

The shared pages come without masthead, footers and background. The reader's part has a sheet for each of them that
bears these and nothing else, and his own pages around the sheets: so every page number, and the number of pages, is
right by itself. What is on a sheet is laid under the shared page of the same number.

The structure tree (ISO 32000-1, 14.7), its identifiers, the bookmarks and the fonts of both parts are kept; title,
author and language are the reader's part's. The same parts give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pikepdf

_MARK = re.compile(rb"/[A-Za-z0-9]+\s*<<\s*/MCID\s+(\d+)\s*>>\s*BDC")
"""Where marked content begins. Text is written in hexadecimal digits, so that nothing else looks like it."""

_ARTIFACT = b"/Artifact <</Type /Pagination>> BDC"

_NAMED_RESOURCES = {"Tf": "/Font", "Do": "/XObject", "gs": "/ExtGState", "sh": "/Shading", "scn": "/Pattern"}
_NAMED_RESOURCES["SCN"] = "/Pattern"

_OWN = "Own"
"""Before the names of the fonts, and of everything else a content stream calls by name, of a reader's sheet."""


class BindingError(ValueError):
    """The two parts are not what they should be."""


@dataclass(slots=True)
class _Tree:
    """The structure of a PDF: its elements by the number of the object, and those with an identifier."""

    document: Any
    elements: dict[tuple[int, int], Any] = field(default_factory=dict)
    named: dict[bytes, Any] = field(default_factory=dict)


def make_shared(data: bytes, *, without: int = 0) -> bytes:
    """Shared pages as the typesetter wrote them, made ready to be bound with any reader's part.

    `without` is how many pages are left out at the front.
    """
    import pikepdf

    with pikepdf.open(BytesIO(data)) as pdf:
        if without:
            _leave_out(pdf, without)
        tree = _read_tree(pdf, b"s")
        _tidy(pdf, tree)
        for page in pdf.pages:
            page.obj.Contents = pdf.make_stream(b"q\n" + _content(page) + b"\nQ\n")
        return _saved(pdf)


def make_whole(data: bytes) -> bytes:
    """An edition that shares nothing, as the typesetter wrote it, put in the same order as those that are bound."""
    import pikepdf

    with pikepdf.open(BytesIO(data)) as pdf:
        _tidy(pdf, _read_tree(pdf, b"r"))
        return _saved(pdf)


def bind(shared: bytes, own: bytes, before: int = 0) -> bytes:
    """One reader's edition from the shared pages (`make_shared`) and his own part as the typesetter wrote it.

    `before` is how many pages of his own come before the sheets for the shared ones. Raises `BindingError` where there
    are fewer sheets than shared pages.
    """
    import pikepdf

    with pikepdf.open(BytesIO(shared)) as book, pikepdf.open(BytesIO(own)) as part:
        join = _Join(book, part, before, len(book.pages), _read_tree(part, b"r"))
        if len(part.pages) < before + join.sheets:
            raise BindingError(f"{join.sheets} shared pages, but only {len(part.pages) - before} sheets for them")
        _drop_anchors(part)
        keys = _parents(book)
        for number, page in enumerate(part.pages):
            if join.is_sheet(number):
                _lay_under(join, number)
            else:
                _footer_to_artifact(part, page, join.tree)
        _add_pages(join)
        _join_structure(join, 1 + max(keys, default=-1))
        _join_outlines(join)
        for key in ("/Metadata", "/Lang", "/ViewerPreferences", "/MarkInfo"):
            if key in part.Root:
                book.Root[key] = join.copied(part.Root[key])
        book.trailer.Info = book.copy_foreign(part.trailer.Info)
        return _saved(book)


@dataclass(frozen=True, slots=True)
class _Join:
    """The shared pages, the reader's part, and which of its pages are sheets."""

    book: Any
    part: Any
    before: int
    sheets: int
    tree: _Tree

    def is_sheet(self, number: int) -> bool:
        return self.before <= number < self.before + self.sheets

    def page(self, number: int) -> Any:
        """The page of the finished edition, by the number it has in the part and in the edition alike."""
        return self.book.pages[number].obj

    def copied(self, thing: Any) -> Any:
        """Something of the part, in the book; only what is an object by itself can be copied."""
        return self.book.copy_foreign(thing if thing.is_indirect else self.part.make_indirect(thing))


def _tidy(pdf: pikepdf.Pdf, tree: _Tree) -> None:
    import pikepdf

    for page in pdf.pages:
        _footer_to_artifact(pdf, page, tree)
    pdf.Root.StructTreeRoot.IDTree = pdf.make_indirect(pikepdf.Dictionary(Kids=pikepdf.Array([_leaf(pdf, tree)])))
    _drop_anchors(pdf)


def _leave_out(pdf: pikepdf.Pdf, pages: int) -> None:
    """Take the first pages away, with all of the structure and the bookmarks that is about them."""
    import pikepdf

    gone = {pdf.pages[number].obj.objgen for number in range(pages)}
    document = pdf.Root.StructTreeRoot.K[0]
    document.K = pikepdf.Array([each for each in document.K if each.Pg.objgen not in gone])
    nums = pdf.Root.StructTreeRoot.ParentTree.Nums
    lost = {int(page.obj.StructParents) for page in list(pdf.pages)[:pages]}
    lost |= {int(each.StructParent) for page in list(pdf.pages)[:pages] for each in page.obj.get("/Annots", ())}
    kept = [(key, value) for key, value in zip(nums[::2], nums[1::2], strict=True) if int(key) not in lost]
    pdf.Root.StructTreeRoot.ParentTree.Nums = pikepdf.Array([thing for pair in kept for thing in pair])
    if "/Outlines" in pdf.Root:
        items = [each for each in _items(pdf.Root.Outlines) if each.Dest[0].objgen not in gone]
        if items:
            _link(pdf.Root.Outlines, items)
        else:
            del pdf.Root.Outlines
    del pdf.pages[:pages]


def _saved(pdf: pikepdf.Pdf) -> bytes:
    import pikepdf

    written = BytesIO()
    pdf.save(
        written,
        deterministic_id=True,
        fix_metadata_version=False,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )
    return written.getvalue()


def _drop_anchors(pdf: pikepdf.Pdf) -> None:
    """Nothing in a newsletter leads to another place in it but the bookmarks, which need no names."""
    if "/Names" in pdf.Root:
        del pdf.Root.Names


def _content(page: Any) -> bytes:
    """What a page of the typesetter's draws: one stream."""
    drawn: bytes = page.obj.Contents.read_bytes()
    return drawn


# --- structure ----------------------------------------------------------------------------------------------------


def _read_tree(pdf: pikepdf.Pdf, prefix: bytes) -> _Tree:
    """Every element that the structure's root leads to. Identifiers get `prefix`, so that two parts have none alike."""
    import pikepdf

    root = pdf.Root.StructTreeRoot
    tree = _Tree(root.K[0])
    waiting = [tree.document]
    while waiting:
        element = waiting.pop()
        tree.elements[element.objgen] = element
        if "/ID" in element:
            name = prefix + bytes(element.ID)
            element.ID = pikepdf.String(name)
            tree.named[name] = element
        attributes = element.get("/A")
        if attributes is not None and "/Headers" in attributes:
            attributes.Headers = pikepdf.Array([pikepdf.String(prefix + bytes(each)) for each in attributes.Headers])
        waiting += _kids(element)
    return tree


def _kids(element: Any) -> list[Any]:
    """The elements just below one; content and annotations are none."""
    import pikepdf

    kids = element.get("/K", ())
    return [kid for kid in kids if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]


def _leaf(pdf: pikepdf.Pdf, tree: _Tree) -> Any:
    """The part's identifiers as a leaf of a name tree (7.9.6)."""
    import pikepdf

    names = sorted(tree.named)
    listed = [thing for name in names for thing in (pikepdf.String(name), tree.named[name])]
    leaf = pikepdf.Dictionary(Names=pikepdf.Array(listed))
    if names:
        leaf.Limits = pikepdf.Array([pikepdf.String(names[0]), pikepdf.String(names[-1])])
    return pdf.make_indirect(leaf)


def _parents(pdf: Any) -> dict[int, Any]:
    """The parent tree: what stands at each key."""
    listed = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
    return {int(key): value for key, value in zip(listed[::2], listed[1::2], strict=True)}


def _footer_to_artifact(pdf: Any, page: Any, tree: _Tree) -> None:
    """What is in no branch of the tree, as a footer is, has to be an artifact (14.8.2.2)."""
    parents = _parents(pdf)[int(page.obj.StructParents)]
    outside = {index for index, parent in enumerate(parents) if parent.objgen not in tree.elements}
    if outside:
        content = _MARK.sub(lambda mark: _ARTIFACT if int(mark[1]) in outside else mark[0], _content(page))
        page.obj.Contents = pdf.make_stream(content)
        for index in outside:
            parents[index] = None


def _join_structure(join: _Join, free: int) -> None:
    """Hang the reader's elements into the shared tree, in the order of the pages."""
    import pikepdf

    root = join.book.Root.StructTreeRoot
    document = root.K[0]
    copy = join.book.copy_foreign(join.tree.document)
    numbers = {page.obj.objgen: number for number, page in enumerate(join.part.pages)}
    before: list[Any] = []
    after: list[Any] = []
    for ours, theirs in zip(copy.K, join.tree.document.K, strict=True):
        number = numbers[theirs.Pg.objgen]
        if join.is_sheet(number):
            if not _has_content(theirs):
                continue
            _move(ours, join.page(number))
        ours.P = document
        (before if number < join.before + join.sheets else after).append(ours)
    document.K = pikepdf.Array([*before, *document.K, *after])
    if join.tree.named:
        leaf = join.book.copy_foreign(_leaf(join.part, join.tree))
        root.IDTree.Kids = pikepdf.Array([leaf, *(kid for kid in root.IDTree.Kids if len(kid.Names))])
    _join_parents(join, free)


def _has_content(element: Any) -> bool:
    return any(isinstance(kid, int) for kid in element.K) or any(_has_content(kid) for kid in _kids(element))


def _move(element: Any, page: Any) -> None:
    """Say that an element and everything below it stand on another page."""
    element.Pg = page
    for kid in _kids(element):
        _move(kid, page)


def _join_parents(join: _Join, free: int) -> None:
    """Keys from `free` on for the reader's pages and for the annotations on them."""
    nums = join.book.Root.StructTreeRoot.ParentTree.Nums
    theirs = _parents(join.part)
    for number, page in enumerate(join.part.pages):
        if join.is_sheet(number):
            continue
        ours = join.page(number)
        ours.StructParents = free
        nums.append(free)
        nums.append(_copied_elements(join, theirs[int(page.obj.StructParents)]))
        free += 1
        for annotation in ours.get("/Annots", ()):
            key = int(annotation.StructParent)
            annotation.StructParent = free
            nums.append(free)
            nums.append(join.book.copy_foreign(theirs[key]))
            free += 1
    join.book.Root.StructTreeRoot.ParentTreeNextKey = free


def _copied_elements(join: _Join, elements: Any) -> Any:
    import pikepdf

    return pikepdf.Array([None if each is None else join.book.copy_foreign(each) for each in elements])


# --- pages --------------------------------------------------------------------------------------------------------


def _add_pages(join: _Join) -> None:
    pages = list(join.part.pages)
    for number, page in enumerate(pages[: join.before]):
        join.book.pages.insert(number, page)
    for page in pages[join.before + join.sheets :]:
        join.book.pages.append(page)


def _lay_under(join: _Join, number: int) -> None:
    """Put what is on a sheet under the shared page of its number, which has no background of its own."""
    import pikepdf

    page, sheet = join.book.pages[number - join.before].obj, join.part.pages[number].obj
    if "/Annots" in sheet:
        raise BindingError("there is a link on the masthead or in a footer")
    parents = _parents(join.part)[int(sheet.StructParents)]
    shared = _parents(join.book)[int(page.StructParents)]
    ours = [index for index, each in enumerate(parents) if each.objgen in join.tree.elements]
    renumbered = {index: len(shared) + place for place, index in enumerate(ours)}
    stamp = join.book.make_stream(b"q\n" + _renamed(join, page, sheet, renumbered) + b"\nQ\n")
    for index, mcid in renumbered.items():
        element = parents[index]
        element.K = pikepdf.Array([mcid if isinstance(kid, int) else kid for kid in element.K])
    # The elements are copied only now that they have their new numbers.
    shared.extend([join.book.copy_foreign(parents[index]) for index in ours])
    page.Contents = pikepdf.Array([stamp, page.Contents])


def _renamed(join: _Join, page: Any, sheet: Any, renumbered: dict[int, int]) -> bytes:
    """A sheet's content with its marks renumbered and its resources under names of their own."""
    import pikepdf

    written: list[Any] = []
    for instruction in pikepdf.parse_content_stream(sheet):
        name = str(instruction.operator)
        found: list[Any] = list(instruction.operands)
        if name == "BDC" and "/MCID" in found[1]:
            mcid = renumbered.get(int(found[1].MCID))
            if mcid is None:
                found = [pikepdf.Name.Artifact, pikepdf.Dictionary(Type=pikepdf.Name.Pagination)]
            else:
                found[1] = pikepdf.Dictionary(MCID=mcid)
        elif name in _NAMED_RESOURCES:
            place = 0 if name == "Tf" else len(found) - 1
            if isinstance(found[place], pikepdf.Name):
                found[place] = _own_resource(join, page, sheet, _NAMED_RESOURCES[name], str(found[place]))
        written.append((found, instruction.operator))
    return pikepdf.unparse_content_stream(written)


def _own_resource(join: _Join, page: Any, sheet: Any, kind: str, name: str) -> Any:
    """The name under which a shared page finds a resource of the sheet laid under it."""
    import pikepdf

    resources = page.Resources
    if kind not in resources:
        resources[kind] = pikepdf.Dictionary()
    own = f"/{_OWN}{name.removeprefix('/')}"
    if own not in resources[kind]:
        resources[kind][own] = join.copied(sheet.Resources[kind][name])
    return pikepdf.Name(own)


# --- bookmarks ----------------------------------------------------------------------------------------------------


def _join_outlines(join: _Join) -> None:
    """The bookmark of the masthead holds those of all pages, in their order."""
    if "/Outlines" not in join.part.Root:
        return
    sheets = {join.part.pages[number].obj.objgen: number for number in range(join.before, join.before + join.sheets)}
    numbers = {page.obj.objgen: number for number, page in enumerate(join.part.pages)}
    theirs = list(_items(join.part.Root.Outlines))
    own_root = join.book.copy_foreign(join.part.Root.Outlines)
    own = list(_items(own_root))
    for ours, their in zip(own, theirs, strict=True):
        if their.Dest[0].objgen in sheets:
            ours.Dest[0] = join.page(sheets[their.Dest[0].objgen])
    shared = list(_items(join.book.Root.get("/Outlines")))
    title, *others = own
    chapters = list(_items(title))
    first = sum(numbers[each.Dest[0].objgen] < join.before for each in _items(theirs[0]))
    _link(title, [*chapters[:first], *shared, *chapters[first:]])
    _link(own_root, [title, *others])
    join.book.Root.Outlines = own_root


def _items(parent: Any) -> Iterator[Any]:
    item = None if parent is None else parent.get("/First")
    while item is not None:
        yield item
        item = item.get("/Next")


def _link(parent: Any, items: Sequence[Any]) -> None:
    for index, item in enumerate(items):
        item.Parent = parent
        for key, other in (("/Prev", index - 1), ("/Next", index + 1)):
            if 0 <= other < len(items):
                item[key] = items[other]
            elif key in item:
                del item[key]
    if items:
        parent.First, parent.Last = items[0], items[-1]
    parent.Count = len(items) + sum(max(0, int(item.get("/Count", 0))) for item in items)
