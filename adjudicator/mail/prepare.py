"""`mail`: every player's letter, with his newsletter and his form and nobody else's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from adjudicator.archive.places import Places, SeasonLabel, locate, read_workbook
from adjudicator.archive.recovery import check_unfinished
from adjudicator.archive.store import ArchivedSeason, last_season, season_before
from adjudicator.archive.unavailable import from_system
from adjudicator.forms.choices import active_nations
from adjudicator.forms.form_code import spoken_season
from adjudicator.forms.make import form_files, put_forms
from adjudicator.forms.memory import sha256_of
from adjudicator.forms.places import form_places, write_file
from adjudicator.forms.returned import addresses_of
from adjudicator.forms.text_orders import example_line
from adjudicator.mail.addresses import is_address
from adjudicator.mail.compose import LetterFacts, compose, letter_words
from adjudicator.mail.sent import SENT_FILE, Progress, read_sent
from adjudicator.mail.settings import MailSettings
from adjudicator.model.book import Book
from adjudicator.model.problems import Problem
from adjudicator.newsletter.filenames import edition_stems
from adjudicator.not_possible import NotPossibleError
from adjudicator.season_run import templates_beside
from adjudicator.workbook.names import NameList
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.reader import read_package

_ENDINGS = (".pdf", ".html")


@dataclass(frozen=True, slots=True)
class MailOptions:
    """What the GM asked for. `to` is an address that gets all of it instead of the players, to try it."""

    workbook: Path
    only: tuple[str, ...] = ()
    to: str | None = None
    again: bool = False
    archive: Path | None = None
    reports: Path | None = None


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail, and the file it was written to. `attachments` are names."""

    nation: str
    addresses: tuple[str, ...]
    subject: str
    attachments: tuple[str, ...]
    message: EmailMessage
    path: Path


