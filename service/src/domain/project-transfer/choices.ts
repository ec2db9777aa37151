import { isObject } from '../../foundation/json/index.ts'
import { FREQUENCIES } from '../call/index.ts'

/** The choices about notifications as the database keeps them; each may be absent. */
const CHOICES: Readonly<Record<string, (value: unknown) => boolean>> = {
  email: isFlag,
  frequency: (value) => FREQUENCIES.some((known) => known === value),
  status_changes: isFlag,
  comments: isFlag,
  changelog: isFlag,
}

export function isChoices(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).every(([name, choice]) => Object.hasOwn(CHOICES, name) && CHOICES[name]?.(choice))
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean'
}
