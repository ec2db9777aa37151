import type { Call, Places, ServiceCall } from '../call/index.ts'

/** If several services use one database, the one that started last counts; they should agree. */
export async function rememberPlaces({ sql, now, places }: ServiceCall): Promise<void> {
  await sql`
    insert into service_places (api_origin, board_origin, started_at) values (${places.apiOrigin}, ${places.boardOrigin}, ${now})
    on conflict (is_only_row) do update
    set api_origin = excluded.api_origin, board_origin = excluded.board_origin, started_at = excluded.started_at`
}

/** The addresses of the service that runs on this database, or ran on it last. */
export async function selectPlaces({ sql }: Pick<Call, 'sql'>): Promise<Places | undefined> {
  const [row] = await sql<
    { api_origin: string; board_origin: string }[]
  >`select api_origin, board_origin from service_places`
  return row && { apiOrigin: row.api_origin, boardOrigin: row.board_origin }
}
