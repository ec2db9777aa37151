import type { FastifyRequest } from 'fastify'
import type { ProjectCall } from '../../domain/call/index.ts'
import { SEGMENT_LISTS } from '../http/index.ts'
import type { Admission } from './admit.ts'

/** The limit of a list that the query may narrow to a segment. Others than servers are refused for asking, and use nothing of the project's limit. */
export async function limitBySegment(
  admission: Admission,
  { actor, project }: ProjectCall,
  { query }: Pick<FastifyRequest, 'query'>,
): Promise<void> {
  const isAsked = typeof query === 'object' && query !== null && 'segment' in query && query.segment !== undefined
  if (isAsked && actor.kind === 'server') await admission.limit(SEGMENT_LISTS, project.id)
}
