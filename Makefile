# make play   the whole game here, in a browser      make test   every check
# make demo   a game that plays itself               make bench  what a move costs
# make torture  kills, cuts, races and floods, and what was lost (a few minutes)
# make lock   take newer versions of what we depend on
#
# Everything is set up when it is first needed, in .venv; PYTHON=python3.12 make test uses another Python.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
# Test data from npm: what finds flaws of accessibility. Where it is missing, one test is skipped.
AXE := axe-core@4.14.1
# Words for the sandbox: make play SANDBOX="--fresh --port 9000".
SANDBOX ?=
# The floors of which every line and branch is tested; tracing the others would take a minute more.
PURE := tests/rules tests/referee tests/store
UR := PYTHONPATH=src $(BIN)/python -m ur

.PHONY: play demo test check-format check-lint check-types check-workflows check-tests bench torture format lock clean

play: $(READY)
	$(UR) sandbox $(SANDBOX)

demo: $(READY)
	PYTHONPATH=src $(BIN)/python -m ur.sandbox.demo

test: check-format check-lint check-types check-workflows check-tests

check-format: $(READY)
	$(BIN)/ruff format --check --quiet .

check-lint: $(READY)
	$(BIN)/ruff check --quiet .

check-types: $(READY)
	$(BIN)/mypy --no-error-summary

check-workflows: $(READY)
	$(BIN)/zizmor --offline --quiet .github
	$(BIN)/actionlint .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-actions .github/actions/*/action.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml

check-tests: $(READY)
	$(BIN)/pytest --numprocesses=auto --cov --cov-report=term $(PURE)
	$(BIN)/pytest --numprocesses=auto $(PURE:%=--ignore=%)

bench: $(READY)
	PYTHONPATH=src:. $(BIN)/python -m tests.bench

torture: $(READY)
	PYTHONPATH=src:. $(BIN)/python -m tests.torture

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: $(READY)
	$(BIN)/uv pip compile --upgrade --quiet --universal --python-version 3.11 --custom-compile-command "make lock" \
	    pyproject.toml --output-file requirements.txt
	$(BIN)/uv pip compile --upgrade --quiet --universal --python-version 3.11 --custom-compile-command "make lock" \
	    --extra dev --constraint requirements.txt pyproject.toml --output-file requirements-dev.txt

clean:
	rm -rf .venv .demo .sandbox

$(READY): Makefile requirements.txt requirements-dev.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip --quiet --disable-pip-version-check install uv==0.13.9
	$(BIN)/uv pip install --quiet --python $(BIN)/python --requirement requirements-dev.txt
	npm install --prefix .venv/npm $(AXE) --no-save --ignore-scripts --no-audit --no-fund --loglevel=error || \
	    echo "Without npm the accessibility test is skipped."
	touch $@
