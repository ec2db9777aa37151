import { FLAG_NAMES, type Post, PostBody } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import { Title } from '../../../domain/texts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { Field, Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { FLAG_WORDS } from './flags.ts'
import { TagBoxes } from './new-page.tsx'
import { postPath, statusOptions } from './pieces.tsx'

/** What was typed into a form that could not be taken. */
export interface Typed {
  readonly edit?: { readonly title: string; readonly body: string; readonly version: number }
  readonly comment?: string
  readonly statusId?: string
  readonly notify?: boolean
  /** Of a comment that was there. */
  readonly changed?: { readonly text: string; readonly version: number }
  readonly isNote?: boolean
}

interface FormsProps {
  readonly view: ProjectView
  readonly post: Post
  readonly statuses: readonly Status[]
  readonly tags: readonly Tag[]
  readonly typed: Typed
}

/** Holds the version that was read, so that a concurrent change is not overwritten unseen. */
export function EditForm({ view, post, typed }: FormsProps) {
  const { title, body, version } = typed.edit ?? post
  return (
    <details class="fold" open={typed.edit !== undefined}>
      <summary>Edit title and text</summary>
      <Form view={view} action={`${postPath(view, post)}/edit`} class="form">
        <input type="hidden" name="version" value={version} />
        <Field name="title" label="Title" value={title} required {...limitsOf(Title)} />
        <Field
          name="body"
          label="Text"
          value={body}
          rows={8}
          {...limitsOf(PostBody)}
          hint="You can use Markdown. The history keeps the earlier text."
        />
        <button class="button main" type="submit">
          Save
        </button>
      </Form>
    </details>
  )
}

/** What the team does to a post. */
export function Side(props: FormsProps) {
  const { view, post } = props
  const path = postPath(view, post)
  return (
    <aside class="post-side" aria-label="What you can do">
      <StatusForm {...props} />
      <TagForm {...props} />
      <section>
        <h2>More</h2>
        <div class="row tight">
          {FLAG_NAMES.map((flag) => (
            <Toggle
              view={view}
              action={`${path}/${FLAG_WORDS[flag].path}`}
              isOn={post[flag]}
              words={FLAG_WORDS[flag]}
            />
          ))}
          <a class="button" href={`${path}/merge`}>
            Merge…
          </a>
          <a class="button danger" href={`${path}/delete`}>
            Delete…
          </a>
        </div>
      </section>
    </aside>
  )
}

function StatusForm({ view, post, statuses }: FormsProps) {
  return (
    <section>
      <h2>Status</h2>
      <Form view={view} action={`${postPath(view, post)}/status`} class="form">
        <Select
          name="status_id"
          label="Status"
          isLabelHidden
          options={statusOptions(statuses)}
          value={post.status.id}
        />
        <label class="row tight plain-label">
          <input type="checkbox" name="notify" value="1" checked /> Tell followers
        </label>
        <button class="button main" type="submit">
          Save status
        </button>
      </Form>
      <p class="soft">
        To explain the change, <a href="#write">write an official answer</a>. It can set the status in the same step.
      </p>
    </section>
  )
}

function TagForm({ view, post, tags }: FormsProps) {
  if (tags.length === 0) return null
  return (
    <section>
      <Form view={view} action={`${postPath(view, post)}/tags`} class="form">
        <TagBoxes tags={tags} chosen={post.tags.map(({ id }) => id)} />
        <button class="button" type="submit">
          Save tags
        </button>
      </Form>
    </section>
  )
}

interface ToggleProps {
  readonly view: ProjectView
  readonly action: string
  readonly isOn: boolean
  readonly words: { readonly on: string; readonly off: string }
}

function Toggle({ view, action, isOn, words }: ToggleProps) {
  return (
    <Form view={view} action={action}>
      <button class="button" type="submit" name="on" value={isOn ? '0' : '1'}>
        {isOn ? words.off : words.on}
      </button>
    </Form>
  )
}
