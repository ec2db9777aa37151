import { type Entry, EntryBody, type EntryState, stateOf } from '../../../domain/changelog/index.ts'
import { type Post, SearchWords } from '../../../domain/posts/index.ts'
import { Title } from '../../../domain/texts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { Prose } from '../posts/pieces.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { Field, Form, Time } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'
import type { EntryForm } from './entry-form.ts'
import { EntryBadge } from './page.tsx'

interface EditorProps {
  readonly view: ProjectView
  /** Absent: a new entry. */
  readonly entry: Entry | undefined
  readonly draft: EntryForm
  readonly linked: readonly Post[]
  readonly find: string
  /** Absent: nobody searched. */
  readonly found: readonly Post[] | undefined
  readonly preview: string | undefined
  readonly faults: Readonly<Record<string, string>>
  /** Whether the page shows text that was typed and is not saved yet. */
  readonly isUnsaved: boolean
}

export function EditorPage(props: EditorProps) {
  const { view, entry, draft, preview, faults, isUnsaved } = props
  const { base } = view
  const state = entry ? stateOf(entry, view.now) : 'draft'
  return (
    <ProjectPage
      view={view}
      title={entry ? view.words.say('changelog_edit') : view.words.say('changelog_new')}
      section="/changelog"
      scripts={['changelog.js']}
      actions={<EntryBadge view={view} state={state} />}
      lead={<Standing view={view} entry={entry} state={state} />}
    >
      <Form view={view} action={`${base}/changelog/${entry ? entry.id : 'new'}`} id="editor" class="entry-form">
        <input type="hidden" name="version" value={draft.version} />
        {isUnsaved && <input type="hidden" id="unsaved" />}
        <Field
          name="title"
          label={view.words.say('shared_title')}
          value={draft.title}
          required
          {...limitsOf(Title)}
          {...(faults.title && { fault: faults.title })}
        />
        <Field
          name="body"
          label={view.words.say('shared_text')}
          hint={view.words.say('changelog_markdown')}
          value={draft.body}
          rows={12}
          {...limitsOf(EntryBody)}
          {...(faults.body && { fault: faults.body })}
        />
        <div class="row">
          <button class="button main" type="submit" name="act" value="save">
            {state === 'draft' ? view.words.say('changelog_save_draft') : view.words.say('shared_save')}
          </button>
          <button class="button" type="submit" name="act" value="preview" formnovalidate>
            {view.words.say('changelog_preview')}
          </button>
        </div>
        {preview !== undefined && <Preview view={view} title={draft.title} html={preview} />}
        <Links {...props} />
        <Publishing {...props} state={state} />
      </Form>
      {entry && (
        <details class="adder">
          <summary class="button">{view.words.say('changelog_delete')}</summary>
          <Form view={view} action={`${base}/changelog/${entry.id}/delete`} class="card top bad">
            <p>{view.words.say('changelog_delete_does')}</p>
            <p>
              <button class="button danger" type="submit">
                {view.words.say('changelog_delete_yes')}
              </button>
            </p>
          </Form>
        </details>
      )}
    </ProjectPage>
  )
}

function Standing({ view, entry, state }: Pick<EditorProps, 'view' | 'entry'> & { state: EntryState }) {
  if (!entry?.publishAt) return <>{view.words.say('changelog_draft_lead')}</>
  if (state === 'scheduled') {
    return <Sentence view={view} of="changelog_scheduled_lead" with={{ time: <Time at={entry.publishAt} /> }} />
  }
  return <Sentence view={view} of="changelog_published_lead" with={{ time: <Time at={entry.publishAt} /> }} />
}

/** The entry as the board will show it. */
function Preview({ view, title, html }: { view: ProjectView; title: string; html: string }) {
  return (
    <section class="card top sheet-preview" id="preview" aria-label={view.words.say('changelog_preview')} tabindex={-1}>
      <p class="label">{view.words.say('changelog_preview_unsaved')}</p>
      <h2 dir="auto">{title.trim() || view.words.say('changelog_no_title')}</h2>
      {html ? <Prose view={view} html={html} /> : <p>{view.words.say('changelog_no_text')}</p>}
    </section>
  )
}

function Links({ view, linked, find, found }: EditorProps) {
  return (
    <fieldset class="card top">
      <legend class="unseen">{view.words.say('changelog_links')}</legend>
      <h2>{view.words.say('changelog_links')}</h2>
      {linked.length === 0 && <p class="soft">{view.words.say('changelog_no_links')}</p>}
      <ul class="ticks">
        {linked.map((post) => (
          <Tick view={view} post={post} isLinked />
        ))}
        {found?.map((post) => (
          <Tick view={view} post={post} isLinked={false} />
        ))}
      </ul>
      {found?.length === 0 && <p role="status">{view.words.say('changelog_none_found', { find })}</p>}
      <div class="row end">
        <Field
          name="find"
          label={view.words.say('changelog_find_posts')}
          type="search"
          value={find}
          {...limitsOf(SearchWords)}
        />
        <button class="button" type="submit" name="act" value="find" formnovalidate>
          {view.words.say('changelog_find')}
        </button>
      </div>
    </fieldset>
  )
}

function Tick({ view, post, isLinked }: { view: ProjectView; post: Post; isLinked: boolean }) {
  return (
    <li>
      <label class="tick">
        <input type="checkbox" name="post_ids" value={post.id} checked={isLinked} />
        <span>
          <span dir="auto">{post.title}</span>{' '}
          <span class="soft">
            {post.status.name} · {view.words.say('shared_votes', { n: post.voteCount })}
          </span>
        </span>
      </label>
    </li>
  )
}

function Publishing({ view, state, draft, faults }: EditorProps & { state: EntryState }) {
  return (
    <section class="card top">
      <h2>{view.words.say('changelog_publishing')}</h2>
      {state === 'published' ? (
        <button class="button start" type="submit" name="act" value="draft">
          {view.words.say('changelog_to_draft')}
        </button>
      ) : (
        <>
          <div class="row end">
            <Field
              name="publish_at"
              label={view.words.say('changelog_publish_at')}
              type="datetime-local"
              value={draft.publishAt}
              {...(faults.publish_at && { fault: faults.publish_at })}
            />
            <button class="button" type="submit" name="act" value="schedule">
              {state === 'scheduled' ? view.words.say('changelog_change_time') : view.words.say('changelog_schedule')}
            </button>
          </div>
          <p class="soft" id="local-time" data-says={view.words.say('changelog_local')} hidden />
          <div class="row">
            <button class="button" type="submit" name="act" value="publish">
              {view.words.say('changelog_publish')}
            </button>
            {state === 'scheduled' && (
              <button class="button" type="submit" name="act" value="draft">
                {view.words.say('changelog_to_draft')}
              </button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
