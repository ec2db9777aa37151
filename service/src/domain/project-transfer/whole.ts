import type { JsonObject } from '../../foundation/json/index.ts'
import type { RecordType } from './records.ts'

/** What must be true of all records together, and what the database does not check. Only a few values are kept of them. */
export function openWhole() {
  let logoId: unknown = null
  let hasLogo = false
  let hasOpenStatus = false
  let lastNumber = 0
  let highestNumber = 0
  const notes: { readonly [Type in RecordType]?: (data: JsonObject) => void } = {
    project: ({ logo_id }) => {
      logoId = logo_id ?? null
    },
    counter: ({ last_number }) => {
      lastNumber = Number(last_number)
    },
    status: ({ category }) => {
      hasOpenStatus ||= category === 'open'
    },
    file: ({ id, shown_by }) => {
      hasLogo ||= id === logoId && shown_by === 'project'
    },
    post: ({ number }) => {
      highestNumber = Math.max(highestNumber, Number(number))
    },
  }
  return {
    take: (type: RecordType, data: JsonObject) => notes[type]?.(data),
    fault: (leftOut: readonly unknown[]): string | undefined => {
      if (!hasOpenStatus) return 'The project has no status of the category open, which new posts need.'
      // What is not a number at all is refused by the database, with its line.
      if (!Number.isNaN(highestNumber) && lastNumber !== highestNumber)
        return `The counter of posts is ${lastNumber}, and the highest number of a post is ${highestNumber}.`
      if (logoId !== null && !hasLogo && !leftOut.includes(logoId)) return 'logo_id names no logo in the file.'
      return undefined
    },
  }
}
