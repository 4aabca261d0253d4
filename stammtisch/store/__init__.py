"""What must last. Nothing is imported here, because the writer process needs little of it."""
