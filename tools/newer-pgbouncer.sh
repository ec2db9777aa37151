#!/bin/sh
# Fetches the PgBouncer of Debian 13, for `npm run test:fleet` on Debian 12: its own is too old to keep prepared statements.
# It brings its libraries along, and installs nothing: all of it is in node_modules/.cache/pgbouncer.
set -e
place=$(cd "$(dirname "$0")/.." && pwd)/node_modules/.cache/pgbouncer
mkdir -p "$place/lists/partial" "$place/archives/partial" "$place/sources" "$place/packages" "$place/root"
mirror=$(apt-get indextargets --format '$(SITE)' 'Component: main' | grep -v security | head -n 1)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" > "$place/sources.list"
cd "$place/packages"
apt() {
  apt-get -q -o Dir::Etc::sourcelist="$place/sources.list" -o Dir::Etc::sourceparts="$place/sources" -o Dir::State::lists="$place/lists" \
    -o Dir::Cache="$place" -o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}
apt update
apt download pgbouncer libc6 libevent-2.1-7t64 libssl3t64 libcares2 libpam0g libsystemd0 libaudit1 libcap-ng0 libcap2 libldap2 libsasl2-2 zlib1g libzstd1
for package in *.deb; do dpkg-deb -x "$package" "$place/root"; done
cat > "$place/pgbouncer" <<'PROGRAM'
#!/bin/sh
here=$(dirname "$0")/root
libraries=$(echo "$here"/usr/lib/*-linux-gnu*)
exec "$libraries"/ld-linux-*.so.* --library-path "$libraries" "$here/usr/sbin/pgbouncer" "$@"
PROGRAM
chmod 755 "$place/pgbouncer"
rm -rf "$place/lists" "$place/archives" "$place/sources" "$place/sources.list" "$place/packages" "$place"/*.bin
"$place/pgbouncer" --version
