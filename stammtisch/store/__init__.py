"""What must last. Nothing is imported here: the scribe's process needs little of this room."""
