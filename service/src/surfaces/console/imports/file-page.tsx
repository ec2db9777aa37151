import {
  DATE_ORDERS,
  FORMATS,
  isWhole,
  type Look,
  RECORD_TYPES,
  ROW_TYPES,
  sizeOfUpload,
  type Upload,
} from '../../../domain/imports/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Field, Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { DiscardForm, namesOf } from './choose-page.tsx'
import { Columns, Statuses } from './match-tables.tsx'
import { ImportProgress, ImportSteps, sizeIn, uploadPath } from './pieces.tsx'
import { Preview } from './preview.tsx'

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
    <ProjectPage
      view={view}
      title={say('imports_title')}
      section="/settings"
      guide="imports"
      scripts={['imports.js']}
      isWide
    >
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
          {look && !isHopeless(look) && <span>{foundIn(view, look)}</span>}
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
        {look && (isHopeless(look) ? <Refusal look={look} /> : <MatchForm {...props} look={look} />)}
        <div class="row">
          {look && isHopeless(look) && (
            <a class="button main" href={`${view.base}/import`}>
              {say('imports_another')}
            </a>
          )}
          <DiscardForm view={view} upload={upload} />
        </div>
      </section>
    </ProjectPage>
  )
}

/** Whether no choice can help: not even the names of the columns can be read. */
function isHopeless({ map, columns, refusal }: Look): boolean {
  return map !== undefined && columns.length === 0 && refusal !== undefined
}

function Refusal({ look: { refusal } }: { look: Look }) {
  if (refusal === undefined) return null
  return (
    <p class="field-fault" role="alert">
      {refusal}
    </p>
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
  const { format, recognised, map, missing } = look
  return (
    <Form view={view} action={uploadPath(view, upload.id)} class="import-match">
      <Refusal look={look} />
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
        {map?.columns.created_at !== undefined && (
          <Select
            name="dates"
            label={words.say('imports_dates_are')}
            value={look.dates ?? 'ymd'}
            options={DATE_ORDERS.map((order) => [order, words.say(`imports_dates_${order}`)])}
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
