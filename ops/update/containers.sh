#!/usr/bin/env bash
# Replaces the running release by the one that this file belongs to, one container at a time. Run it as root;
# docs/operations.md#upgrade has the commands. Its image is named after the folder of the release and recorded in .env as
# SLIPWAY_VERSION. To go back, run the file of the previous release: its image still exists. A server that does not
# become ready stops the update, as Ctrl-C does, and all servers return to the previous image. After a crash in the
# middle, run it again: it still knows the image that ran before.
#   /opt/slipway-releases/<release>/ops/update/containers.sh [the link to the release, by default /opt/slipway]
set -euo pipefail

release=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
link=${1:-/opt/slipway}
ready_seconds=${READY_SECONDS:-120}
version=$(basename "$release")

fail() {
  echo "$*" >&2
  exit 1
}

# A lost connection does not end the update; the terminal is gone then, so output may fail.
trap '' HUP
say() {
  echo "$*" || true
}

[[ $version =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$ ]] || fail "The folder's name, $version, cannot be the tag of an image."
[ -L "$link" ] || fail "$link is no link to a release; see \"Folders of releases\" in docs/operations.md."
[ -e "$release/.env" ] || fail "$release/.env does not exist: link it to /etc/slipway/env first."
previous=$(realpath "$link")
previous_version=$(sed --quiet 's/^SLIPWAY_VERSION=//p' "$previous/.env" | tail --lines=1)
previous_version=${previous_version:-local}
# Written while servers are replaced: after a crash the link and .env already name the image that may be broken.
unfinished=$link.unfinished
if [ -e "$unfinished" ]; then
  { read -r before && read -r before_version; } < "$unfinished"
  if [ -e "$before/.env" ]; then
    previous=$before previous_version=$before_version
  else
    say "$unfinished names $before, which is gone" >&2
  fi
fi

# Compose takes the version from the environment before .env, and compose.yml from the folder.
compose() {
  (cd "$1" && SLIPWAY_VERSION=$2 docker compose "${@:3}")
}

# A rename, so that a command of cron finds one release or the other.
switch_to() {
  sed --in-place --follow-symlinks '/^SLIPWAY_VERSION=/d' "$release/.env"
  # An editor may have left no newline at the end.
  [ -z "$(tail --bytes=1 "$release/.env")" ] || echo >> "$release/.env"
  echo "SLIPWAY_VERSION=$2" >> "$release/.env"
  ln --symbolic --force --no-dereference "$1" "$link.next"
  mv --no-target-directory "$link.next" "$link"
}

is_ready() {
  compose "$link" "$1" exec --no-TTY "$2" node --eval \
    'fetch("http://127.0.0.1:3000/readyz").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'
}

# Through the link: the paths of compose.yml's mounts stay the same from release to release.
replace() {
  local tries=0
  say "replacing $2"
  # Returns when the old server has ended. Until it refuses requests, Caddy has moved to the other one.
  compose "$link" "$1" up --detach --no-deps "$2" || return 1
  until is_ready "$1" "$2"; do
    tries=$((tries + 1))
    [ "$tries" -lt "$ready_seconds" ] || return 1
    sleep 1
  done
}

return_to_previous() {
  trap '' INT TERM
  say "$1 Returning to slipway:$previous_version." >&2
  switch_to "$previous" "$previous_version"
  for one in "${replaced[@]}"; do
    replace "$previous_version" "$one" || say "$one is not ready with slipway:$previous_version either." >&2
  done
  rm --force "$unfinished"
  exit 1
}

docker image inspect "slipway:$version" > /dev/null 2>&1 || compose "$release" "$version" build migrate
say "migrating the database with slipway:$version"
compose "$release" "$version" run --rm --no-deps --no-TTY migrate

say "slipway:$previous_version -> slipway:$version"
replaced=()
printf '%s\n' "$previous" "$previous_version" > "$unfinished"
trap 'return_to_previous "The update was interrupted."' INT TERM
switch_to "$release" "$version"
for web in web1 web2; do
  replaced+=("$web")
  replace "$version" "$web" && continue
  say "$web is not ready after $ready_seconds s; its log ends with:" >&2
  compose "$link" "$version" logs --tail 20 "$web" >&2 || true
  return_to_previous "$web is not ready."
done
trap '' INT TERM
rm "$unfinished"
compose "$link" "$version" up --detach --no-deps indexer
say "all servers run slipway:$version"
