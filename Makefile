# make demo   a sample campaign through a whole year: workbook, archive, newsletters
# make test   every test
# make check  linters and types
# make bench  measurements, as ratios within one run
# make samples  the sample workbooks, made anew
# All of them set up what is missing first: a virtual environment, packages, and on Debian system libraries.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := demo

.PHONY: demo test check bench samples clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $@

$(VENV)/.runs: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

demo: $(VENV)/.runs
	.ci/system-packages pdf
	rm -rf $(DEMO) reports/anatolia
	mkdir -p $(DEMO)
	$(BIN)/adjudicate new $(DEMO)/anatolia.xlsx --sample anatolia
	for season in winter spring summer fall; do \
		$(BIN)/adjudicate $(DEMO)/anatolia.xlsx --reports reports || exit $$?; \
	done
	@echo
	@echo "The campaign after its first year: $(DEMO)/anatolia.xlsx"
	@echo "Its four archived seasons:         $(DEMO)/archive/anatolia/"
	@echo "A newsletter for every player:     reports/anatolia/"

test: $(VENV)/.installed
	.ci/system-packages tests
	$(BIN)/python -m pytest -n auto $(TESTS)

check: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.installed
	.ci/system-packages pdf
	$(BIN)/python -m benchmarks

samples: $(VENV)/.installed
	$(BIN)/python sample_workbooks/make_samples.py

clean:
	rm -rf $(VENV) $(DEMO) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
