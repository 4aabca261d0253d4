"""Hearts for four: a whole game outside of the package, as `docs/adding-a-game.md` explains it."""
