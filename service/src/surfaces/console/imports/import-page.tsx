import { type Import, type Named, progressOf, type StartChoice, type Upload } from '../../../domain/imports/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Check, Form, Time } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Counts, ImportProgress, ImportStateBadge, ImportSteps, importPath, Lines, uploadPath } from './pieces.tsx'

const FAULTS_SHOWN = 20
const NOTES_SHOWN = 20

interface ImportProps {
  readonly view: ProjectView
  readonly found: Import
  readonly who: string
  /** Its file, as long as it was only checked here. */
  readonly upload: Upload | undefined
  /** What the staged records name, if it was counted. */
  readonly named?: Named | undefined
  /** The votes without names that it added, if they were counted. */
  readonly importedVotes?: number | undefined
  /** What was chosen in a form that was refused, and why. */
  readonly refused?: { readonly choice: StartChoice; readonly fault: string }
}

/** The check, the run and the result: what an import shows follows its state. */
export function ImportPage(props: ImportProps) {
  const { view, found, who, upload } = props
  const { words } = view
  const isBefore = found.state === 'receiving' || found.state === 'checked'
  return (
    <ProjectPage
      view={view}
      title={words.say('imports_title')}
      section="/settings"
      guide="imports"
      scripts={['imports.js']}
      actions={
        <a class="button" href={`${view.base}/import`}>
          {words.say('imports_all')}
        </a>
      }
    >
      <ImportSteps
        view={view}
        now={isBefore ? 'check' : 'run'}
        isOver={found.state === 'done'}
        pages={upload ? { file: `${view.base}/import`, match: uploadPath(view, upload.id) } : {}}
      />
      <section class="part import-part">
        <h2>{words.say('imports_of', { source: found.source })}</h2>
        <p class="facts">
          <ImportStateBadge view={view} state={found.state} />
          <span>{who}</span>
          <Time at={found.createdAt} />
        </p>
        <State {...props} />
      </section>
    </ProjectPage>
  )
}

function State(props: ImportProps) {
  const { view, found } = props
  const { say } = view.words
  switch (found.state) {
    case 'receiving':
      return (
        <>
          <ImportProgress view={view} name={say('imports_checking')} {...polled(view, found)} />
          <Discard view={view} found={found} />
        </>
      )
    case 'running':
      return (
        <>
          <ImportProgress
            view={view}
            name={say('imports_running')}
            done={progressOf(found) ?? 0}
            {...polled(view, found)}
          />
          <Undo view={view} found={found} />
        </>
      )
    case 'undoing':
      return <ImportProgress view={view} name={say('imports_undoing')} {...polled(view, found)} />
    case 'checked':
      return <Checked {...props} />
    case 'done':
      return <Done {...props} />
    case 'failed':
      return (
        <>
          <p class="field-fault">{found.failure}</p>
          {hasMade(found) && <Result {...props} />}
        </>
      )
    case 'undone':
      return <p>{hasMade(found) ? say('imports_undone_why') : say('imports_given_up_why')}</p>
  }
}

function polled(view: ProjectView, found: Import) {
  return { address: `${importPath(view, found)}/state`, state: found.state }
}

function hasMade({ made }: Import): boolean {
  return Object.values(made).some((count) => count > 0)
}

