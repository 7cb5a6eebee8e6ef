"""The season's mails: the right newsletter and the right form to the right player, once."""

from __future__ import annotations

import io
import json
import shutil
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from adjudicator.mail.compose import compose
from adjudicator.mail.prepare import MailOptions, prepare_post
from adjudicator.mail.settings import MailSettings
from adjudicator.season_run import Ending, RunOptions, run_season
from tests.control.commands import say
from tests.forms.campaigns import EMAILS, tiber
from tests.mail.servers import PASSWORD, Postbox, certificate, running
from tests.workbook.books import NATIONS, ORDERS


@pytest.fixture(autouse=True)
def no_settings_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("SERVER", "PORT", "SECURITY", "USER", "PASSWORD", "FROM"):
        monkeypatch.delenv(f"ADJUDICATE_MAIL_{name}", raising=False)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign whose spring is resolved, newsletters and all."""
    folder = tmp_path_factory.mktemp("played")
    done = run_season(RunOptions(tiber(folder, orders=ORDERS, settings={"Orders due": "Friday"})))
    assert done.ending is Ending.RESOLVED
    return folder


@pytest.fixture
def workbook(played: Path, tmp_path: Path) -> Path:
    """A copy of it, to be mailed from."""
    shutil.copytree(played, tmp_path / "campaign")
    return tmp_path / "campaign" / "tiber.xlsx"


def settings_for(workbook: Path, port: int, **more: str) -> Path:
    lines = {"server": "127.0.0.1", "port": str(port), "security": "none", "from": "The GM <gm@example.org>", **more}
    path = workbook.parent / "adjudicate.toml"
    path.write_text("[mail]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in lines.items()))
    return path


def attached(message: EmailMessage) -> dict[str, bytes]:
    return {
        part.get_filename() or "": part.get_payload(decode=True)  # type: ignore[misc]
        for part in message.iter_attachments()
    }


def belongs_to(message: EmailMessage) -> set[str]:
    """The nations that what is attached was made for, told by what is in it and not by its name."""
    owners = set()
    for name, content in attached(message).items():
        if name.endswith(".pdf"):
            reader = PdfReader(io.BytesIO(content))
            fields = reader.get_fields()
            title = str(reader.metadata.title if reader.metadata else "")
            if fields:
                owners.add(str(fields["Nation"]["/V"]))
            (named,) = [nation for nation in EMAILS if nation in title]
            owners.add(named)
            text = "".join(page.extract_text() for page in reader.pages)
            assert named in text
        else:
            page = load_workbook(io.BytesIO(content))["Order form"]
            owners.add({row[0]: row[1] for row in page.iter_rows(values_only=True)}["Nation"])
    return owners


def test_each_mail_carries_what_was_made_for_its_player_and_nothing_else(workbook: Path) -> None:
    code, shown = say("mail", workbook)
    assert code == 0
    folder = workbook.parent / "mail" / "tiber" / "1-3-summer"
    assert {path.name for path in folder.iterdir()} == {"Rome.eml", "Etruria.eml", "Samnium.eml"}
    for nation, address in EMAILS.items():
        message = message_from_bytes((folder / f"{nation}.eml").read_bytes(), policy=policy.default)
        assert isinstance(message, EmailMessage)
        assert address in str(message["To"])
        assert set(attached(message)) == {
            f"{nation} spring 1.pdf",
            f"{nation} orders summer 1.xlsx",
            f"{nation} orders summer 1.pdf",
        }
        assert belongs_to(message) == {nation}
        assert str(message["Subject"]) == f"The Tiber: the news of spring 1 and orders for summer 1 ({nation})"
        body = message.get_body(("plain",))
        assert body is not None
        assert "before Friday" in body.get_content()
        others = {name for name in EMAILS if name != nation}
        example = next(line for line in body.get_content().splitlines() if line.strip().startswith('"'))
        assert not any(example.strip().startswith(f'"{other}') for other in others)
    assert f"Rome: livia@example.org: Rome spring 1.pdf" in shown  # noqa: F541


def test_a_newsletter_under_another_name_is_not_sent(workbook: Path) -> None:
    reports = workbook.parent / "reports" / "tiber" / "1-2-spring"
    (reports / "Rome.pdf").write_bytes((reports / "Etruria.pdf").read_bytes())
    (reports / "Samnium.pdf").write_bytes((reports / "gm.pdf").read_bytes())
    code, shown = say("mail", workbook)
    assert code == 0
    assert "holds the newsletter that was written as Etruria.pdf" in shown
    assert "holds the newsletter that was written as gm.pdf" in shown
    assert {path.name for path in (workbook.parent / "mail" / "tiber" / "1-3-summer").iterdir()} == {"Etruria.eml"}


def test_before_the_first_season_the_form_goes_alone(tmp_path: Path) -> None:
    workbook = tiber(tmp_path / "new")
    assert say("mail", workbook, "--only", "rome")[0] == 0
    message = message_from_bytes((tmp_path / "new/mail/tiber/1-2-spring/Rome.eml").read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    assert str(message["Subject"]) == "The Tiber: orders for spring 1 (Rome)"
    assert set(attached(message)) == {"Rome orders spring 1.xlsx", "Rome orders spring 1.pdf"}


def test_when_all_is_over_the_last_newsletter_goes_alone(workbook: Path) -> None:
    book = load_workbook(workbook)
    book["Campaign"]["B5"] = "over"
    assert book["Campaign"]["A5"].value == "Status"
    book.save(workbook)
    assert say("mail", workbook)[0] == 0
    path = workbook.parent / "mail" / "tiber" / "1-2-spring" / "Rome.eml"
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    assert set(attached(message)) == {"Rome spring 1.pdf"}
    assert str(message["Subject"]) == "The Tiber: the news of spring 1 (Rome)"


def test_nations_without_an_address_are_named(tmp_path: Path) -> None:
    def forget(book) -> None:  # type: ignore[no-untyped-def]
        book["Nations"]["C4"] = None

    workbook = tiber(tmp_path, change=forget)
    shown = say("mail", workbook)[1]
    assert "Samnium: has no Email on the Nations sheet" in shown
    assert "2 mails" in shown
    assert not (tmp_path / "mail/tiber/1-2-spring/Samnium.eml").exists()


# --- sending ----------------------------------------------------------------------------------------------------------


def test_sending_shows_asks_sends_once_and_remembers(workbook: Path) -> None:
    postbox = Postbox()
    with running(postbox) as port:
        settings_for(workbook, port)
        code, shown = say("mail", workbook, "--send")
        assert (code, postbox.mails) == (1, [])
        assert "Rome: livia@example.org: Rome spring 1.pdf" in shown
        assert "say --yes" in shown
        assert say("mail", workbook, "--send", "--yes")[0] == 0
        assert sorted(postbox.recipients) == sorted(EMAILS.values())
        code, shown = say("mail", workbook, "--send", "--yes")
        assert (code, len(postbox.mails)) == (0, 3)
        assert "Rome: was sent this mail" in shown
        assert say("mail", workbook, "--send", "--yes", "--again", "--only", "Rome")[0] == 0
        assert len(postbox.mails) == 4
    for addresses, message in postbox.mails:
        (nation,) = belongs_to(message)
        assert addresses == [EMAILS[nation]]
        assert str(message["From"]) == "The GM <gm@example.org>"
        assert message["X-Unsent"] is None


def test_a_trial_goes_to_one_address_and_is_not_remembered(workbook: Path) -> None:
    postbox = Postbox()
    with running(postbox) as port:
        settings_for(workbook, port)
        assert say("mail", workbook, "--to", "me@example.org", "--yes")[0] == 0
        assert postbox.recipients == ["me@example.org"] * 3
        assert all("@example.org" in str(mail["To"]) and "me@" in str(mail["To"]) for _, mail in postbox.mails)
        assert not (workbook.parent / "mail").exists()
        assert say("mail", workbook, "--to", "not an address", "--yes")[0] == 1


def test_a_refused_address_keeps_no_other_mail_back(workbook: Path) -> None:
    postbox = Postbox()
    postbox.refuses.add(EMAILS["Rome"])
    with running(postbox) as port:
        settings_for(workbook, port)
        code, shown = say("mail", workbook, "--send", "--yes")
        assert code == 1
        assert "Rome: not sent. livia@example.org: 5.1.1 no such mailbox" in shown
        assert sorted(postbox.recipients) == sorted((EMAILS["Etruria"], EMAILS["Samnium"]))
        postbox.refuses.clear()
        assert say("mail", workbook, "--send", "--yes")[0] == 0
        assert sorted(postbox.recipients) == sorted(EMAILS.values())


def test_a_mail_that_may_have_gone_out_is_not_sent_again_unasked(workbook: Path) -> None:
    postbox = Postbox()
    postbox.breaks_off_after = 1
    with running(postbox) as port:
        settings_for(workbook, port)
        code, shown = say("mail", workbook, "--send", "--yes")
        assert code == 1
        assert "may have taken the mail or not" in shown
        postbox.breaks_off_after = None
        code, shown = say("mail", workbook, "--send", "--yes")
        assert code == 0
        assert "Etruria: sending was broken off" in shown
        assert postbox.recipients == [EMAILS["Rome"], EMAILS["Samnium"]]


def test_with_starttls_and_a_password_from_the_environment(
    workbook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    postbox = Postbox()
    tls = certificate(tmp_path)
    with running(postbox, tls) as port:
        settings_for(
            workbook, port, server="localhost", security="starttls", user="gm@example.org", ca_file=str(tls[0])
        )
        monkeypatch.setenv("ADJUDICATE_MAIL_PASSWORD", "wrong horse")
        code, shown = say("mail", workbook, "--send", "--yes")
        assert (code, postbox.mails) == (1, [])
        assert "does not let us in" in shown
        assert "horse" not in shown
        monkeypatch.setenv("ADJUDICATE_MAIL_PASSWORD", PASSWORD)
        assert say("mail", workbook, "--send", "--yes")[0] == 0
    assert postbox.secret
    assert len(postbox.mails) == 3


def test_a_server_that_is_not_who_it_should_be_gets_nothing(workbook: Path, tmp_path: Path) -> None:
    postbox = Postbox()
    with running(postbox, certificate(tmp_path)) as port:
        settings_for(workbook, port, server="localhost", security="starttls")
        code, shown = say("mail", workbook, "--send", "--yes")
    assert (code, postbox.mails) == (1, [])
    assert "Nothing was sent" in shown


def test_a_server_without_tls_gets_nothing_where_tls_is_wanted(workbook: Path) -> None:
    postbox = Postbox()
    with running(postbox) as port:
        settings_for(workbook, port, server="localhost", security="starttls")
        assert say("mail", workbook, "--send", "--yes")[0] == 1
    assert postbox.mails == []


def test_without_a_server_nothing_is_sent_and_it_is_said_how_to_name_one(workbook: Path) -> None:
    code, shown = say("mail", workbook, "--send", "--yes")
    assert code == 1
    assert "adjudicate.toml" in shown


# --- what a cell can do to a mail -------------------------------------------------------------------------------------

BROKEN = "Livia\r\nBcc: everyone@example.org\r\n\r\nHello"


def test_nothing_in_a_cell_becomes_a_header(tmp_path: Path) -> None:
    rows = [{**NATIONS[0], "Player": BROKEN}, *NATIONS[1:]]
    workbook = tiber(tmp_path, nations=rows, settings={"Title": f"The Tiber\n{BROKEN}", "Orders due": BROKEN})
    post = prepare_post(MailOptions(workbook, ("Rome",)), MailSettings())
    message = message_from_bytes(post.letters[0].path.read_bytes(), policy=policy.default)
    assert message["Bcc"] is None
    assert set(message.keys()) == {
        *("To", "Subject", "Date", "Message-ID", "Auto-Submitted", "X-Unsent", "MIME-Version", "Content-Type")
    }
    assert [address.addr_spec for address in message["To"].addresses] == ["livia@example.org"]


@pytest.mark.parametrize(
    "email",
    [
        "livia@example.org\nBcc: x@example.org",
        "livia",
        "livia@@example.org",
        "livia@example.org <x@example.org>",
        "a@b c@d",
        "livia@example..org",
        '"a b"@example.org',
        "x" * 300 + "@example.org",
    ],
)
def test_what_is_not_plainly_an_address_is_none(tmp_path: Path, email: str) -> None:
    rows = [{**NATIONS[0], "Nation": "Roma"}, *NATIONS[1:]]
    land = [
        {"Territory": "Roma", "Owner": "Roma"},
        {"Territory": "Veii", "Owner": "Etruria"},
        {"Territory": "Bovianum"},
    ]

    def enter(book) -> None:  # type: ignore[no-untyped-def]
        book["Nations"]["C2"] = email

    workbook = tiber(tmp_path, nations=rows, territories=land, borders=[{"From": "Roma", "To": "Veii"}], change=enter)
    post = prepare_post(MailOptions(workbook, ("Roma",)), MailSettings())
    assert post.letters == ()
    assert "Email on the Nations sheet" in post.left_out[0][1]


def test_two_players_of_one_nation_both_get_its_mail(tmp_path: Path) -> None:
    def enter(book) -> None:  # type: ignore[no-untyped-def]
        book["Nations"]["C2"] = "livia@example.org; titus@example.org"

    post = prepare_post(MailOptions(tiber(tmp_path, change=enter), ("Rome",)), MailSettings())
    assert post.letters[0].addresses == ("livia@example.org", "titus@example.org")


def test_names_in_any_script_pass_through() -> None:
    message = compose(("a@example.org",), "Λιβία, „die Große“", "Der Spielleiter <gm@example.org>", ("Ἀγών", "χ"), {})
    again = message_from_bytes(message.as_bytes(), policy=policy.default)
    assert again["To"].addresses[0].display_name == "Λιβία, „die Große“"
    assert str(again["Subject"]) == "Ἀγών"
