"""The bots that play Tarock: `players` has them, by level."""
