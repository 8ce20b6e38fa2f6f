# heft: everything a user or a contributor runs. `make` alone lists the targets.
#
# The environment is .venv in this folder, made by a plain Python from the hash-locked files in requirements/.
# Stamps inside .venv remember what it was made from: the second run costs nothing, a changed lock reinstalls.
#
#   make test PYTHON=python3.13              another interpreter (after `make clean`)
#   make test ARGS="tests/laws -k energy"    arguments for pytest
#   make fuzz SECONDS=600                    how long to fuzz [s]
#   make lock LOCK_FLAGS=--upgrade           newer versions of everything

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
UV ?= uv
ARGS ?=
PAGES ?=
LOCK_FLAGS ?=
SECONDS ?= 3600

# Containers often set this. Without bytecode of its modules every command would begin by compiling them, for seconds.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint types layers docs links docs-update examples bench fuzz diffnea assets lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

demo: $(VENV)/.core ## install heft in .venv and run its demonstration
	@$(BIN)/heft demo

test: $(VENV)/.dev ## run the tests, on all cores
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal --durations 20 --durations-min 5 $(ARGS)

lint: $(VENV)/.dev ## check the style of the code and its formatting
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ruff format --check .

types: $(VENV)/.dev ## check the types
	@PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/python -m pyright

layers: $(VENV)/.dev ## check that imports point downward
	@$(BIN)/lint-imports --no-logo

docs: $(VENV)/.dev ## build the documentation in docs/_build/html
	@$(BIN)/python -m sphinx -q -W --keep-going -b html docs docs/_build/html
	@echo "The documentation is in docs/_build/html/index.html."

links: $(VENV)/.dev ## check that the links of the documentation lead somewhere (needs the network)
	@$(BIN)/python -m sphinx -q -b linkcheck docs docs/_build/links

docs-update: $(VENV)/.dev ## run the commands in the manual and write what they print into its pages (PAGES=docs/cli.md)
	@PYTHONPATH=tests $(BIN)/python -m support.manual $(PAGES)

examples: $(VENV)/.dev ## run every script and notebook in examples/
	@folder=$$(mktemp -d) && for script in examples/*.py; do \
	    echo "== $$script"; \
	    (cd "$$folder" && "$(CURDIR)/$(BIN)/python" "$(CURDIR)/$$script") || exit 1; \
	done && for notebook in examples/*.ipynb; do \
	    echo "== $$notebook"; \
	    (cd "$$folder" && PYTHONPATH="$(CURDIR)/tests" "$(CURDIR)/$(BIN)/python" -m support.notebook "$(CURDIR)/$$notebook") || exit 1; \
	done; rm -r "$$folder"

fuzz: $(VENV)/.dev ## try damaged inputs of every kind for an hour (SECONDS=60 for a minute)
	@$(BIN)/python -m pytest tests/fuzz --numprocesses auto --fuzz-seconds $(SECONDS) $(ARGS)

bench: $(VENV)/.dev ## compare the speed of the dynamics with that of a peer
	@$(BIN)/python benchmarks/dynamics.py $(ARGS)

diffnea: $(VENV)/.dev ## the models of the DiffNEA paper beside each other (ARGS=--quick, or --smoke for minutes)
	@$(BIN)/python benchmarks/diffnea.py --table docs/diffnea_table.md --figure docs/images/diffnea.svg $(ARGS)

# The script and the style of the reports, committed as built: users need neither Node nor the network.
assets: ## build src/heft/report/assets from web/ (needs Node 20 or newer, npm and the network)
	@command -v npm >/dev/null || { echo "make assets needs Node 20 or newer, with npm." >&2; exit 1; }
	@cd web && npm ci --silent && npm run --silent build
	@echo "Built src/heft/report/assets; commit it with web/."

# dev first; core is then held to the versions of dev, so that one can be installed over the other.
COMPILE = $(UV) pip compile pyproject.toml --quiet --no-config --universal --python-version 3.11 \
    --fork-strategy fewest --generate-hashes --no-emit-index-url \
    --custom-compile-command "make lock" $(LOCK_FLAGS)

lock: ## write requirements/*.txt anew from pyproject.toml (needs uv)
	@command -v $(UV) >/dev/null || { echo "make lock needs uv; install it, or name it: make lock UV=path/to/uv" >&2; exit 1; }
	@echo "Locking requirements/dev.txt and requirements/core.txt"
	@$(COMPILE) --group dev --output-file requirements/dev.txt
	@$(COMPILE) --group build --constraints requirements/dev.txt --output-file requirements/core.txt

clean: ## remove the environment and everything that was built
	@rm -rf $(VENV) build dist docs/_build .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment ------------------------------------------------------------------------------------------------

# Both files hold hatchling and editables, so the project itself is installed without fetching anything more.
# Python compiles a module when it is first imported; all of them at once would take 100 MB, most of which is never used.
define install
	@echo "Installing $(1) in $(VENV) (a minute or so the first time)"
	@$(PIP) install --no-compile --require-hashes -r $(1)
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@
endef

$(VENV)/.core: requirements/core.txt pyproject.toml $(VENV)/.home
	$(call install,requirements/core.txt)

$(VENV)/.dev: requirements/dev.txt pyproject.toml $(VENV)/.home
	$(call install,requirements/dev.txt)

# .home holds the folder that the environment was made in: scripts and the editable install carry that path, so a
# tree that was copied or moved gets a new environment.
ifneq ($(shell cat $(VENV)/.home 2>/dev/null),$(CURDIR))
.PHONY: $(VENV)/.home
endif

$(VENV)/.home:
	@python="$(PYTHON)"; \
	if [ -z "$$python" ]; then \
	    if python3.11 -c "" 2>/dev/null; then python=python3.11; else python=python3; fi; \
	fi; \
	command -v "$$python" >/dev/null || \
	    { echo "heft needs Python 3.11 or newer; there is no $$python here. Install it, or name one: make PYTHON=..." >&2; exit 1; }; \
	version=$$("$$python" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])') && \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "heft needs Python 3.11 or newer; $$python is $${version:-broken}. Name another: make PYTHON=..." >&2; exit 1; }; \
	"$$python" -c 'import venv, ensurepip' 2>/dev/null || \
	    { echo "$$python cannot make environments: its venv module is missing (Debian, Ubuntu: install python$${version%.*}-venv)." >&2; exit 1; }; \
	echo "Creating $(VENV) with Python $$version"; \
	if [ -e $(VENV)/.home ]; then rm -rf $(VENV); fi; \
	"$$python" -m venv $(VENV) && printf '%s\n' "$(CURDIR)" > $@