/** The third step: what would be added, and what is wrong. */
function Checked({ view, found, upload, named, refused }: ImportProps) {
  const { words } = view
  const { received, labels, faultCount } = found
  const isNothing = Object.values(received).every((count) => count === 0)
  const counts = {
    posts: received.post,
    votes: received.vote,
    comments: received.comment,
    ...(named && { users: named.people, imported_votes: named.importedVotes }),
    changelog_entries: received.changelog_entry,
    statuses: Object.keys(labels.statuses).length,
    tags: labels.tags.length,
  }
  return (
    <>
      <p>{isNothing ? words.say('imports_nothing') : words.say('imports_checked_why')}</p>
      <Counts view={view} counts={counts} />
      <Faults view={view} found={found} />
      <Notes view={view} found={found} />
      {!isNothing && (
        <Form view={view} action={`${importPath(view, found)}/start`} class="stack flat">
          <div class="import-tick">
            {faultCount > 0 && (
              <Check
                name="skip_faults"
                label={words.say('imports_skip', { n: faultCount })}
                hint={words.say('imports_skip_why')}
                isOn={refused?.choice.skipsFaults ?? false}
              />
            )}
            {refused && (
              <p class="field-fault" role="alert">
                {refused.fault}
              </p>
            )}
          </div>
          <Check
            name="notify"
            label={words.say('imports_notify')}
            hint={words.say('imports_notify_why')}
            isOn={refused?.choice.notifies ?? false}
          />
          <p>
            <button class="button main" type="submit">
              {words.say('imports_start')}
            </button>
          </p>
        </Form>
      )}
      <div class="row">
        {upload && (
          <a class="button" href={uploadPath(view, upload.id)}>
            {words.say('imports_change')}
          </a>
        )}
        <Discard view={view} found={found} />
      </div>
    </>
  )
}

/** Of an import that was not started. */
function Discard({ view, found }: Pick<ImportProps, 'view' | 'found'>) {
  return (
    <Form view={view} action={`${importPath(view, found)}/discard`}>
      <button class="button" type="submit">
        {view.words.say('imports_discard')}
      </button>
    </Form>
  )
}

function Undo({ view, found }: Pick<ImportProps, 'view' | 'found'>) {
  const { say } = view.words
  return (
    <Form
      view={view}
      action={`${importPath(view, found)}/undo`}
      asks={{
        question: say('imports_undo_question', { source: found.source }),
        does: say('imports_undo_does', { n: found.made.posts }),
        yes: say('imports_undo'),
      }}
    >
      <button class="button danger" type="submit">
        {say('imports_undo')}
      </button>
    </Form>
  )
}

function Done(props: ImportProps) {
  const { say } = props.view.words
  return (
    <>
      <p>{hasMade(props.found) ? say('imports_done_why') : say('imports_done_nothing')}</p>
      <Result {...props} />
    </>
  )
}

/** What was made, where to see it, and how to take it back. */
function Result({ view, found, importedVotes }: ImportProps) {
  const pages = {
    posts: `${view.base}/posts?${new URLSearchParams({ import: found.id })}`,
    users: `${view.base}/users`,
    statuses: `${view.base}/statuses`,
    tags: `${view.base}/statuses`,
    changelog_entries: `${view.base}/changelog`,
  }
  return (
    <>
      <Counts
        view={view}
        counts={{ ...found.made, ...(importedVotes !== undefined && { imported_votes: importedVotes }) }}
        pages={pages}
      />
      <Faults view={view} found={found} />
      <Notes view={view} found={found} />
      <Undo view={view} found={found} />
    </>
  )
}

function Faults({ view, found: { id, state, faults, faultCount } }: { view: ProjectView; found: Import }) {
  const { words } = view
  const heading = words.say(state === 'checked' ? 'imports_faults' : 'imports_left_out', { n: faultCount })
  if (faultCount === 0) return null
  const isMore = faults.length > FAULTS_SHOWN
  return (
    <>
      <h3>{heading}</h3>
      <Lines view={view} label={heading} lines={faults.slice(0, FAULTS_SHOWN)} />
      {isMore && (
        <p class="row">
          <a class="button" href={`${importPath(view, { id })}/faults.csv`} download>
            {words.say('imports_faults_csv', { n: faults.length })}
          </a>
        </p>
      )}
    </>
  )
}

function Notes({ view, found: { notes } }: { view: ProjectView; found: Import }) {
  const { words } = view
  if (notes.length === 0) return null
  return (
    <>
      <h3>{words.say('imports_notes')}</h3>
      <Lines view={view} label={words.say('imports_notes')} lines={notes.slice(0, NOTES_SHOWN)} />
      {notes.length > NOTES_SHOWN && (
        <p class="soft">{words.say('imports_notes_more', { n: notes.length - NOTES_SHOWN })}</p>
      )}
    </>
  )
}
