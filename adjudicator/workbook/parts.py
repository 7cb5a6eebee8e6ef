"""The parts of a package by name, their content types and relationships (ECMA-376 part 2), read from the zip and
staged.

Names are matched without regard to case, to a leading slash, or to backslashes that some programs write; an entry
keeps the name it has.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import unquote

from adjudicator.workbook.xml_bytes import (
    Element,
    Splice,
    append_child,
    escape_attribute,
    parse_elements,
    splice,
    to_utf8,
)
from adjudicator.workbook.zip_container import Container, Entry, build_container

CONTENT_TYPES: Final = "[Content_Types].xml"
TRANSITIONAL_RELATIONSHIPS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_RELATIONSHIPS: Final = "http://purl.oclc.org/ooxml/officeDocument/relationships"
_PACKAGE_RELATIONSHIPS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_EMPTY_RELATIONSHIPS: Final = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
    b'<Relationships xmlns="' + _PACKAGE_RELATIONSHIPS.encode() + b'"></Relationships>'
)
_RELATIONSHIPS_TYPE: Final = "application/vnd.openxmlformats-package.relationships+xml"


@dataclass(frozen=True, slots=True)
class Relationship:
    """One relationship of a part. `target` is the name of a part, or the address as it stands if `external`."""

    id: str
    type: str
    target: str
    external: bool

    @property
    def kind(self) -> str:
        """The type without the address it begins with, the same for Strict and Transitional files: `worksheet`."""
        for base in (TRANSITIONAL_RELATIONSHIPS, STRICT_RELATIONSHIPS):
            if self.type.startswith(base + "/"):
                return self.type[len(base) + 1 :]
        return self.type


def part_key(name: str) -> str:
    """What two names of the same part have in common."""
    return name.replace("\\", "/").lstrip("/").lower()


def relationships_name(part: str) -> str:
    """The name of the part that holds the relationships of a part; of the package itself for an empty name."""
    folder, _, leaf = part.rpartition("/")
    return f"{folder}/_rels/{leaf}.rels" if folder else f"_rels/{leaf}.rels"


def resolve_target(part: str, target: str) -> str:
    """The name of the part that a target in the relationships of `part` means."""
    target = target.replace("\\", "/").partition("#")[0]
    if target.startswith("/"):
        return posixpath.normpath(target).lstrip("/")
    folder = part.rpartition("/")[0]
    return posixpath.normpath(posixpath.join(folder, target)).lstrip("/")


class Parts:
    """The parts of one package: those in the file, with what is staged over them."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._entries: dict[str, Entry] = {}
        self._doubles: dict[str, list[Entry]] = {}
        for entry in container.entries:
            if entry.name.endswith(("/", "\\")):
                continue
            key = part_key(entry.name)
            if key in self._entries:
                self._doubles.setdefault(key, []).append(self._entries[key])
            self._entries[key] = entry
        self._staged: dict[str, bytes] = {}
        self._added: dict[str, str] = {}
        self._removed: set[str] = set()

    def copy(self) -> Self:
        """The same parts with a staging of their own."""
        twin = type(self)(self._container)
        twin._staged = dict(self._staged)
        twin._added = dict(self._added)
        twin._removed = set(self._removed)
        return twin

    def __contains__(self, name: str) -> bool:
        return self._key(name) is not None

    def _key(self, name: str) -> str | None:
        for key in (part_key(name), part_key(unquote(name))):
            if key in self._removed:
                continue
            if key in self._staged or key in self._entries:
                return key
        return None

    def names(self) -> Iterator[str]:
        """The names of all parts as they stand in the file, then the added ones."""
        for key, entry in self._entries.items():
            if key not in self._removed:
                yield entry.name
        yield from (name for key, name in self._added.items() if key not in self._removed)

    def raw(self, name: str) -> bytes:
        """The bytes of a part, staged or in the file. Raises `KeyError`, or `ContainerError` when it is damaged."""
        key = self._key(name)
        if key is None:
            raise KeyError(name)
        if key in self._staged:
            return self._staged[key]
        return self._container.read(self._entries[key])

    def xml(self, name: str) -> bytes:
        """The bytes of an XML part in UTF-8. Raises as `raw` does, and `XmlError`."""
        return to_utf8(self.raw(name))

    def stream(self, name: str) -> Iterator[bytes]:
        """The bytes of a part in pieces. Raises as `raw` does."""
        key = self._key(name)
        if key is None:
            raise KeyError(name)
        if key in self._staged:
            return iter((self._staged[key],))
        return self._container.stream(self._entries[key])

    def stage(self, name: str, content: bytes) -> None:
        """Gives an existing part new content. Raises `KeyError`."""
        key = self._key(name)
        if key is None:
            raise KeyError(name)
        self._staged[key] = content

    def add(self, name: str, content: bytes, content_type: str) -> None:
        """Adds a part with its content type. Raises `ValueError` when the name is taken."""
        if name in self:
            raise ValueError(f"the part {name} is there already")
        key = part_key(name)
        self._removed.discard(key)
        self._staged[key] = content
        if key not in self._entries:
            self._added[key] = name
        self._declare(name, content_type)

    def remove(self, name: str) -> None:
        """Removes a part with its content type and its own relationships. Raises `KeyError`."""
        key = self._key(name)
        if key is None:
            raise KeyError(name)
        self._removed.add(key)
        self._staged.pop(key, None)
        self._added.pop(key, None)
        self._undeclare(name)
        own = relationships_name(name)
        if own in self:
            self.remove(own)

    def free_name(self, pattern: str, *, plain_first: bool = False) -> str:
        """The first name `pattern.format(n)`, n = 1, 2, …, that no part has; `plain_first` tries no number first."""
        number = 0 if plain_first else 1
        while pattern.format(number or "") in self:
            number += 1
        return pattern.format(number or "")

    # Content types

    def content_type(self, name: str) -> str | None:
        """The content type of a part, by its own declaration or by its extension."""
        root = parse_elements(self.xml(CONTENT_TYPES))
        for override in root.find_all("Override"):
            if part_key(unquote(override.attributes.get("PartName", ""))) == part_key(unquote(name)):
                return override.attributes.get("ContentType")
        extension = name.rpartition(".")[2].lower()
        for default in root.find_all("Default"):
            if default.attributes.get("Extension", "").lower() == extension:
                return default.attributes.get("ContentType")
        return None

    def declare_extension(self, extension: str, content_type: str) -> None:
        """Declares the content type of all parts with an extension, unless that is done already."""
        data = self.xml(CONTENT_TYPES)
        root = parse_elements(data)
        known = {default.attributes.get("Extension", "").lower() for default in root.find_all("Default")}
        if extension.lower() in known:
            return
        entry = _tag(root, "Default", Extension=extension, ContentType=content_type)
        first = root.children[0].start if root.children else root.close_start
        edit = append_child(data, root, entry) if root.empty_tag else Splice(first, first, entry)
        self.stage(CONTENT_TYPES, splice(data, [edit]))

    def undeclare_extension(self, extension: str) -> None:
        """Takes away the content type of an extension that no part needs any more."""
        data = self.xml(CONTENT_TYPES)
        root = parse_elements(data)
        own = {part_key(unquote(one.attributes.get("PartName", ""))) for one in root.find_all("Override")}
        if any(name.lower().endswith(f".{extension}") and part_key(unquote(name)) not in own for name in self.names()):
            return
        edits = [
            Splice(default.start, default.end, b"")
            for default in root.find_all("Default")
            if default.attributes.get("Extension", "").lower() == extension
        ]
        self.stage(CONTENT_TYPES, splice(data, edits))

    def _declare(self, name: str, content_type: str) -> None:
        if self.content_type(name) == content_type:
            return
        data = self.xml(CONTENT_TYPES)
        root = parse_elements(data)
        entry = _tag(root, "Override", PartName=f"/{name}", ContentType=content_type)
        self.stage(CONTENT_TYPES, splice(data, [append_child(data, root, entry)]))

    def _undeclare(self, name: str) -> None:
        data = self.xml(CONTENT_TYPES)
        root = parse_elements(data)
        edits = [
            Splice(override.start, override.end, b"")
            for override in root.find_all("Override")
            if part_key(unquote(override.attributes.get("PartName", ""))) == part_key(unquote(name))
        ]
        if edits:
            self.stage(CONTENT_TYPES, splice(data, edits))

    # Relationships

    def relationships(self, part: str) -> list[Relationship]:
        """The relationships of a part (of the package for an empty name), in their order."""
        name = relationships_name(part)
        if name not in self:
            return []
        root = parse_elements(self.xml(name))
        found = []
        for child in root.find_all("Relationship"):
            target = child.attributes.get("Target", "")
            external = child.attributes.get("TargetMode", "") == "External"
            found.append(
                Relationship(
                    child.attributes.get("Id", ""),
                    child.attributes.get("Type", ""),
                    target if external else resolve_target(part, target),
                    external,
                )
            )
        return found

    def relate(self, part: str, relationship_type: str, target: str) -> str:
        """Adds a relationship from one part to another and returns its id."""
        name = relationships_name(part)
        if name not in self:
            self.add(name, _EMPTY_RELATIONSHIPS, _RELATIONSHIPS_TYPE)
        taken = {relationship.id.lower() for relationship in self.relationships(part)}
        number = len(taken) + 1
        while f"rid{number}" in taken:
            number += 1
        folder = part.rpartition("/")[0]
        relative = posixpath.relpath(target, folder or ".")
        data = self.xml(name)
        root = parse_elements(data)
        entry = _tag(root, "Relationship", Id=f"rId{number}", Type=relationship_type, Target=relative)
        self.stage(name, splice(data, [append_child(data, root, entry)]))
        return f"rId{number}"

    def unrelate(self, part: str, target: str) -> None:
        """Takes away every relationship from a part to another; the relationships part goes when it becomes empty."""
        name = relationships_name(part)
        if name not in self:
            return
        data = self.xml(name)
        root = parse_elements(data)
        gone = [
            child
            for child in root.find_all("Relationship")
            if child.attributes.get("TargetMode", "") != "External"
            and part_key(resolve_target(part, child.attributes.get("Target", ""))) == part_key(target)
        ]
        if not gone:
            return
        if len(gone) == len(root.children):
            self.remove(name)
            return
        self.stage(name, splice(data, [Splice(child.start, child.end, b"") for child in gone]))

    # Saving

    @property
    def changed(self) -> frozenset[str]:
        """The keys of the parts of the file that are staged with other content, or removed."""
        staged = {key for key, content in self._staged.items() if self._differs(key, content)}
        return frozenset(staged | (self._removed & self._entries.keys()))

    @property
    def differs(self) -> bool:
        """Whether anything differs from the file."""
        return bool(self.changed or self._added.keys() - self._removed)

    def _differs(self, key: str, content: bytes) -> bool:
        entry = self._entries.get(key)
        return entry is not None and (entry.size != len(content) or self._container.read(entry) != content)

    def build(self) -> bytes:
        """The package with everything staged; the very bytes of the file when nothing differs."""
        added = [(name, self._staged[key]) for key, name in self._added.items() if key not in self._removed]
        changed = self.changed
        if not added and not changed:
            return self._container.data
        replaced: dict[Entry, bytes] = {}
        removed: set[Entry] = set()
        for key in changed:
            removed.update(self._doubles.get(key, ()))
            if key in self._removed:
                removed.add(self._entries[key])
            else:
                replaced[self._entries[key]] = self._staged[key]
        return build_container(self._container, replaced, removed, added)

    def verify(self, written: Container) -> list[str]:
        """What is wrong with a container that should hold these parts; untouched ones are compared raw, with their
        records."""
        problems: list[str] = []
        changed = self.changed
        theirs = Parts(written)
        expected = [self._entries[key].name for key in self._entries if key not in self._removed]
        expected += [name for key, name in self._added.items() if key not in self._removed]
        if sorted(theirs.names()) != sorted(expected):
            problems.append("the list of parts differs")
        for key, entry in self._entries.items():
            if key in self._removed:
                continue
            twin = theirs._entries.get(key)
            if twin is None:
                problems.append(f"{entry.name} is missing")
            elif key in changed:
                if written.read(twin) != self._staged[key]:
                    problems.append(f"{entry.name} was not written as it was meant")
            elif self._container.data[entry.header_offset : entry.span_end] != written.data[
                twin.header_offset : twin.span_end
            ] or _without_offset(entry) != _without_offset(twin):
                problems.append(f"{entry.name} changed, and nobody asked for that")
        for key, name in self._added.items():
            twin = theirs._entries.get(key)
            if key not in self._removed and (twin is None or written.read(twin) != self._staged[key]):
                problems.append(f"{name} was not written as it was meant")
        return problems


def _without_offset(entry: Entry) -> bytes:
    return entry.central[: entry.offset_at] + entry.central[entry.offset_at + entry.offset_width :]


def _tag(root: Element, name: str, **attributes: str) -> bytes:
    pieces = [f' {key}="'.encode() + escape_attribute(value) + b'"' for key, value in attributes.items()]
    return b"<" + root.prefix + name.encode() + b"".join(pieces) + b"/>"
