import type { Call, Places, ServiceCall } from '../call/index.ts'

/** The facts about a running service that a command beside it needs. */
export interface ServiceFacts {
  readonly places: Places
  /** The hosts and ranges of EGRESS_ALLOW; unknown of a service of an older build. */
  readonly egressAllow: readonly string[] | undefined
}

/** If several services use one database, the one that started last counts; they should agree. */
export async function rememberPlaces({ sql, now, places }: ServiceCall, egressAllow: readonly string[]): Promise<void> {
  await sql`
    insert into service_places (api_origin, board_origin, egress_allow, started_at)
    values (${places.apiOrigin}, ${places.boardOrigin}, ${egressAllow}, ${now})
    on conflict (is_only_row) do update
    set api_origin = excluded.api_origin, board_origin = excluded.board_origin, egress_allow = excluded.egress_allow,
      started_at = excluded.started_at`
}

/** Of the service that runs on this database, or ran on it last. */
export async function selectService({ sql }: Pick<Call, 'sql'>): Promise<ServiceFacts | undefined> {
  const [row] = await sql<
    { api_origin: string; board_origin: string; egress_allow: string[] | null }[]
  >`select api_origin, board_origin, egress_allow from service_places`
  return (
    row && {
      places: { apiOrigin: row.api_origin, boardOrigin: row.board_origin },
      egressAllow: row.egress_allow ?? undefined,
    }
  )
}
