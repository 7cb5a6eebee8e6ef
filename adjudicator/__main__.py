"""`python -m adjudicator` is `adjudicate`."""

from adjudicator.cli.main import main

main()
