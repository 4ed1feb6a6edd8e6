#!/usr/bin/env bash
# Builds the image of the Dockerfile and starts it, on Debian, as root, without Docker:
#   sudo tools/image.sh          builds it, starts it, runs the checks below, and stops it
# The script makes the base image from Debian's packages and this machine's Node, under the name in the Dockerfile, so
# it needs no registry of images. The container runs as compose.yml runs it: as the user `node`, on a read-only
# root, with only /data, /backups and /tmp writable. It isn't part of `npm test`: it takes about five minutes and 3 GB.
set -euo pipefail
cd "$(dirname "$0")/.."

for program in buildah debootstrap node npm; do
  command -v "$program" >/dev/null || { echo "Missing here: $program (apt-get install buildah debootstrap)"; exit 1; }
done
[[ $(id -u) == 0 ]] || { echo "Run it as root: it mounts file systems."; exit 1; }

export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
work=$(mktemp -d)
container=
server=
clean() {
  if [[ -n $server ]]; then kill "$server" 2>/dev/null && wait "$server" || true; fi
  umount -R "$work/root" 2>/dev/null || true
  [[ -z $container ]] || buildah rm "$container" >/dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean EXIT

base=docker.io/library/node:$(sed -n 's/^ARG NODE=//p' Dockerfile)
if ! buildah inspect --type image "$base" >/dev/null 2>&1; then
  echo "Making $base…"
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  debootstrap --variant=minbase --include=ca-certificates,libatomic1 "$release" "$work/base" >"$work/log" ||
    { tail -5 "$work/log"; exit 1; }
  cp -L "$(command -v node)" "$work/base/usr/local/bin/node"
  install -d "$work/base/usr/local/lib/node_modules" "$work/base/usr/local/etc"
  cp -a "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$work/base/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/base/usr/local/bin/npx"
  chroot "$work/base" sh -c 'groupadd -g 1000 node && useradd -u 1000 -g node -m node'
  # The machine's certificate authorities, for a network that has its own
  cp /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/"
  echo 'cafile=/etc/ssl/certs/ca-certificates.crt' >"$work/base/usr/local/etc/npmrc"
  printf 'FROM scratch\nCOPY base /\n' >"$work/Dockerfile"
  buildah bud -q -t "$base" "$work" >/dev/null
fi

echo "Building the image…"
buildah bud --format docker --pull-never --layers=false -t callboard . 2>&1 | tee "$work/log" | grep -E '^\[.*STEP|built in' || true
container=$(buildah from --pull-never callboard)

# As in compose.yml: a read-only root, the image's user, and three folders that can be written to
user=$(buildah inspect --format '{{.OCIv1.Config.User}}' "$container")
mkdir "$work/root" "$work/data" "$work/backups"
chown 1000:1000 "$work/data" "$work/backups"
mount --bind "$(buildah mount "$container")" "$work/root"
mount -o remount,ro,bind "$work/root"
mount -t proc proc "$work/root/proc"
mount --bind /dev "$work/root/dev"
mount --bind "$work/data" "$work/root/data"
mount --bind "$work/backups" "$work/root/backups"
mount -t tmpfs tmpfs "$work/root/tmp"

mapfile -t settings < <(buildah inspect --format '{{range .OCIv1.Config.Env}}{{println .}}{{end}}' "$container" | grep =)
mapfile -t command < <(buildah inspect --format '{{range .OCIv1.Config.Cmd}}{{println .}}{{end}}' "$container" | grep .)
mapfile -t check < <(buildah inspect --format '{{range .Docker.Config.Healthcheck.Test}}{{println .}}{{end}}' "$container" | sed 1d | grep .)
[[ ${#check[@]} -gt 0 ]] || { echo '✗ the image has no health check'; exit 1; }
port=$(node -e "const s = require('node:net').createServer().listen(0, () => { console.log(s.address().port); s.close(); })")
inside=(env -i "${settings[@]}" PORT="$port" PUBLIC_URL=https://players.example TRUST_PROXY=1 BACKUP_DIR=/backups
  chroot --userspec="$user:$user" "$work/root" sh -c 'cd /app && exec "$@"' sh)

pass() { echo "✓ $1"; }
fail() { echo "✗ $1"; tail -20 "$work/site.log"; exit 1; }

if "${inside[@]}" touch /app/written 2>/dev/null; then fail 'the root can be written to'; fi
pass 'its root is read-only'
since=$(date +%s%N)
"${inside[@]}" "${command[@]}" >"$work/site.log" 2>&1 &
server=$!
until "${inside[@]}" "${check[@]}" 2>/dev/null; do
  kill -0 "$server" 2>/dev/null || fail 'the site ended'
  (( $(date +%s%N) - since < 120000000000 )) || fail 'its health check failed for two minutes'
  sleep 0.2
done
pass "it starts as the user $user, and its health check passes after $(( ($(date +%s%N) - since) / 1000000 )) ms"
[[ $(node -e "fetch('http://127.0.0.1:$port/').then((it) => console.log(it.status))") == 200 ]] || fail 'no front page'
pass 'it serves the front page'
"${inside[@]}" node bin/open.mjs src/backup.ts /backups/by-hand.zip >>"$work/site.log" 2>&1 || fail 'no backup'
"${inside[@]}" node bin/open.mjs src/restore.ts /backups/by-hand.zip --check >>"$work/site.log" 2>&1 || fail 'the backup can’t be read'
pass 'its commands write a backup, and check it'
kill -TERM "$server"
wait "$server" || fail "the site ended with exit code $?"
server=
pass 'it ends on SIGTERM, with exit code 0'
echo "The image has $(buildah images --format '{{.Size}}' callboard | head -1)."
