import { inject } from 'vitest'

/** The database of the run as an operator would write it into DATABASE_URL. */
export function databaseUrl(changes: Partial<{ password: string; database: string; port: number }> = {}): string {
  const { host, user, password, database, port } = { ...inject('connection'), ...changes }
  const place = host.startsWith('/')
    ? `localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `${host}:${port}/${database}`
  return `postgres://${user}:${encodeURIComponent(password)}@${place}`
}
