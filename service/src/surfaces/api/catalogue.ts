import { domainTaken, slugTaken } from '../../domain/projects/index.ts'
import { commonProblems as common, type ProblemKind } from '../../foundation/problems/index.ts'

/** Every problem the service can answer with, by status and then by code. */
export const catalogue: readonly ProblemKind[] = [...Object.values(common), slugTaken, domainTaken].sort(
  (one, other) => one.status - other.status || one.code.localeCompare(other.code),
)

/** What any request can meet before it reaches an endpoint. */
export const atTheDoor: readonly ProblemKind[] = [
  common.invalidRequest,
  common.requestTimeout,
  common.unknownHost,
  common.headersTooLarge,
  common.internalError,
]
