#!/usr/bin/env bash
# Replaces the running release by the one that this file belongs to, one server at a time. Run it as root, after this
# release was built in its own folder; docs/operations.md#upgrade has the commands. To go back, run the file of the
# previous release. A server that does not become ready stops the update, as Ctrl-C does, and all servers return to the
# previous release. After a crash in the middle, run it again: it still knows the release that ran before.
#   /opt/slipway-releases/<release>/ops/update/services.sh [the link that the units use, by default /opt/slipway]
set -euo pipefail

release=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
link=${1:-/opt/slipway}
ready_seconds=${READY_SECONDS:-120}

fail() {
  echo "$*" >&2
  exit 1
}

# A lost connection does not end the update; the terminal is gone then, so output may fail.
trap '' HUP
say() {
  echo "$*" || true
}

[ -L "$link" ] || fail "$link is no link to a release; see \"Folders of releases\" in docs/operations.md."
[ -e "$release/.env" ] || fail "$release/.env does not exist: link it to /etc/slipway/env first."
[ -e "$release/dist/server.mjs" ] || fail "$release is not built: run npm ci and npm run build there first."
# Written while servers are replaced: after a crash the link already names the release that may be broken.
unfinished=$link.unfinished
previous=$(realpath "$link")
if [ -e "$unfinished" ]; then
  before=$(< "$unfinished")
  if [ -e "$before/dist/server.mjs" ]; then previous=$before; else say "$unfinished names $before, which is gone" >&2; fi
fi
mapfile -t webs < <(systemctl list-units --plain --no-legend 'slipway-web@*.service' | awk '{ print $1 }')
[ "${#webs[@]}" -gt 0 ] || fail "No web server is running: start slipway.target first."

# A rename, so that a server that restarts by itself finds one release or the other.
switch_to() {
  ln --symbolic --force --no-dereference "$1" "$link.next"
  mv --no-target-directory "$link.next" "$link"
}

# The units listen on 127.0.0.1 unless the file of variables has another address; one of `systemctl edit` is not read.
host=$(sed --quiet 's/^[[:space:]]*HOST=//p' "$release/.env" | tail --lines 1 | tr --delete "\"' \t\r")
case $host in
  '' | 0.0.0.0 | ::) host=127.0.0.1 ;;
  *:*) host="[$host]" ;;
esac

is_ready() {
  curl --silent --fail --globoff --noproxy '*' --max-time 5 --output /dev/null "http://$host:$1/readyz"
}

replace() {
  local port=${1#slipway-web@} tries=0
  port=${port%.service}
  say "restarting $1"
  # Returns when the old server has ended. Until it refuses requests, the proxy has moved to the other servers.
  systemctl restart "$1" || return 1
  until is_ready "$port"; do
    tries=$((tries + 1))
    [ "$tries" -lt "$ready_seconds" ] || return 1
    sleep 1
  done
}

return_to_previous() {
  trap '' INT TERM
  say "$1 Returning to $previous." >&2
  switch_to "$previous"
  for one in "${replaced[@]}"; do
    replace "$one" || say "$one is not ready with $previous either." >&2
  done
  rm --force "$unfinished"
  exit 1
}

say "migrating the database with $release"
(cd "$release" && sudo -u slipway npm run --silent migrate)

say "$link: $previous -> $release"
replaced=()
echo "$previous" > "$unfinished"
trap 'return_to_previous "The update was interrupted."' INT TERM
switch_to "$release"
for web in "${webs[@]}"; do
  replaced+=("$web")
  replace "$web" && continue
  return_to_previous "$web is not ready after $ready_seconds s; journalctl --unit $web says why."
done
trap '' INT TERM
rm "$unfinished"
systemctl restart slipway-indexer.service
say "all servers run $release"
