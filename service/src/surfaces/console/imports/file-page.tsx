import {
  FORMATS,
  isWhole,
  type Look,
  RECORD_TYPES,
  ROW_TYPES,
  sizeOfUpload,
  TARGETS_OF,
  type Target,
  type Upload,
} from '../../../domain/imports/index.ts'
import { STATUS_CATEGORIES } from '../../../domain/statuses/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Field, Form, Select } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { DiscardForm, namesOf } from './choose-page.tsx'
import { ImportProgress, ImportSteps, Lines, recordCells, sizeIn, uploadPath } from './pieces.tsx'

/** Fields that most tables have; the others are shown if a column fits them, or behind “More fields”. */
const USUAL: readonly Target[] = [
  'title',
  'post',
  'body',
  'status',
  'tags',
  'imported_vote_count',
  'author.name',
  'author.email',
  'user.name',
  'user.email',
  'user.external_id',
  'created_at',
  'external_id',
  'parent',
]

interface FileProps {
  readonly view: ProjectView
  readonly upload: Upload
  /** Absent: it is not looked at, because it is not whole or a check is under way. */
  readonly look: Look | undefined
  readonly sources: readonly string[]
}

/** The second step: what was recognised, and how it is read. */
export function FilePage(props: FileProps) {
  const { view, upload, look } = props
  const { say } = view.words
  return (
    <ProjectPage view={view} title={say('imports_title')} section="/settings" scripts={['imports.js']} isWide>
      <ImportSteps
        view={view}
        now="match"
        pages={{
          file: `${view.base}/import`,
          ...(upload.importId && { check: `${view.base}/import/${upload.importId}` }),
        }}
      />
      <section class="part import-part">
        <h2 dir="auto">{namesOf(view, upload)}</h2>
        <p class="facts">
          <span>{sizeIn(view, sizeOfUpload(upload))}</span>
          {look && <span>{foundIn(view, look)}</span>}
        </p>
        {!isWhole(upload) && <p class="field-fault">{say('imports_not_whole_why')}</p>}
        {upload.check === 'under_way' && (
          <ImportProgress
            view={view}
            name={say('imports_checking')}
            done={upload.readBytes / Math.max(1, sizeOfUpload(upload))}
            address={`${uploadPath(view, upload.id)}/state`}
            state={upload.check}
          />
        )}
        {upload.check === 'interrupted' && <p class="field-fault">{say('imports_check_interrupted')}</p>}
        {upload.failure !== undefined && !view.notice && (
          <p class="field-fault" role="alert">
            {upload.failure}
          </p>
        )}
        {look && <MatchForm {...props} look={look} />}
        <DiscardForm view={view} upload={upload} />
      </section>
    </ProjectPage>
  )
}

/** “412 posts”, or “more than 20,000 lines”. */
function foundIn({ words }: ProjectView, { counts, isAll, faultCount }: Look): string {
  const found = RECORD_TYPES.flatMap((type) =>
    counts[type] > 0 ? [words.say(`imports_found_${type}`, { n: counts[type] })] : [],
  )
  const faulty = faultCount > 0 ? [words.say('imports_found_faults', { n: faultCount })] : []
  const all = [...found, ...faulty].join(', ')
  if (all === '') return words.say('imports_found_later')
  return isAll ? all : words.say('imports_found_more', { found: all })
}

function MatchForm({ view, upload, look, sources }: FileProps & { look: Look }) {
  const { words } = view
  const { format, recognised, map, missing, refusal } = look
  return (
    <Form view={view} action={uploadPath(view, upload.id)} class="import-match">
      {refusal !== undefined && (
        <p class="field-fault" role="alert">
          {refusal}
        </p>
      )}
      <div class="import-choices">
        <Select
          name="format"
          label={words.say('imports_format')}
          value={format}
          options={FORMATS.map((one) => [
            one,
            one === recognised
              ? words.say('imports_recognised', { format: words.say(`imports_format_${one}`) })
              : words.say(`imports_format_${one}`),
          ])}
        />
        {map && <input type="hidden" name="was_type" value={map.type} />}
        {map && (
          <Select
            name="type"
            label={words.say('imports_rows_are')}
            value={map.type}
            options={ROW_TYPES.map((type) => [type, words.say(`imports_rows_${type}`)])}
          />
        )}
        <Field
          name="source"
          label={words.say('imports_source')}
          value={look.source}
          hint={words.say('imports_source_why', { sources: sources.join(', ') || words.say('imports_no_sources') })}
        />
      </div>
      {map && <Columns view={view} look={look} />}
      {missing && (
        <p class="field-fault" role="alert">
          {words.say('imports_missing', { field: words.say(`imports_target_${missing}`) })}
        </p>
      )}
      <Statuses view={view} look={look} />
      <Preview view={view} look={look} />
      <p class="row">
        <button class="button main" type="submit" name="go" value="check">
          {words.say('imports_check')}
        </button>
        <button class="button" type="submit" name="go" value="look" data-look>
          {words.say('imports_look')}
        </button>
      </p>
    </Form>
  )
}

