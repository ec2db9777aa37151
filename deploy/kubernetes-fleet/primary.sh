# Runs once, when the volume of the first PostgreSQL is empty: lets a replica follow it, if REPLICATION_PASSWORD is set.
set -e
if [ -n "${REPLICATION_PASSWORD:-}" ]; then
  psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role replica with replication login password :'password';
select pg_create_physical_replication_slot('replica');
SQL
  echo 'host replication replica all scram-sha-256' >> "$PGDATA/pg_hba.conf"
fi
