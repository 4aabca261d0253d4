"""What must last. Nothing is imported here: the writer process's process needs little of this
room."""
