"""The sample workbooks that come with the program: what they are called, and their bytes.

`sample_workbooks/make_samples.py` makes them from `catalogue`; this module finds the files, and is cheap to import.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_FOLDER: Final = "sample_workbooks"
_SUFFIX: Final = ".xlsx"


class UnknownSampleError(KeyError):
    """No sample has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"there is no sample {self.name!r}; there are {', '.join(sample_names())}"


def samples_folder() -> Path:
    """Where the sample workbooks are: inside an installed wheel, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[2]
    shipped = package / "_shipped" / _FOLDER
    return shipped if shipped.is_dir() else package.parent / _FOLDER


def sample_names() -> tuple[str, ...]:
    """The samples' names in alphabetical order."""
    return tuple(sorted(path.stem for path in samples_folder().glob(f"*{_SUFFIX}") if path.stem[:1].isalnum()))


def sample_bytes(name: str) -> bytes:
    """The workbook of a sample, dice seed and all: good to try things on, since everyone gets the same dice.

    Raises `UnknownSampleError`.
    """
    if name not in sample_names():
        raise UnknownSampleError(name)
    return (samples_folder() / f"{name}{_SUFFIX}").read_bytes()
