# Everything a person does with this project by hand. The first call makes .venv; later calls are instant.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
CATALOGUES := $(wildcard firmware_py/locale/*/LC_MESSAGES/*.po)
COMPILED := $(CATALOGUES:.po=.mo)
MICROPYTHON := tests/micropython/node_modules
AXE := tests/phones/node_modules
GPIOZERO := build/gpiozero/test_real_pins.py

export PYGAME_HIDE_SUPPORT_PROMPT := 1

.PHONY: help run demo test coverage boot-test boot-image kernel-test kernel-image image image-test lint bench release soak kills curtain twins phones phone-stress mutations hands goldens sheets papers clauses first-time spoken bots by-hand format words wiring solids lock clean

# What the programs under tests/by_hand share with the tests.
WITH_TESTS := PYTHONPATH=tests:tests/support:tests/by_hand $(BIN)/python
BY_HAND := $(WITH_TESTS) tests/by_hand

run: $(READY) $(COMPILED)  ## the device on the desk simulator; without a screen, the demonstration
	$(BIN)/pyramid-referee desk

demo: $(READY) $(COMPILED)  ## a whole game of each kind by simulated presses, printed, with pictures in shots/
	$(BIN)/pyramid-referee demo --verbose --shots shots

help:  ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' Makefile

# One more than there are cores, because some tests wait.
WORKERS := -n $$(($$(nproc) + 1)) --dist worksteal

# With another Python: make PYTHON=python3.13 VENV=build/python3.13 test
test: $(READY) $(COMPILED) $(MICROPYTHON) $(AXE) $(GPIOZERO)  ## everything, or the folders TESTS; before a release WHOLE=1, which tries all of what is tried in part
	WHOLE=$(WHOLE) $(BIN)/pytest $(WORKERS) $(TESTS)

coverage: $(READY) $(COMPILED) $(MICROPYTHON) $(GPIOZERO)  ## lines and branches that the tests execute, in all their processes; some minutes
	rm -rf build/coverage
	-$(BIN)/coverage run -m pytest -q $(WORKERS)
	$(BIN)/coverage combine -q
	$(BIN)/coverage html -q -d build/coverage/html
	$(BIN)/coverage report

SUITE ?= bookworm
KERNEL = SUITE=$(SUITE) PYTHONPATH=tests/emulated:tests/support:tests/by_hand $(BIN)/python tests/kernel
kernel-test: $(READY) $(COMPILED)  ## play on an emulated arm64 computer over the kernel's own drivers (SUITE=trixie); some minutes
	$(KERNEL)

kernel-image: $(READY) $(COMPILED)  ## make what the kernel test starts from, once, as root (SUITE=trixie)
	$(KERNEL) image

CUTS ?= 20
ARCH ?= amd64
BOOT = PYTHONPATH=tests/emulated:tests/support $(BIN)/python tests/boot --arch $(ARCH) --suite $(SUITE)
boot-test: $(READY) $(COMPILED)  ## install and play on an emulated computer (ARCH=arm64, SUITE=trixie) whose power is cut CUTS times; most of an hour
	$(BOOT) $(CUTS)

boot-image: $(READY) $(COMPILED)  ## make what the boot test starts from, once, as root (ARCH=arm64, SUITE=trixie)
	$(BOOT) image

image: $(READY) $(COMPILED) $(VENV)/release  ## a flashable card for a Zero 2 W, 3 or 4 in build/image, as root; FLAVOUR=pi5 with the kernel of backports
	systemd/image/make

image-test: $(READY) $(COMPILED)  ## start the flashable card on an emulated computer, play, and write it over the played card
	PYTHONPATH=tests/emulated:tests/boot:tests/support $(BIN)/python tests/boot/flashed.py $(lastword $(wildcard build/image/*.img))

by-hand: $(READY) $(COMPILED)  ## a program of the tests that has no word of its own here: RUN="-m shown freeze before"
	$(WITH_TESTS) $(RUN)

lint: $(READY) $(COMPILED)  ## format, types, who may import whom, how finely the code is cut
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tests/support/private_words.py
	$(BIN)/python tests/support/gears.py

ROWS ?=
bench: $(VENV)/peers $(COMPILED)  ## the speed of everything beside peers and limits; `ROWS=press` for some rows, `JUDGE=1` to end with an error where a goal is missed
	$(WITH_TESTS) -m bench --rows "$(ROWS)" $(if $(JUDGE),--judge)

$(VENV)/peers: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[bench]'
	touch $@

RELEASE := build/release
VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
release: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct)
release: $(VENV)/release  ## the files of this version in build/release, its notes printed; the same commit gives the same bytes
	rm -rf $(RELEASE) && mkdir -p $(RELEASE)
	$(BIN)/python -m build --no-isolation --outdir $(RELEASE) . > build/release.log 2>&1 || { cat build/release.log; exit 1; }
	$(BIN)/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible -o $(RELEASE)/pyramid_referee-$(VERSION).cdx.json systemd/locked/program.txt 2>> build/release.log
	$(BIN)/python -m hardware.build.solids > $(RELEASE)/pyramid_referee-$(VERSION)-solids.zip
	$(BIN)/twine check --strict $(RELEASE)/*.tar.gz $(RELEASE)/*.whl
	cd $(RELEASE) && sha256sum * > SHA256SUMS && cat SHA256SUMS
	@sed -n '/^## $(VERSION)/,/^## /{/^## /!p}' CHANGELOG.md

$(VENV)/release: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[release]'
	touch $@

SECONDS ?= 1200
soak: $(READY) $(COMPILED)  ## random games, hands, faults and pulled plugs for SECONDS; nothing may leak or be lost
	$(BY_HAND)/soak.py $(SECONDS)

KILLS ?= 1000
kills: $(READY) $(COMPILED)  ## as many times signal 9 in the midst of play; nothing that was seen may be lost
	$(BY_HAND)/kills.py $(KILLS)

MUTATIONS ?= 10000 2000
SEED ?= 1
mutations: $(READY) $(COMPILED)  ## as many damaged journals, at random and on purpose; the device reports each of them
	$(BY_HAND)/mutate_journal.py $(SEED) $(MUTATIONS)

curtain: $(READY) $(COMPILED)  ## 300 steps through the pages of a game with secrets at each of 18 tables; no secret may come into view
	WHOLE=1 $(BIN)/pytest -q tests/pages/test_curtain.py

GAMES ?= 10
twins: $(READY) $(COMPILED)  ## GAMES pairs of games of each kind that differ in secrets only; nobody at the tables may notice
	$(BY_HAND)/twin_games.py $(GAMES)

phones: $(READY) $(COMPILED) $(AXE)  ## the phones' pages in Chromium: whole walks, sleep, reload, lost processes, barriers
	PHONES=1 $(BIN)/pytest tests/phones

PRESSES ?= 10000
phone-stress: $(READY) $(COMPILED)  ## PRESSES presses on six phones, with doubles, cuts, sleeps and kills of their process; none is lost or doubled
	$(BY_HAND)/phone_stress.py $(PRESSES)

N ?= 400
bots: $(READY) $(COMPILED)  ## how strong the box plays: N games a row against named opponents; ROWS="mummy 3, pharaoh" for some rows
	$(BY_HAND)/tournament.py --games $(N) --rows "$(ROWS)"

MOVES ?= 1000
hands: $(READY) $(COMPILED)  ## MOVES moves by hand on each kind of board, under all disturbances; what the device makes of them
	$(BY_HAND)/judge_hands.py $(MOVES)

SHOWN := $(WITH_TESTS) -m shown
goldens: $(READY) $(COMPILED)  ## draw all golden pictures and texts again; then look at every difference
	$(SHOWN) goldens

sheets: $(READY) $(COMPILED)  ## every page in every size and language, for all buttons, and of phones in Chromium, on contact sheets in build/sheets; ONLY="480x320 fr" or ONLY=phone for some
	$(SHOWN) sheets $(ONLY)

papers: $(READY) $(COMPILED)  ## all that a program makes in the papers: pictures, films, tables of the wiring, the schema of records
	$(BIN)/python -m hardware.guide
	$(SHOWN) papers $(ONLY)

clauses: $(READY) $(COMPILED)  ## print each clause, the situations in which players can ask about it, and what they read
	@$(SHOWN) clauses

first-time: $(READY) $(COMPILED)  ## count what people read and press who play each game for the first time
	@$(SHOWN) first-time

spoken: $(READY) $(COMPILED)  ## print a whole game of each kind as the voice says it, press by press; ONLY=fr for one language
	@$(SHOWN) spoken $(ONLY)

format: $(READY)  ## lay out the code as lint asks
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What Babel writes at the head of a catalogue, and what version control tells better.
ABOUT := Project-Id-Version|Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By

words: $(READY)  ## collect every sentence a person reads into the catalogues
	mkdir -p build
	PYTHONPATH=. $(BIN)/pybabel extract --mapping pyproject.toml --no-location --sort-output -k words:1 -k words_n:1,2 -o build/words.pot firmware_py
	for po in $(CATALOGUES); do \
	    $(BIN)/pybabel update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date \
	        -w 110 -i build/words.pot -o $$po -l $$(echo $$po | cut -d/ -f3) \
	    && sed -i -E '/^msgid ""/,/^$$/{/^"($(ABOUT)): /d}' $$po || exit 1; done

$(MICROPYTHON): tests/micropython/package-lock.json
	@command -v npm > /dev/null && npm ci --silent --no-audit --no-fund --prefix tests/micropython && touch $@ \
	    || echo 'Without npm the tests in MicroPython are skipped.'

$(AXE): tests/phones/package-lock.json
	@command -v npm > /dev/null && npm ci --silent --no-audit --no-fund --prefix tests/phones && touch $@ \
	    || echo 'Without npm no barriers are looked for on the phones.'

# gpiozero's own tests of real pins, which are in its source package alone.
$(GPIOZERO): systemd/locked/program.txt $(READY)
	rm -rf $(@D) && mkdir -p $(@D) && sed -n '/^gpiozero==/,/[^\\]$$/p' $< > $(@D)/list.txt
	@$(BIN)/pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: --no-build-isolation \
	        --require-hashes --requirement $(@D)/list.txt --dest $(@D) \
	    && tar -xzf $(@D)/gpiozero-*.tar.gz -C $(@D) --strip-components 2 --wildcards '*/tests/test_real_pins.py' \
	    && touch $@ || echo 'Without a package index the tests of gpiozero are skipped.'

%.mo: %.po setup.py $(READY)
	$(BIN)/python -c 'import pathlib, setup; setup.compile_catalogue(pathlib.Path("$<"))'

solids: $(READY)  ## console, frame and carriers as STL files in build/solids, and their pictures in hardware/guide
	$(BIN)/python -m hardware.guide.render

wiring: $(READY)  ## draw the pictures of hardware/WIRING.md and renew its tables
	$(BIN)/python -m hardware.guide

# What the installer may install: each file by its hash, for every kind of computer and Python.
LOCKED := build/lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --only-binary :all: \
    --generate-hashes --no-annotate --custom-compile-command 'make lock' --constraint constraints.txt

lock:  ## newest versions that fit pyproject.toml, written to constraints.txt, and with hashes to systemd/locked
	rm -rf build/lock && $(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet --upgrade setuptools babel uv
	build/lock/bin/pip install --quiet --no-build-isolation -e '.[dev,bench,release]'
	build/lock/bin/pip freeze --all --exclude-editable | grep -Ev '^(pip|uv)==' > constraints.txt
	$(LOCKED) pyproject.toml --output-file systemd/locked/program.txt
	printf 'setuptools\nbabel\n' | $(LOCKED) - --output-file systemd/locked/build.txt
	rm -rf build/lock

clean:  ## take away what was made here
	rm -rf $(VENV) build *.egg-info shots $(COMPILED)

$(READY): pyproject.toml setup.py constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Python 3.11 or later is needed; name it with: make PYTHON=python3.12'; exit 1; }
	@echo 'The first call installs the pinned packages into .venv; that takes a minute or two.'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade -c constraints.txt setuptools babel
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[dev]'
	touch $@
