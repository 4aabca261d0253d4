REFUSALS: dict[str, str] = {}
