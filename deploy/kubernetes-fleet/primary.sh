# Runs once, when the volume of the first PostgreSQL is empty.
# With SERVICE_PASSWORD it makes the role of the service, which owns its database and has no other rights. With REPLICATION_PASSWORD a replica can follow.
set -e
if [ -n "${SERVICE_PASSWORD:-}" ]; then
  psql -v ON_ERROR_STOP=1 -v password="$SERVICE_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role svc with login password :'password';
create database svc with owner svc;
SQL
  # With the same password the service could enter as the superuser. So that one has none: it enters only from within the container.
  if [ "$SERVICE_PASSWORD" = "${POSTGRES_PASSWORD:-}" ]; then
    psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" -c 'alter role current_user with password null'
  fi
fi
if [ -n "${REPLICATION_PASSWORD:-}" ]; then
  psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role replica with replication login password :'password';
select pg_create_physical_replication_slot('replica');
SQL
  echo 'host replication replica all scram-sha-256' >> "$PGDATA/pg_hba.conf"
fi
