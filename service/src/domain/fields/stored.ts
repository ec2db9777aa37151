import { isId } from '../../foundation/ids/index.ts'
import { isObject } from '../../foundation/json/index.ts'
import { fits, isSlug } from '../texts/index.ts'
import { MOST_OPTIONS_IN_ALL } from './change.ts'
import { OptionLabel, OptionValue, placeOfSecondLabel } from './field.ts'
import { FieldUrl, MOST_CHOSEN } from './values.ts'

/* What comes from the export of a project: its shape and its bounds. Whether values fit their fields is not asked, because they may be older. */

/** More than a value of each field has. Fields that the team hides or shows take their values out of one bound and into the other. */
const MOST_STORED_BYTES = 64_000

export function isStoredOptions(options: unknown): boolean {
  return (
    Array.isArray(options) &&
    options.length <= MOST_OPTIONS_IN_ALL &&
    options.every(
      (option) =>
        isObject(option) &&
        typeof option.value === 'string' &&
        fits(OptionValue, option.value) &&
        isSlug(option.value) &&
        typeof option.label === 'string' &&
        fits(OptionLabel, option.label) &&
        typeof option.is_removed === 'boolean' &&
        Object.keys(option).length === 3,
    ) &&
    placeOfSecondLabel(options.map(({ label, is_removed }) => ({ label, isRemoved: is_removed }))) === undefined
  )
}

export function isStoredValues(values: unknown): boolean {
  return (
    isObject(values) &&
    Buffer.byteLength(JSON.stringify(values)) <= MOST_STORED_BYTES &&
    Object.entries(values).every(([id, value]) => isId('field', id) && isStoredValue(value))
  )
}

function isStoredValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length <= MOST_CHOSEN && value.every((one) => typeof one === 'string')
  if (typeof value === 'string') return fits(FieldUrl, value)
  return typeof value === 'number' || typeof value === 'boolean'
}