@dataclass(frozen=True, slots=True)
class Post:
    """The season's mails. `left_out` are nations that get none, each with the reason.

    `trial` says that all goes to an address given for a trial, which is not kept as sent. With `book` None the workbook
    has errors.
    """

    book: Book | None
    folder: Path | None = None
    letters: tuple[Letter, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    trial: bool = False
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def sent_file(self) -> Path | None:
        """Where it is kept who was sent a mail."""
        return None if self.folder is None else self.folder / SENT_FILE


def prepare_post(options: MailOptions, settings: MailSettings, progress: Callable[[str], None] | None = None) -> Post:
    """Write each player's mail to a file, ready to be opened or sent; the workbook is not touched.

    Raises `WorkbookUnavailable`, `PackageRefused`, `NotPossibleError` for a nation or address that is none, and
    `TemplateFault`.
    """
    places = locate(options.workbook, options.archive, options.reports)
    notes = (*check_unfinished(places), *settings.notes)
    reading = read_package(places.workbook, package_from_bytes(read_workbook(places).content))
    book = reading.book
    if book is None:
        return Post(None, problems=reading.problems, notes=notes)
    if options.to is not None and not is_address(options.to):
        raise NotPossibleError(f"{options.to!r} is not a mail address.")
    label = SeasonLabel.of(book.state.year, book.state.season)
    past = last_season(places) if book.state.over else season_before(places, label)
    folder = places.folder / "mail" / places.workbook.stem / str(past.label if book.state.over and past else label)
    prepared = _Preparation(places, book, past, options, settings, folder)
    wanted = _wanted(book, options.only)
    letters, left_out = prepared.letters(wanted, progress)
    return Post(
        book,
        folder,
        letters,
        left_out,
        options.to is not None,
        reading.problems,
        (*notes, *prepared.notes),
    )


def _wanted(book: Book, only: tuple[str, ...]) -> tuple[str, ...]:
    if not only:
        return tuple(book.world.nation)
    names = NameList(book.world.nation)
    found = []
    for typed in only:
        name = names.find(typed)
        if name is None:
            near = names.nearest(typed)
            raise NotPossibleError(f"{typed!r} is no nation." + (f" Did you mean {near!r}?" if near else ""))
        found.append(name)
    return tuple(dict.fromkeys(found))


class _Preparation:
    """Makes the letters of one season."""

    def __init__(
        self,
        places: Places,
        book: Book,
        past: ArchivedSeason | None,
        options: MailOptions,
        settings: MailSettings,
        folder: Path,
    ) -> None:
        self.notes: list[str] = []
        self._places = places
        self._book = book
        self._past = past
        self._options = options
        self._settings = settings
        self._folder = folder
        self._templates = templates_beside(places)
        self._stems = edition_stems(book.world.nation)
        self._active = active_nations(book) if not book.state.over else ()
        self._forms: dict[str, dict[str, bytes]] = {}

    def letters(
        self, wanted: tuple[str, ...], progress: Callable[[str], None] | None
    ) -> tuple[tuple[Letter, ...], tuple[tuple[str, str], ...]]:
        """The letters, and who gets none and why."""
        sent = {} if self._options.to is not None or self._options.again else read_sent(self._folder / SENT_FILE)
        left_out: list[tuple[str, str]] = []
        due: list[tuple[str, tuple[str, ...]]] = []
        for nation in wanted:
            addresses, why = self._addresses(nation)
            before = sent.get(nation)
            if why:
                left_out.append((nation, why))
            elif before is not None and before.progress is Progress.SENT:
                left_out.append((nation, f"was sent this mail on {before.time:%d.%m.%Y}; --again sends it again"))
            elif before is not None:
                why = "sending was broken off, so the mail may have gone out; ask the player, or say --again"
                left_out.append((nation, why))
            else:
                due.append((nation, addresses))
        if due and self._active:
            self._make_forms(progress)
        letters = []
        for nation, addresses in due:
            if progress is not None:
                progress(nation)
            letter = self._letter(nation, addresses)
            if isinstance(letter, str):
                left_out.append((nation, letter))
            else:
                letters.append(letter)
        return tuple(letters), tuple(left_out)

    def _addresses(self, nation: str) -> tuple[tuple[str, ...], str]:
        entered = addresses_of(self._book.world.nation[nation].email)
        if self._options.to is not None:
            return (self._options.to,), ""
        if not entered:
            return (), "has no Email on the Nations sheet that can be used"
        wrong = [address for address in entered if not is_address(address)]
        if wrong:
            return (), f"its Email on the Nations sheet is not an address: {wrong[0][:60]!r}"
        return tuple(dict.fromkeys(entered)), ""

    def _make_forms(self, progress: Callable[[str], None] | None) -> None:
        self._forms, without = form_files(self._book, self._templates, progress=progress)
        self.notes.extend([without] if without else [])
        put_forms(
            form_places(self._places, self._book),
            {name: content for made in self._forms.values() for name, content in made.items()},
        )

    def _letter(self, nation: str, addresses: tuple[str, ...]) -> Letter | str:
        newsletter = self._newsletter(nation)
        if isinstance(newsletter, str):
            return newsletter
        attachments = dict(newsletter)
        coming = spoken_season(self._book) if not self._book.state.over else ""
        stem = self._stems[nation]
        for name, content in self._forms.get(nation, {}).items():
            attachments[f"{stem} orders {coming}{Path(name).suffix}"] = content
        if not attachments:
            return "there is neither a newsletter nor a form for it"
        player = self._book.world.nation[nation].player
        facts = LetterFacts(
            campaign=self._book.title,
            nation=nation,
            player=player,
            past=self._past.label.spoken if self._past is not None and newsletter else "",
            coming=coming,
            due=self._book.orders_due,
            newsletter=bool(newsletter),
            form=nation in self._forms,
            example=example_line(self._book, nation) if nation in self._active else "",
        )
        words = letter_words(facts, self._templates, self._book.language)
        message = compose(addresses, player or nation, self._settings.sender, words, attachments)
        path = self._folder / f"{stem}.eml"
        if self._options.to is None:
            write_file(path, message.as_bytes())
        return Letter(nation, addresses, str(message["Subject"]), tuple(attachments), message, path)

    def _newsletter(self, nation: str) -> dict[str, bytes] | str:
        """This nation's newsletter of the last season, or a sentence where what lies there cannot be trusted.

        The archive knows each edition by its hash: a file that is another reader's is never sent, whatever its name.
        """
        past = self._past
        stem = self._stems[nation]
        # before the first season there may be the founding edition, which the archive does not know
        edition = str(past.label) if past is not None else f"{self._book.state.year}-0-founding"
        for ending in _ENDINGS:
            path = self._places.reports / edition / f"{stem}{ending}"
            try:
                if not path.is_file():
                    continue
                content = path.read_bytes()
            except OSError as error:
                raise from_system(error, path) from error
            if past is not None and past.manifest is not None:
                found = sha256_of(content)
                whose = [name for name, sha256 in past.manifest.newsletters.items() if sha256 == found]
                if whose and path.name not in whose:
                    return f"not sent: {path} holds the newsletter that was written as {whose[0]}"
                if not whose:
                    self.notes.append(f"{path.name} is not as the season wrote it; it was made again since.")
            spoken = past.label.spoken if past is not None else "founding"
            return {f"{stem} {spoken}{ending}": content}
        if past is not None:
            self.notes.append(f"There is no newsletter of {past.label.spoken} for {nation}.")
        return {}
