# Copies the first PostgreSQL once, and then follows it.
set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  : "${REPLICATION_PASSWORD:?Set it to the password of the role replica}"
  until PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --pgdata="$PGDATA" --slot=replica --write-recovery-conf --checkpoint=fast \
    --host="$PRIMARY_HOST" --port="$PRIMARY_PORT" --username=replica --no-password; do
    rm -rf "${PGDATA:?}"/*
    sleep 5
  done
  chmod 0700 "$PGDATA"
fi
exec postgres -c hot_standby_feedback=on
