"""`python -m carcassonne`: the command line."""

from carcassonne.cli import main

raise SystemExit(main())
