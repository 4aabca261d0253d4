# The two commands of the project are `make run` and `make test`; the rest is for developers.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test quick check format bench clean

run: .venv/.native
	$(BIN)/stammtisch serve $(ARGS)

test: .venv/.native check
	$(BIN)/pytest -q -n auto

# A run without the slowest tests, for while one works.
quick: .venv/.native
	$(BIN)/pytest -q -n auto -m 'not slow'

check: .venv/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/.installed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

.venv/.installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	-$(BIN)/python -m stammtisch.native
	touch $@

# Machine code where it pays; without a C compiler one line says so, and plain Python is used.
.venv/.native: .venv/.installed stammtisch/plain.py $(wildcard stammtisch/games/*.py stammtisch/games/*/kernel.py stammtisch/bots/*/thumbs.py stammtisch/bots/*/hands.py)
	-$(BIN)/python -m stammtisch.native
	touch $@

clean:
	find stammtisch -name '*.so' -delete
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
