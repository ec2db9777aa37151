import { storable } from '../../../foundation/storage/index.ts'
import { textIn } from '../../pages/index.ts'

/** What somebody typed, without what no text of the database can hold. */
export function readText(value: unknown): string {
  return storable(textIn(value))
}

/** The version of what a form was filled from; without one nothing fits. */
export function versionIn(value: unknown): number[] {
  return [/^[0-9]{1,9}$/.test(textIn(value)) ? Number(value) : -1]
}
