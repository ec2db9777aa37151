import { invalidRequest, Problem, versionConflict } from '../../../foundation/problems/index.ts'
import { storable } from '../../../foundation/storage/index.ts'
import { textIn } from '../../pages/index.ts'

/** A typed text, without characters that the database cannot store. */
export function readText(value: unknown): string {
  return storable(textIn(value))
}

/** The time in a field for date and time, which is in UTC. */
export function readUtcTime(members: Readonly<Record<string, unknown>>, name: string): Date {
  const text = textIn(members[name])
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/.test(text) ? new Date(`${text}Z`) : undefined
  // JavaScript reads 31 February as a day in March.
  if (!time || Number.isNaN(time.getTime()) || !time.toISOString().startsWith(text)) {
    throw new Problem(invalidRequest, { errors: [{ pointer: `/${name}`, detail: 'must be a date and a time' }] })
  }
  return time
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
