"""The mail server's settings: where they are looked for, what goes before what, and what is not allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.mail.settings import MailSettings, Security, find_settings
from adjudicator.not_possible import NotPossibleError

GOOD = '[mail]\nserver = "smtp.example.org"\nuser = "gm@example.org"\n'


def settings(folder: Path, text: str | None = GOOD, **environment: str) -> MailSettings:
    if text is not None:
        (folder / "adjudicate.toml").write_text(text, encoding="utf-8")
    around = {"HOME": str(folder / "home"), **{f"ADJUDICATE_MAIL_{name}": value for name, value in environment.items()}}
    return find_settings(folder / "campaign.xlsx", None, around)


def test_a_file_beside_the_workbook(tmp_path: Path) -> None:
    found = settings(tmp_path)
    assert (found.server, found.port, found.security) == ("smtp.example.org", 587, Security.STARTTLS)
    assert found.sender == found.address == "gm@example.org"
    assert found.needs_password


def test_the_users_own_file_counts_where_there_is_none_beside(tmp_path: Path) -> None:
    own = tmp_path / "home" / ".config" / "adjudicate"
    own.mkdir(parents=True)
    (own / "adjudicate.toml").write_text(GOOD.replace("smtp", "own"))
    assert settings(tmp_path, None).server == "own.example.org"
    assert settings(tmp_path).server == "smtp.example.org"


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    found = settings(tmp_path, SERVER="mail.example.org", PORT="2525", SECURITY="tls", PASSWORD="secret")
    assert (found.server, found.port, found.security, found.password) == (
        *("mail.example.org", 2525, Security.TLS),
        "secret",
    )
    assert settings(tmp_path, SECURITY="tls").port == 465


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    assert "secret" not in repr(settings(tmp_path, PASSWORD="secret"))


def test_a_password_in_a_file_that_others_can_read_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "adjudicate.toml"
    path.write_text(GOOD + 'password = "secret"\n')
    path.chmod(0o644)
    assert "chmod 600" in settings(tmp_path, None).notes[0]
    path.chmod(0o600)
    assert settings(tmp_path, None).notes == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mail = 3", r"\[mail\]"),
        ("[mail\n", "cannot be read"),
        ('[mail]\nserer = "x"\n', "no use for 'serer'"),
        (GOOD + "port = 99999\n", "port is a number"),
        (GOOD + 'security = "none"\n', "this very computer"),
        (GOOD + 'security = "ssl"\n', "security is one of starttls, tls, none"),
        (GOOD + 'from = "The GM"\n', "from is to be an address"),
        (GOOD + 'from = "a@b.org\\nBcc: c@d.org"\n', "from is to be an address"),
    ],
)
def test_what_cannot_be_meant_is_said(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(NotPossibleError, match=said):
        settings(tmp_path, text)


def test_to_send_there_must_be_a_server_and_a_sender(tmp_path: Path) -> None:
    with pytest.raises(NotPossibleError, match="No mail server"):
        settings(tmp_path, None).require_server()
    with pytest.raises(NotPossibleError, match="sender"):
        settings(tmp_path, '[mail]\nserver = "x.org"\nuser = "gm"\n').require_server()
    settings(tmp_path).require_server()
