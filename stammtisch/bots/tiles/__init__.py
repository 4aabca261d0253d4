"""The bots that play tiles: `players` has them, by level."""
