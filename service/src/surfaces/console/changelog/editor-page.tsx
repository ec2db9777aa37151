import { type Entry, EntryBody, type EntryState, stateOf } from '../../../domain/changelog/index.ts'
import { type Post, SearchWords } from '../../../domain/posts/index.ts'
import { Title } from '../../../domain/texts/index.ts'
import { limitsOf, Written } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Field, Form, Time } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import type { EntryForm } from './entry-form.ts'
import { EntryBadge } from './page.tsx'

interface EditorProps {
  readonly view: ProjectView
  /** Absent: a new one. */
  readonly entry: Entry | undefined
  readonly draft: EntryForm
  readonly linked: readonly Post[]
  readonly find: string
  /** Absent: nothing was looked for. */
  readonly found: readonly Post[] | undefined
  readonly preview: string | undefined
  readonly faults: Readonly<Record<string, string>>
  /** Whether what the page shows was typed and not kept yet. */
  readonly isUnsaved: boolean
}

export function EditorPage(props: EditorProps) {
  const { view, entry, draft, preview, faults, isUnsaved } = props
  const { base } = view
  const state = entry ? stateOf(entry, view.now) : 'draft'
  return (
    <ProjectPage
      view={view}
      title={entry ? 'Edit entry' : 'New entry'}
      section="/changelog"
      scripts={['changelog.js']}
      actions={<EntryBadge state={state} />}
      lead={<Standing entry={entry} state={state} />}
    >
      <Form view={view} action={`${base}/changelog/${entry ? entry.id : 'new'}`} id="editor" class="editor">
        <input type="hidden" name="version" value={draft.version} />
        {isUnsaved && <input type="hidden" id="unsaved" />}
        <Field
          name="title"
          label="Title"
          value={draft.title}
          required
          {...limitsOf(Title)}
          {...(faults.title && { fault: faults.title })}
        />
        <Field
          name="body"
          label="Text"
          hint="Markdown: **bold**, *italic*, [link](https://…), - lists, > quotes, `code`."
          value={draft.body}
          rows={12}
          {...limitsOf(EntryBody)}
          {...(faults.body && { fault: faults.body })}
        />
        <div class="row">
          <button class="button main" type="submit" name="act" value="save">
            {state === 'draft' ? 'Save the draft' : 'Save'}
          </button>
          <button class="button" type="submit" name="act" value="preview" formnovalidate>
            Preview
          </button>
        </div>
        {preview !== undefined && <Preview title={draft.title} html={preview} />}
        <Links {...props} />
        <Publishing {...props} state={state} />
      </Form>
      {entry && (
        <details class="adder">
          <summary class="button">Delete …</summary>
          <Form view={view} action={`${base}/changelog/${entry.id}/delete`} class="card top bad">
            <p>It disappears from the board at once. This cannot be undone.</p>
            <p>
              <button class="button danger" type="submit">
                Delete this entry
              </button>
            </p>
          </Form>
        </details>
      )}
    </ProjectPage>
  )
}

function Standing({ entry, state }: { entry: Entry | undefined; state: EntryState }) {
  if (!entry?.publishAt) return <>Only your team sees a draft.</>
  if (state === 'scheduled') {
    return (
      <>
        Becomes public by itself on <Time at={entry.publishAt} /> UTC.
      </>
    )
  }
  return (
    <>
      Public since <Time at={entry.publishAt} /> UTC. What you save is on the board at once.
    </>
  )
}

/** As the board will show it, made by the same hands. */
function Preview({ title, html }: { title: string; html: string }) {
  return (
    <section class="card top sheet-preview" id="preview" aria-label="Preview" tabindex={-1}>
      <p class="label">Preview · nothing is saved yet</p>
      <h2 dir="auto">{title.trim() || 'No title yet'}</h2>
      <Written html={html || '<p>No text yet.</p>'} />
    </section>
  )
}

function Links({ linked, find, found }: EditorProps) {
  return (
    <fieldset class="card top">
      <legend class="unseen">Posts it is about</legend>
      <h2>Posts it is about</h2>
      {linked.length === 0 && <p class="soft">None yet. On the board, the entry shows a link to each of them.</p>}
      <ul class="ticks">
        {linked.map((post) => (
          <Tick post={post} isLinked />
        ))}
        {found?.map((post) => (
          <Tick post={post} isLinked={false} />
        ))}
      </ul>
      {found?.length === 0 && <p role="status">No other post fits “{find}”.</p>}
      <div class="row end">
        <Field name="find" label="Find posts" type="search" value={find} {...limitsOf(SearchWords)} />
        <button class="button" type="submit" name="act" value="find" formnovalidate>
          Find
        </button>
      </div>
    </fieldset>
  )
}

function Tick({ post, isLinked }: { post: Post; isLinked: boolean }) {
  return (
    <li>
      <label class="tick">
        <input type="checkbox" name="post_ids" value={post.id} checked={isLinked} />
        <span>
          <span dir="auto">{post.title}</span>{' '}
          <span class="soft">
            {post.status.name} · {post.voteCount} {post.voteCount === 1 ? 'vote' : 'votes'}
          </span>
        </span>
      </label>
    </li>
  )
}

function Publishing({ state, draft, faults }: EditorProps & { state: EntryState }) {
  return (
    <section class="card top">
      <h2>When it is public</h2>
      {state === 'published' ? (
        <button class="button start" type="submit" name="act" value="draft">
          Back to draft
        </button>
      ) : (
        <>
          <div class="row end">
            <Field
              name="publish_at"
              label="Date and time, in UTC"
              type="datetime-local"
              value={draft.publishAt}
              {...(faults.publish_at && { fault: faults.publish_at })}
            />
            <button class="button" type="submit" name="act" value="schedule">
              {state === 'scheduled' ? 'Change the time' : 'Schedule'}
            </button>
          </div>
          <p class="soft" id="local-time" hidden />
          <div class="row">
            <button class="button" type="submit" name="act" value="publish">
              Publish now
            </button>
            {state === 'scheduled' && (
              <button class="button" type="submit" name="act" value="draft">
                Back to draft
              </button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