/** A select for each field that a record can have. */
function Columns({ view, look: { map, columns } }: { view: ProjectView; look: Look }) {
  const { words } = view
  if (!map) return null
  const isShown = (target: Target) => USUAL.includes(target) || map.columns[target] !== undefined
  const targets = [...TARGETS_OF[map.type]].sort((one, other) => placeOf(one) - placeOf(other))
  const used = new Set(Object.values(map.columns))
  const unused = columns.filter(({ name }) => !used.has(name))
  const rarer = targets.filter((target) => !isShown(target))
  const table = (shown: readonly Target[], label: string) => (
    <Table
      label={label}
      class="import-columns"
      columns={[
        { name: words.say('imports_field'), isHeading: true },
        { name: words.say('imports_column') },
        { name: words.say('imports_examples'), class: 'word' },
      ]}
      rows={shown.map((target) => [
        words.say(`imports_target_${target}`),
        <Select
          name={`column.${target}`}
          label={words.say('imports_column_of', { field: words.say(`imports_target_${target}`) })}
          isLabelHidden
          value={map.columns[target] ?? ''}
          options={[['', words.say('imports_no_column')], ...columns.map(({ name }) => [name, name] as const)]}
        />,
        <span class="soft" dir="auto">
          {columns.find(({ name }) => name === map.columns[target])?.samples.join(' · ')}
        </span>,
      ])}
    />
  )
  return (
    <>
      <h3>{words.say('imports_columns')}</h3>
      {table(targets.filter(isShown), words.say('imports_columns'))}
      {rarer.length > 0 && (
        <details>
          <summary>{words.say('imports_more_fields')}</summary>
          {table(rarer, words.say('imports_more_fields'))}
        </details>
      )}
      {unused.length > 0 && (
        <p class="soft import-unused">
          <b>{words.say('imports_unused')}</b> <bdi>{unused.map(({ name }) => name).join(', ')}</bdi>
        </p>
      )}
    </>
  )
}

function placeOf(target: Target): number {
  const place = USUAL.indexOf(target)
  return place === -1 ? USUAL.length : place
}

/** Statuses of the file whose meaning is not known. */
function Statuses({ view, look: { statuses } }: { view: ProjectView; look: Look }) {
  const { words } = view
  if (statuses.length === 0) return null
  const categories = STATUS_CATEGORIES.map((one) => [one, words.say(`labels_category_${one}`)] as const)
  return (
    <>
      <h3>{words.say('imports_statuses')}</h3>
      <p class="soft">{words.say('imports_statuses_why')}</p>
      <Table
        label={words.say('imports_statuses')}
        class="import-columns"
        columns={[
          { name: words.say('imports_status_named'), isHeading: true, class: 'word' },
          { name: words.say('imports_status_means') },
        ]}
        rows={statuses.map(({ name, category }) => [
          <>
            <input type="hidden" name="status" value={name} />
            <bdi>{name}</bdi>
          </>,
          <Select
            name="category"
            label={words.say('imports_status_means_of', { name })}
            isLabelHidden
            value={category ?? 'open'}
            options={categories}
          />,
        ])}
      />
    </>
  )
}

function Preview({ view, look: { map, records, faults, ...look } }: { view: ProjectView; look: Look }) {
  const { words } = view
  const notes = look.notes.filter(({ line }) => !map || line > 1) // what is said of the first line of a table stands above
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
            ]}
            rows={records.map((record) => recordCells(view, record).map((text) => <span dir="auto">{text}</span>))}
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
