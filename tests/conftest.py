"""The tests have a game of their own, which is found like that of any other package, in child
processes too."""

from __future__ import annotations

import os
from pathlib import Path

os.environ["STAMMTISCH_GAMES"] = "tests.games.hearts.match:HEARTS_GAME"
_HERE = str(Path(__file__).parents[1])
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (_HERE, os.environ.get("PYTHONPATH"))))
