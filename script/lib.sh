# Sourced by the other scripts, from the top folder: the environment, and running checks to the end.

# A site and its tests are dozens of processes: without the cache each compiles two thousand modules, for two seconds.
unset PYTHONDONTWRITEBYTECODE

# Print the path of a Python that the locked wheels exist for. Shims that cannot run are passed over.
find_python() {
  for name in python3.14 python3.13 python3.12 python3.11 python3 python; do
    if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' >/dev/null 2>&1; then
      command -v "$name"
      return
    fi
  done
  echo "QA.Stone needs Python 3.11, 3.12, 3.13 or 3.14, and found none of them." >&2
  return 1
}

# make_environment requirements.txt: .venv holds exactly these packages (at least).
make_environment() {
  found=$(find_python)
  "$found" script/environment.py "$1"
  PATH="$PWD/.venv/bin:$PATH"
  export PATH
}

failed=""
skipped=""

begun=$(date +%s)
beside=""

# run NAME COMMAND…: show how long it took, remember whether it failed, go on.
run() {
  title=$1
  shift
  printf '\n== %s\n' "$title"
  began=$(date +%s)
  if "$@"; then outcome=ok; else outcome=FAILED; failed="$failed
  $title"; fi
  printf -- '-- %s: %s (%s s)\n' "$title" "$outcome" "$(($(date +%s) - began))"
}

skip() {
  printf '\n== %s\n-- skipped: %s\n' "$1" "$2"
  skipped="$skipped
  $1: $2"
}

static_checks() {
  run "ruff check" ruff check .
  run "ruff format" ruff format --check .
  run "mypy --strict" mypy .
  run "import-linter" lint-imports
}

# in_background FUNCTION: what it runs goes on beside what follows; `report` waits for it and shows what it said.
in_background() {
  notes=$(mktemp -d)
  trap '[ -z "$beside" ] || kill "$beside" || true; rm -rf "$notes"' EXIT
  {
    "$@"
    printf '%s' "$failed" >"$notes/failed"
    printf '%s' "$skipped" >"$notes/skipped"
  } >"$notes/output" 2>&1 &
  beside=$!
}

_wait_for_background() {
  [ -n "$beside" ] || return 0
  wait "$beside" || true
  cat "$notes/output"
  skipped="$skipped$(cat "$notes/skipped" 2>/dev/null || true)"
  failed="$failed$(cat "$notes/failed" 2>/dev/null || printf '\n  what ran in the background was cut short')"
  beside=""
}

# Say what was skipped, what failed and how long it took; end with 1 if anything failed.
report() {
  _wait_for_background
  [ -z "$skipped" ] || printf '\nSkipped:%s\n' "$skipped"
  if [ -n "$failed" ]; then
    printf '\nFailed after %s s:%s\n' "$(($(date +%s) - begun))" "$failed"
    exit 1
  fi
  printf '\nEverything passed, in %s s.\n' "$(($(date +%s) - begun))"
}
