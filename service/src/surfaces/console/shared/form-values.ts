import { Problem, versionConflict } from '../../../foundation/problems/index.ts'
import { storable } from '../../../foundation/storage/index.ts'
import { textIn } from '../../pages/index.ts'

/** What somebody typed, without what no text of the database can hold. */
export function readText(value: unknown): string {
  return storable(textIn(value))
}

/** The version of what a form was filled from; without one nothing fits. */
export function versionIn(value: unknown): number {
  return /^[0-9]{1,9}$/.test(textIn(value)) ? Number(value) : -1
}

/**
 * The version that a form names when it is shown again with what was typed. It stays the one that was read, so that nothing is overwritten
 * unseen. Only who was told of a change by somebody else goes on from the newest.
 */
export function versionAfter<Version extends number | undefined>(
  error: unknown,
  sent: Version,
  newest: Version,
): Version {
  return error instanceof Problem && error.kind === versionConflict ? newest : sent
}
