import { Problem, versionConflict } from '../../../foundation/problems/index.ts'
import { textIn } from '../../pages/index.ts'

/** What was wrong with a form, in words for whoever sent it. */
export interface Refusal {
  readonly status: number
  readonly text: string
  /** By the names of the fields, as the API calls them. */
  readonly fields: Readonly<Record<string, string>>
}

/** What a person can mend and send again. Anything else goes on to where failures are answered. */
export function refusalIn(error: unknown): Refusal {
  if (!(error instanceof Problem) || error.kind.status >= 500 || error.kind.status === 404) throw error
  const { kind, errors = [] } = error
  const fields = Object.fromEntries(errors.map(({ pointer, detail }) => [pointer.slice(1), `It ${detail}.`]))
  const text =
    kind === versionConflict
      ? 'Somebody changed this since you opened it. What you typed is still here: look at what is there now, then save again.'
      : errors.length > 0
        ? 'Something does not fit yet. Please look at the marked fields.'
        : `${kind.title} ${kind.remedy}`
  return { status: kind.status, text, fields }
}

/** What somebody typed, without what no text of the database can hold. */
export function typedIn(value: unknown): string {
  return textIn(value).replaceAll('\0', '')
}

/** The version of what a form was filled from; without one nothing fits. */
export function versionIn(value: unknown): number[] {
  return [/^[0-9]{1,9}$/.test(textIn(value)) ? Number(value) : -1]
}
