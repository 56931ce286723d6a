# `make help` lists the targets. Nothing but python3 and make has to be there: each target makes `.venv` if it has to.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JIT := .venv-jit
INSTALLED := $(VENV)/.installed
INSTALLED_PEERS := $(VENV)/.installed-peers
INSTALLED_DOCS := $(VENV)/.installed-docs
JOBS ?= 2

# The tests start a hundred processes that import the package: each would compile it anew where the environment forbids to
# keep what is compiled.
export PYTHONDONTWRITEBYTECODE :=

# Three times, because the network may fail.
define install_with_extras
	for attempt in 1 2 3; do \
		$(BIN)/python -m pip install --disable-pip-version-check --quiet --retries 10 --editable '.[$(EXTRAS)]' && break; \
		test $$attempt -lt 3 && sleep 5; \
	done
endef

.DEFAULT_GOAL := help
.PHONY: help install demo test jit mutants check format golden bench docs pages clean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "  make %-8s %s\n", $$1, $$2}'

install: $(INSTALLED)  ## make .venv, with the package and what its tests need in it

$(INSTALLED): EXTRAS := test,check,scipy,plot
$(INSTALLED): pyproject.toml
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(install_with_extras)
	touch $@

# A peer that can't be installed is left out of the comparison.
$(INSTALLED_PEERS): EXTRAS := bench
$(INSTALLED_PEERS): $(INSTALLED)
	-($(install_with_extras)) && touch $@

$(INSTALLED_DOCS): EXTRAS := docs
$(INSTALLED_DOCS): $(INSTALLED)
	$(install_with_extras)
	touch $@

demo: $(INSTALLED)  ## a function, its Wengert list, its derivatives, and the gradient beside differences
	$(BIN)/python examples/demo.py

test: $(INSTALLED)  ## run all tests, the corpus among them
	$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal

# Apart from the others, in an environment of its own: Numba takes its time to follow NumPy and Python, and would hold back what
# all other tests run with. Without it they run the same loops as Python.
jit:  ## run the tests of compiled derivatives with Numba
	test -x $(JIT)/bin/python || $(PYTHON) -m venv $(JIT)
	$(JIT)/bin/python -m pip install --disable-pip-version-check --quiet --retries 10 --editable '.[test,scipy,jit]'
	$(JIT)/bin/python -m pytest -q -n $(JOBS) --dist worksteal tests/loops

mutants: $(INSTALLED)  ## remove single statements of the compiler, and show those that no test misses; SEED=7 chooses them
	$(BIN)/python tools/mutants.py --jobs $(JOBS) $(if $(SEED),--seed $(SEED))

check: $(INSTALLED)  ## linter, format, types, layers
	$(BIN)/python -m ruff check .
	$(BIN)/python -m black --check --quiet . || { $(BIN)/python -m black --check .; exit 1; }
	$(BIN)/python -m mypy
	$(BIN)/python tools/check_layers.py

format: $(INSTALLED)  ## let the linter and black change what they can
	$(BIN)/python -m ruff check --fix-only .
	$(BIN)/python -m black --quiet .

golden: $(INSTALLED)  ## write the golden files anew
	$(BIN)/python -m pytest -q tests/golden --update-golden

bench: $(INSTALLED_PEERS)  ## compare with autograd, JAX, PyTorch and derivatives written by hand
	$(BIN)/python benchmarks/run.py

docs: $(INSTALLED_DOCS)  ## build the documentation in site/; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "site/index.html is the documentation"

pages: $(INSTALLED)  ## write what the pages of docs/ have from the code and the examples
	$(BIN)/python tools/write_docs.py
	$(BIN)/python tools/write_examples.py

clean:  ## remove .venv and everything else that was made
	rm -rf $(VENV) $(JIT) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
