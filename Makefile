# `make run` plays, `make test` proves, `make check` reads. The first use of any of them sets up
# what it needs: `make run` the product alone, the others their tools as well.
PY := .venv/bin/python
RUN := .venv/bin/companion
QUIET_WINDOW := env SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy KIVY_NO_ARGS=1 KIVY_NO_CONFIG=1 KIVY_NO_FILELOG=1 KIVY_LOG_MODE=PYTHON
# what was compiled once stays so: tests start hundreds of processes
export PYTHONDONTWRITEBYTECODE :=
# tests and tools import numpy themselves; the product sees to it in vision/__init__.py
export OPENBLAS_NUM_THREADS := 1
# two workers of the tests for each core, many of them wait for trays, brokers and browsers; each may grow to 4 GB
WORKERS = $(shell $(PY) -c 'import os; page, pages = map(os.sysconf, ("SC_PAGE_SIZE", "SC_PHYS_PAGES")); print(max(2, min(2 * os.cpu_count(), page * pages // 5_000_000_000)))')
# asked for where a recipe needs it: the list of titles is the one place that names the games
GAMES = $(or $(shell $(PY) -c 'from companion.titles import BUILT_IN; print(*BUILT_IN)'),$(error no title could be read))
LOCK := $(PY) -m uv pip compile --universal --generate-hashes --upgrade --no-emit-index-url --no-annotate --no-header --quiet

.PHONY: help setup setup-build setup-dev run pictures test test-opencv5 soak bench bench-app bench-desk taps bench-vision check format format-check lint types layers kv rulebooks rules words deb portable roads containers android lock docs strips traced steps models clean

help:
	@sed -n 's/^\([a-z0-9-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 22

setup: ## what the product needs: .venv from requirements.lock, system packages through apt (a second run is at once)
	@tools/setup run

setup-build: ## adds what makes packages: of what is in requirements-dev.lock only what draws their icons
	@tools/setup build

setup-dev: ## adds what tests, checks and tools need, from requirements-dev.lock
	@tools/setup dev

run: setup ## the app on the virtual table; without a display a whole game off screen
	@if [ -n "$$DISPLAY" ]; then exec $(RUN) --table virtual; \
	else echo "no display: playing a whole game off screen, pictures go to out/screens"; \
	mkdir -p out/screens && exec $(QUIET_WINDOW) $(RUN) demo --screens out/screens; fi

