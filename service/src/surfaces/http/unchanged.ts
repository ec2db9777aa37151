import type { FastifyRequest } from 'fastify'
import { readVersion } from '../../domain/board-version/index.ts'
import type { ReaderCall } from '../../domain/call/index.ts'
import { openMemory } from '../../foundation/memory/index.ts'
import { hasAlready } from './etag.ts'

/** Half as long as a cursor works, so that the links of an answer that a client keeps still work. */
const EDITION_LASTS_MS = 30 * 60 * 1000
/** What the log does not tell, such as "5 minutes ago" and a new name in a token, is at most so old. */
const KNOWN_FOR_MS = 60_000
const MOST_KNOWN = 5_000
const LONGEST_NAME = 1_000

/** A part of the ETag of an answer with cursors, which changes before they expire. */
export function editionOf(now: Date): string {
  return String(Math.floor(now.getTime() / EDITION_LASTS_MS))
}

/** Which tag an answer had while its project was at this version. */
const known = openMemory<{ readonly version: number; readonly tag: string }>({
  most: MOST_KNOWN,
  freshMs: KNOWN_FOR_MS,
})
/** The version of each project, and when this process first saw it. */
const versions = openMemory<{ readonly version: number; readonly since: number }>({
  most: MOST_KNOWN,
  freshMs: Number.POSITIVE_INFINITY,
})

export interface Revalidation {
  /** The tag of the answer, if the client has that answer already. */
  readonly tag: string | undefined
  /** Remembers the tag of the answer that was made. `asOf`: when its oldest part was read, by `performance.now`. */
  keep(tag: string, asOf?: number): void
}

const NONE: Revalidation = { tag: undefined, keep: () => {} }

/**
 * Finds out whether the client has the answer already, without making it: the version of the project is read, which costs far less than a list. Call
 * it before anything of the answer is read. `parts` are everything that decides the answer beside what the log records. Only visitors are told: what is
 * made for somebody is kept nowhere. With replicas nobody is: one that is behind could answer after the primary told the version.
 *
 * The version itself stays inside: it changes with what some may not see. A tag is made of the answer, and so tells nothing that the answer does not.
 */
export async function revalidate(
  call: ReaderCall,
  request: FastifyRequest,
  parts: readonly unknown[],
): Promise<Revalidation> {
  if (request.headers['if-none-match'] === undefined || call.actor.kind !== 'visitor' || call.replicas) return NONE
  const name = JSON.stringify([call.project.id, call.project.version, ...parts])
  if (name.length > LONGEST_NAME) return NONE
  const version = await readVersion(call)
  if (version === undefined) return NONE
  const since = noteVersion(call.project.id, version)
  const answer = known.fresh(name)
  return {
    tag: answer?.version === version && hasAlready(request, answer.tag) ? answer.tag : undefined,
    keep: (tag, asOf = since) => {
      if (asOf >= since) known.set(name, { version, tag })
    },
  }
}

function noteVersion(projectId: string, version: number): number {
  const last = versions.fresh(projectId)
  if (last?.version === version) return last.since
  const since = performance.now()
  versions.set(projectId, { version, since })
  return since
}
