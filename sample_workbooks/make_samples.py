"""Makes the sample workbooks in this folder anew: `python sample_workbooks/make_samples.py`.

With `--check` nothing is written; the exit code is 1 if a workbook here is not what its content says it should be.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from adjudicator.workbook.samples.catalogue import SAMPLES
from adjudicator.workbook.samples.currency import same_content

FOLDER = Path(__file__).resolve().parent


def main() -> int:
    """Write, or check, every sample. Returns the exit code."""
    parser = argparse.ArgumentParser(description="Make the sample workbooks anew.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if one is out of date")
    only_check = parser.parse_args().check
    stale = []
    for name, make in SAMPLES.items():
        path = FOLDER / f"{name}.xlsx"
        made = make()
        if path.is_file() and same_content(path.read_bytes(), made):
            print(f"{path.name}: current")
            continue
        stale.append(name)
        if not only_check:
            path.write_bytes(made)
        print(f"{path.name}: {'out of date' if only_check else 'written'}")
    return 1 if only_check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
