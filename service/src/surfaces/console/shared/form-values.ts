import { Problem, versionConflict } from '../../../foundation/problems/index.ts'
import { storable } from '../../../foundation/storage/index.ts'
import { textIn } from '../../pages/index.ts'

/** A typed text, without characters that the database cannot store. */
export function readText(value: unknown): string {
  return storable(textIn(value))
}

/** The version that the form was filled from. A form without a version matches none. */
export function versionIn(value: unknown): number {
  return /^[0-9]{1,9}$/.test(textIn(value)) ? Number(value) : -1
}

/**
 * The version that a form names when it is shown again with what was typed. It stays the one that was read, so that nothing is overwritten
 * unseen. Only after the person was told about somebody else's change, it is the newest version.
 */
export function versionAfter<Version extends number | undefined>(
  error: unknown,
  sent: Version,
  newest: Version,
): Version {
  return error instanceof Problem && error.kind === versionConflict ? newest : sent
}
