"""The page that tells players how to check a die: what it shows is run, and agrees with the program's own dice."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.rules.dice import draw_die, seed_commitment

PAGE = Path(__file__).parents[1] / "docs" / "verify-a-roll.md"
SEED = "a seed shown when the war was over"
KEY = "1071|spring|siege|Rome|Veii|1"
DRAW = "07 19 23 31 40 42"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def run_python(program):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout


def run_shell(line):
    if shutil.which("openssl") is None or shutil.which("sh") is None:
        pytest.skip("no openssl here")
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True).stdout


def the_python():
    (program,) = blocks("python")
    return program


def test_the_python_is_about_ten_lines():
    assert len([line for line in the_python().splitlines() if line.strip()]) <= 10


def test_the_python_prints_what_the_page_says():
    assert run_python(the_python()) == blocks("text")[0] == f"{draw_die(SEED, KEY)}\n"


def test_the_python_takes_a_public_draw():
    program = the_python().replace(f'"{KEY}"', f'"{KEY}", "{DRAW}"')
    assert f"would have been {run_python(program).strip()}." in PAGE.read_text(encoding="utf-8")
    assert run_python(program) == f"{draw_die(SEED, f'{KEY}|{DRAW}')}\n"


def test_the_python_agrees_with_the_program_on_many_keys():
    definition, _, _ = the_python().rpartition("\nprint")
    keys = [f"1071|summer|battle|Ῥωμαῖοι|Κωνσταντινούπολις|{attempt}" for attempt in range(1, 400)]
    program = f"{definition}\nfor key in {keys!r}: print(ascii(die('zażółć', key)))"
    assert run_python(program).split() == [str(draw_die("zażółć", key)) for key in keys]


def test_the_shell_prints_the_digest_and_the_die_the_page_shows():
    digest, one_line, commitment = blocks("sh")
    assert run_shell(digest) == blocks("text")[1]
    assert run_shell(one_line) == f"{draw_die(SEED, KEY)}\n"
    assert run_shell(commitment) == blocks("text")[2] == f"{seed_commitment(SEED)} *stdin\n"


def test_the_shell_line_passes_over_bytes_that_would_favour_low_numbers():
    attempt = next(n for n in range(1, 2000) if _first_byte(f"1071|spring|siege|Rome|Veii|{n}") >= 252)
    key = f"1071|spring|siege|Rome|Veii|{attempt}"
    assert run_shell(blocks("sh")[1].replace(KEY, key)) == f"{draw_die(SEED, key)}\n"


def _first_byte(key):
    import hashlib
    import hmac

    return hmac.new(SEED.encode(), key.encode(), hashlib.sha256).digest()[0]