pictures: setup ## the documents' pictures of a game, taken while one is played on the virtual table, and what `companion tray test` prints
	@for game in $(GAMES); do \
	$(QUIET_WINDOW) $(RUN) demo --game $$game --players 4 --seed 7 --screens out/pictures/$$game || exit 1; \
	for old in docs/screens/manual-$$game-*.png; do cp out/pictures/$$game/$${old#docs/screens/manual-$$game-} $$old; done; done
	@for name in table history devices differ scan; do cp out/pictures/$(firstword $(GAMES))/$$name.png docs/screens; done
	@$(PY) -m tools.docs.camera_tasks docs/screens
	@for language in en it; do $(PY) -m tools.docs.screens $$language docs/screens || exit 1; done
	@$(PY) -m tools.docs.printed docs/screens
	@$(PY) -m tools.docs.bench_page
	@$(PY) -m tools.docs.lean docs/screens

test: setup-dev ## every test but the slow ones
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal -m "not slow" $(ARGS)

test-opencv5: setup ## the tests of the eyes with OpenCV 5, in an environment of its own (optional)
	@test -x out/opencv5/bin/python || $(PY) -m venv out/opencv5
	@out/opencv5/bin/python -m pip install --quiet "opencv-python-headless>=5,<6" numpy msgspec platformdirs pytest pytest-xdist
	@out/opencv5/bin/python -m pytest -n 2 tests/vision $(ARGS)

soak: setup-dev ## hours, in parts: slow tests, random games, trays, kills, damage, full disks, hostile bytes (PARTS="kills disk", ARGS="--list")
	@$(PY) -m tools.soak_all $(PARTS) $(ARGS)

bench: setup-dev ## speed beside the peers, into docs/benchmarks.md
	@status=0; for part in start engine devices vision_speed vision_table vision_quiet; do \
	$(PY) -m tools.bench_$$part --write || status=1; done; exit $$status

bench-app: setup-dev ## what a tap costs in the running app, into docs/benchmarks.md
	@$(PY) -m tools.bench_app --write

bench-desk: setup-dev ## a convention's desk under load: 500 tables, an entry a second each, ten minutes, its parts killed at random; of a club: ARGS="--engine club --tables 50 --seconds 60 --kills 4"
	@$(PY) -m tools.bench_desk $(ARGS)

taps: setup-dev ## an hour of whole games by taps and a monkey in the window, judged (ARGS="--minutes N --title GAME --seed N")
	@$(PY) -m tools.taps $(ARGS)

bench-vision: setup-dev ## the eyes on real photos beside the project, into docs/vision-results.md
	@$(PY) -m tools.bench_vision $(ARGS)

check: format-check lint types layers kv rulebooks ## everything that can be judged without running the product

format: setup-dev ## rewrites the layout of the code
	@$(PY) -m ruff format . && $(PY) -m ruff check --fix .

format-check: setup-dev
	@$(PY) -m ruff format --check .

lint: setup-dev
	@$(PY) -m ruff check .

types: setup-dev
	@$(PY) -m mypy

layers: setup-dev
	@.venv/bin/lint-imports --no-logo

kv: setup-dev
	@$(QUIET_WINDOW) $(PY) -m tools.kv_lint companion/ui

rulebooks: setup-dev
	@$(PY) -m tools.check_rulebook engine
	@$(PY) -m tools.check_wording

rules: setup-dev ## each rule with its code, its tests (seen to reach it) and its printed places; fails on a hole
	@status=0; for game in $(GAMES); do \
	$(PY) -m tools.rules $$game --prove || status=1; done; exit $$status

words: ## what players read: collected from the sources and compiled, every language (say in the .po what is new)
	@mkdir -p out
	@$(PY) -m babel.messages.frontend --quiet extract -F companion/locale/babel.cfg -k _ -k n_:1,2 --no-location \
		--sort-output --omit-header -o out/companion.pot companion
	@$(PY) -m babel.messages.frontend --quiet update -i out/companion.pot -d companion/locale -D companion \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	@$(PY) -m babel.messages.frontend --quiet compile -d companion/locale -D companion

deb: setup-build ## the Debian package of this checkout into out/deb (ARGS="--python 3.13 --arch arm64" for another machine)
	@$(PY) -m tools.deb $(ARGS)

portable: setup-build ## the companion as a folder for any Linux with a Python of one version, into out/portable (ARGS="--python 3.13 --arch arm64")
	@$(PY) -m tools.portable $(ARGS)

roads: setup-dev ## from nothing to the final score by each way to install it (ROADS="pipx portable root"; deb puts it on this machine and takes it out; WITHIN=600 ends it after so many seconds)
	@WITHIN=$(WITHIN) deploy/roads/try $(or $(ROADS),pipx portable root)

containers: setup-build ## what a club's server (docker compose) and Home Assistant build from, into out/containers
	@$(PY) -m tools.containers

android: setup-build ## the folder an Android package is built in (buildozer and an SDK), into out/android
	@$(PY) -m tools.android

lock: setup ## the locks anew from pyproject.toml, with the same versions in both, and those of `make docs`, `make strips` and `make models` (they name no index)
	@$(PY) -m pip install --quiet uv
	@$(LOCK) pyproject.toml --group build --output-file requirements.lock > /dev/null
	@$(LOCK) --group dev --constraints requirements.lock --output-file requirements-dev.lock > /dev/null
	@$(LOCK) --python-version 3.11 --constraints requirements.lock requirements-convention.in --output-file requirements-convention.lock > /dev/null
	@for each in docs photoreal models; do \
	$(LOCK) --python-version 3.11 requirements-$$each.in --output-file requirements-$$each.lock > /dev/null || exit 1; done

docs: out/docs-venv/ready ## the manual, Italian and English, as a site and as PDF in out/site (in an environment of its own, out/docs-venv)
	@tools/system-packages libpango-1.0-0 libpangoft2-1.0-0
	@out/docs-venv/bin/python -m tools.docs

out/docs-venv/ready: requirements-docs.lock
	@$$(tools/python) -m venv --clear out/docs-venv
	@out/docs-venv/bin/python -m pip install --disable-pip-version-check --quiet --require-hashes -r requirements-docs.lock
	@touch $@

strips: out/photoreal-venv/ready ## path-traced strips of the goods fields into out/strips, for the training (ARGS="--first 0 --many 60")
	@nice -n 19 out/photoreal-venv/bin/python -m tools.photoreal.strips out/strips $(ARGS)

traced: out/photoreal-venv/ready setup ## path-traced pictures of Byzanz' cards and of Praetor's city as people lay them, in out/traced, and how they are read (ARGS="--first 0 --many 32")
	@mkdir -p out/traced/city
	@nice -n 19 out/photoreal-venv/bin/python -m tools.photoreal.cards out/traced $(or $(ARGS),--many 32)
	@nice -n 19 out/photoreal-venv/bin/python -m tools.photoreal.city out/traced/city $(or $(ARGS),--many 24)
	@status=0; $(PY) -m tools.measure.path_traced_cards out/traced --each || status=1; \
	$(PY) -m tools.measure.path_traced_city out/traced/city --each || status=1; exit $$status

steps: out/photoreal-venv/ready ## the pictures of how the simple and the full tray are built, path-traced from their models into docs/screens (minutes)
	@nice -n 19 out/photoreal-venv/bin/python -m tools.photoreal.tray docs/screens
	@nice -n 19 out/photoreal-venv/bin/python -m tools.photoreal.seat_tray docs/screens

out/photoreal-venv/ready: requirements-photoreal.lock
	@$$(tools/python) -m venv --clear out/photoreal-venv
	@out/photoreal-venv/bin/python -m pip install --disable-pip-version-check --quiet --require-hashes -r requirements-photoreal.lock
	@touch $@

models: out/models-venv/ready setup ## the printed trays anew, as STL, as STEP and drawn from all sides, from the measures in deploy/trays/draw.py (CadQuery, 1.8 GB in out/models-venv)
	@out/models-venv/bin/python deploy/trays/model.py && $(PY) deploy/trays/draw_model.py

out/models-venv/ready: requirements-models.lock
	@$$(tools/python) -m venv --clear out/models-venv
	@out/models-venv/bin/python -m pip install --disable-pip-version-check --quiet --require-hashes -r requirements-models.lock
	@touch $@

clean: ## removes what was made, not .venv
	@rm -rf out build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
