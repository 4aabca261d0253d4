"""`python -m stammtisch.cli` is `stammtisch`."""

import sys

from stammtisch.cli.commands import main

sys.exit(main())
