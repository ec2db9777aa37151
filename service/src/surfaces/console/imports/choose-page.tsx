import { Empty } from '../../../../../ui/components.tsx'
import {
  type Import,
  isWhole,
  MOST_UPLOAD_BYTES,
  PIECE_BYTES,
  sizeOfUpload,
  type Upload,
} from '../../../domain/imports/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Form, NextPage } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { CARDS, ImportStateBadge, ImportSteps, importPath, sizeIn, uploadPath } from './pieces.tsx'

/** A former import, and who made it. */
export interface ListedImport {
  readonly found: Import
  readonly who: string
}

interface ChooseProps {
  readonly view: ProjectView
  readonly uploads: readonly Upload[]
  readonly imports: readonly ListedImport[]
  readonly next: string | undefined
  readonly chosen?: string | undefined
  /** What was wrong with the file. */
  readonly fault?: string | undefined
}

/** The first step, and all former imports. */
export function ChoosePage(props: ChooseProps) {
  const { view, uploads, imports, next } = props
  const { words } = view
  return (
    <ProjectPage
      view={view}
      title={words.say('imports_title')}
      section="/settings"
      guide="imports"
      scripts={['imports.js']}
      lead={words.say('imports_lead')}
    >
      <ImportSteps view={view} now="file" />
      <UploadForm {...props} />
      {uploads.length > 0 && <Waiting view={view} uploads={uploads} />}
      <section class="part">
        <h2>{words.say('imports_former')}</h2>
        {imports.length === 0 ? (
          <Empty level="h3" title={words.say('imports_none')}>
            {words.say('imports_none_why')}
          </Empty>
        ) : (
          <Former view={view} imports={imports} />
        )}
        <NextPage view={view} next={next} />
      </section>
    </ProjectPage>
  )
}

function UploadForm({ view, chosen, fault }: ChooseProps) {
  const { say } = view.words
  const action = `${view.base}/import`
  return (
    <form
      method="post"
      action={`${action}/upload`}
      encType="multipart/form-data"
      class="import-form"
      data-import-upload={`${action}/files`}
      data-most={MOST_UPLOAD_BYTES}
      data-piece={PIECE_BYTES}
      data-too-large={say('imports_too_large', { most: sizeIn(view, MOST_UPLOAD_BYTES) })}
      data-broken={say('imports_upload_broken')}
    >
      <fieldset class="import-cards">
        <legend>{say('imports_from')}</legend>
        {CARDS.map((format) => (
          <label class="choice">
            <input type="radio" name="from" value={format} checked={format === chosen} />
            <span>
              <b>{say(`imports_format_${format}`)}</b>
              <span class="soft">{say(`imports_bring_${format}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="import-drop" data-drop>
        <label for="file">{say('imports_file')}</label>
        <input
          id="file"
          type="file"
          name="file"
          multiple
          required
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl"
          aria-describedby="file-hint file-fault"
          aria-invalid={fault === undefined ? undefined : 'true'}
        />
        <p id="file-hint" class="soft">
          {say('imports_file_hint', { most: sizeIn(view, MOST_UPLOAD_BYTES) })}
        </p>
        <p id="file-fault" class="field-fault" role="alert" data-fault>
          {fault}
        </p>
      </div>
      <div class="import-progress" data-sending hidden>
        <p class="row between">
          <b id="import-sending">{say('imports_sending')}</b>
          <span class="soft import-percent" data-percent={say('imports_percent', { n: '{n}' })} />
        </p>
        <progress max={100} value={0} aria-labelledby="import-sending" />
      </div>
      <p>
        <button class="button main" type="submit">
          {say('imports_upload')}
        </button>
      </p>
    </form>
  )
}

/** Files that nobody has imported yet. */
function Waiting({ view, uploads }: Pick<ChooseProps, 'view' | 'uploads'>) {
  const { words } = view
  return (
    <section class="part">
      <h2>{words.say('imports_waiting')}</h2>
      <p class="soft">{words.say('imports_waiting_why')}</p>
      <Table
        label={words.say('imports_waiting')}
        columns={[
          { name: words.say('imports_file_name'), isHeading: true, class: 'word' },
          { name: words.say('imports_size') },
          { name: words.say('imports_sent') },
          { name: words.say('imports_discard'), isNameHidden: true },
        ]}
        rows={uploads.map((upload) => [
          isWhole(upload) ? (
            <a href={uploadPath(view, upload.id)}>{namesOf(view, upload)}</a>
          ) : (
            words.say('imports_not_whole', { name: namesOf(view, upload) })
          ),
          sizeIn(view, sizeOfUpload(upload)),
          <Ago at={upload.createdAt} now={view.now} />,
          <DiscardForm view={view} upload={upload} />,
        ])}
      />
    </section>
  )
}

export function DiscardForm({ view, upload }: { view: ProjectView; upload: Upload }) {
  return (
    <Form view={view} action={`${uploadPath(view, upload.id)}/discard`}>
      <button class="button" type="submit">
        {view.words.say('imports_discard')} <span class="unseen">{namesOf(view, upload)}</span>
      </button>
    </Form>
  )
}

export function namesOf({ words }: ProjectView, { files }: Upload): string {
  const [first, ...others] = files
  if (!first) return words.say('imports_unnamed')
  return others.length === 0 ? first.name : words.say('imports_several', { name: first.name, n: others.length })
}

function Former({ view, imports }: Pick<ChooseProps, 'view' | 'imports'>) {
  const { words } = view
  return (
    <Table
      label={words.say('imports_former')}
      columns={[
        { name: words.say('imports_source'), isHeading: true, class: 'word' },
        { name: words.say('imports_state') },
        { name: words.say('imports_count_posts'), class: 'number' },
        { name: words.say('shared_who'), class: 'word' },
        { name: words.say('imports_when') },
      ]}
      rows={imports.map(({ found, who }) => [
        <a href={importPath(view, found)}>{found.source}</a>,
        <ImportStateBadge view={view} state={found.state} />,
        words.number(found.made.posts),
        who,
        <Ago at={found.createdAt} now={view.now} />,
      ])}
    />
  )
}
