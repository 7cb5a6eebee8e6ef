"""Settings as a GM types them on the command line: `siege_target=4`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from enum import Enum

from adjudicator.model.campaign import Season
from adjudicator.model.rulebook import SETTINGS, Rulebook, Setting, SettingKind

_TABLE = ("battles", "dice")
"""Settings that decide what waits for the table: imagined seasons wait for nothing."""


class RuleChangeInvalid(ValueError):  # noqa: N818  the project's word for what is not understood
    """A change of a rule was not understood; the message says why and what is possible."""


def read_rule_changes(rulebook: Rulebook, changes: Iterable[str]) -> Rulebook:
    """The rulebook with the changes made, each `setting=value` as in the `Rules` sheet.

    Raises RuleChangeInvalid.
    """
    settings = {setting.name: setting for setting in SETTINGS}
    values: dict[str, object] = {}
    for change in changes:
        name, equals, text = (part.strip() for part in change.partition("="))
        setting = settings.get(name)
        if not equals or setting is None:
            raise RuleChangeInvalid(f"{change!r} is not a rule and its value; rules are {', '.join(settings)}")
        if name in _TABLE:
            raise RuleChangeInvalid(f"{name} makes no difference: all battles and dice are diced here")
        if name in values:
            raise RuleChangeInvalid(f"{name} is given twice")
        values[name] = _read_value(setting, text)
    changed = {item.name: values.get(item.name, getattr(rulebook, item.name)) for item in fields(Rulebook)}
    return replace(rulebook, **changed)  # type: ignore[arg-type]  # each value was read by its setting's kind


def _read_value(setting: Setting, text: str) -> object:
    wrong = RuleChangeInvalid(f"{setting.name} is {setting.kind.value}, not {text!r}")
    match setting.kind:
        case SettingKind.YES_NO:
            if text.casefold() not in ("yes", "no"):
                raise wrong
            return text.casefold() == "yes"
        case SettingKind.SEASONS:
            return _read_seasons(text, wrong)
        case SettingKind.CHOICE:
            if text.casefold() not in setting.choices or not isinstance(setting.default, Enum):
                raise RuleChangeInvalid(f"{setting.name} is {' or '.join(setting.choices)}, not {text!r}")
            return type(setting.default)(text.casefold())
        case SettingKind.YEAR if not text:
            return None
        case SettingKind.COUNT | SettingKind.POSITIVE | SettingKind.DIE_TARGET | SettingKind.YEAR:
            return _read_number(setting.kind, text, wrong)


def _read_seasons(text: str, wrong: RuleChangeInvalid) -> frozenset[Season]:
    if text.casefold() in ("none", "any"):
        return frozenset() if text.casefold() == "none" else frozenset(Season)
    words = [word.strip().casefold() for word in text.split(";")]
    known = {season.value for season in Season}
    if not all(word in known for word in words):
        raise wrong
    return frozenset(Season(word) for word in words)


def _read_number(kind: SettingKind, text: str, wrong: RuleChangeInvalid) -> int:
    least = {SettingKind.COUNT: 0, SettingKind.POSITIVE: 1}.get(kind)
    try:
        number = int(text)
    except ValueError:
        raise wrong from None
    if least is not None and number < least:
        raise wrong
    return number
