import type { ImportRecord, Look } from '../../../domain/imports/index.ts'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Lines, recordCells } from './pieces.tsx'

/** The first records of a file as they would be imported, and what is wrong with its first lines. */
export function Preview({ view, look: { map, records, faults, fields, ...look } }: { view: ProjectView; look: Look }) {
  const { words } = view
  const notes = look.notes.filter(({ line }) => !map || line > 1) // what is said of the first line of a table stands above
  const valuesOf = (record: ImportRecord) =>
    fields.flatMap(({ key, label }) => {
      const value = record.type === 'post' ? record.fields[key] : undefined
      return value === undefined ? [] : [`${label}: ${Array.isArray(value) ? value.join(', ') : String(value)}`]
    })
  const hasValues = records.some((record) => valuesOf(record).length > 0)
  return (
    <>
      {records.length > 0 && (
        <>
          <h3>{words.say('imports_first')}</h3>
          <Table
            label={words.say('imports_first')}
            class="import-first"
            columns={[
              { name: words.say('imports_kind') },
              { name: words.say('shared_text'), class: 'word' },
              { name: words.say('shared_who'), class: 'word' },
              { name: words.say('shared_status'), class: 'word' },
              ...(hasValues ? [{ name: words.say('fields_title'), class: 'word' }] : []),
            ]}
            rows={records.map((record) =>
              [...recordCells(view, record), ...(hasValues ? [valuesOf(record).join(' · ')] : [])].map((text) => (
                <span dir="auto">{text}</span>
              )),
            )}
          />
        </>
      )}
      {faults.length > 0 && (
        <>
          <h3>{words.say('imports_first_faults')}</h3>
          <Lines view={view} label={words.say('imports_first_faults')} lines={faults} />
        </>
      )}
      {notes.length > 0 && (
        <>
          <h3>{words.say('imports_notes')}</h3>
          <Lines view={view} label={words.say('imports_notes')} lines={notes} />
        </>
      )}
    </>
  )
}
