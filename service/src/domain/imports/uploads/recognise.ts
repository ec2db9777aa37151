import { plainName } from '../formats/columns.ts'
import type { Format } from '../formats/formats.ts'
import { RECORD_TYPES } from '../record.ts'
import type { UploadedFile } from './upload.ts'

const RECORD = new RegExp(`^\\s*\\{.*"type"\\s*:\\s*"(?:${RECORD_TYPES.join('|')})"`)
/** What only these tools write into a document. */
const OF_GITHUB = /"(?:repository|discussions|stateReason|reactionGroups)"/
const OF_FIDER = /"(?:post_votes|post_tags|tenant_id|user_id|response_user_id)"/

/** What a file most likely is, by how it begins. The person confirms it. */
export function recogniseFormat(text: string, files: readonly UploadedFile[]): Format {
  if (files.length > 1) return 'fider'
  const [first = ''] = text.split('\n', 1)
  if (/^\s*\[/.test(text)) return 'github'
  if (/^\s*\{/.test(text)) return documentLike(text, first)
  const columns = new Set(first.split(/[,;\t]/).map(plainName))
  if (columns.has('suggestionid') || columns.has('supporterscount')) return 'uservoice'
  const isOfCanny = columns.has('title') && columns.has('details') && columns.has('authoremail')
  return isOfCanny ? 'canny' : 'csv'
}

function documentLike(text: string, first: string): Format {
  if (RECORD.test(first)) return 'ndjson'
  if (OF_GITHUB.test(text)) return 'github'
  return OF_FIDER.test(text) ? 'fider' : 'canny'
}
