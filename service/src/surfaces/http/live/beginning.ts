import type { FastifyRequest } from 'fastify'
import type { Position } from '../../../domain/events/index.ts'
import { type Cursors, cursorInvalid } from '../../../foundation/paging/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import type { Database } from '../../../foundation/storage/index.ts'
import { liveList } from './hub.ts'

/** An older page is read again as a whole. */
const OLDEST_PAGE_MS = 60 * 60 * 1000
/** A page is made before it says how old it is, and what a slow transaction did became visible later. */
const SLACK_MS = 1_000
const LONGEST_CURSOR = 200

interface Beginning {
  readonly cursors: Cursors
  readonly projectId: string
  readonly now: Date
  /** A page can have come from them. */
  readonly replicas: Database['replicas']
}

/** From where on a stream tells what happened: after the last message that its reader got, or since the page was made. */
export function liveBeginning(
  request: FastifyRequest,
  { cursors, projectId, now, replicas }: Beginning,
): Position | Date {
  const { after, age } = request.query as Readonly<Record<string, unknown>> // Fastify parses it so
  const cursor = request.headers['last-event-id'] ?? after
  if (cursor !== undefined && cursor !== '') return positionIn(cursors, projectId, cursor)
  const ms = typeof age === 'string' && /^\d{1,9}$/.test(age) ? Math.min(Number(age), OLDEST_PAGE_MS) : 0
  return knownAt(new Date(now.getTime() - ms), replicas)
}

/** Whoever read then, on whichever server, got everything that happened before this moment. Whole seconds, so that readers of the same moment share one read. */
export function knownAt(then: Date, replicas: Database['replicas']): Date {
  const ms = then.getTime() - SLACK_MS - (replicas?.mostBehindMs ?? 0)
  return new Date(Math.floor(ms / 1000) * 1000)
}

function positionIn(cursors: Cursors, projectId: string, cursor: unknown): Position {
  if (typeof cursor !== 'string' || cursor.length > LONGEST_CURSOR) throw new Problem(cursorInvalid)
  const [tx, seq] = cursors.unseal(liveList(projectId), cursor) as [number, number] // as the hub wrote it
  return { tx, seq }
}
