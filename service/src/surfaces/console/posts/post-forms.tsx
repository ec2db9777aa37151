import type { Category } from '../../../domain/categories/index.ts'
import { type Field as BoardField, fieldsFor, type GivenValues } from '../../../domain/fields/index.ts'
import { snakeCase } from '../../../domain/members.ts'
import { FLAG_NAMES, type Post, PostBody } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import { Title } from '../../../domain/texts/index.ts'
import { FieldInputs, limitsOf, textIn } from '../../pages/index.ts'
import { Field, Form, Select } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'
import { FLAGS } from './flags.ts'
import { CategorySelect, TagBoxes } from './new-page.tsx'
import { inputWords, postPath, statusOptions } from './pieces.tsx'

/** What was typed into a form that was refused. */
export interface Typed {
  readonly edit?: { readonly title: string; readonly body: string; readonly version: number }
  readonly comment?: string
  readonly statusId?: string
  readonly notify?: boolean
  /** The changed text of an existing comment. */
  readonly changed?: { readonly text: string; readonly version: number }
  readonly isNote?: boolean
  readonly fields?: { readonly values: GivenValues; readonly faulty: readonly string[] }
}

interface FormsProps {
  readonly view: ProjectView
  readonly post: Post
  readonly statuses: readonly Status[]
  readonly categories: readonly Category[]
  readonly fields: readonly BoardField[]
  readonly tags: readonly Tag[]
  readonly typed: Typed
}

/** Holds the version that was read, so that a concurrent change is not overwritten unseen. */
export function EditForm({ view, post, typed }: FormsProps) {
  const { title, body, version } = typed.edit ?? post
  return (
    <details class="fold" open={typed.edit !== undefined}>
      <summary>{view.words.say('posts_edit')}</summary>
      <Form view={view} action={`${postPath(view, post)}/edit`} class="form">
        <input type="hidden" name="version" value={version} />
        <Field name="title" label={view.words.say('shared_title')} value={title} required {...limitsOf(Title)} />
        <Field
          name="body"
          label={view.words.say('shared_text')}
          value={body}
          rows={8}
          {...limitsOf(PostBody)}
          hint={view.words.say('posts_edit_hint')}
        />
        <button class="button main" type="submit">
          {view.words.say('shared_save')}
        </button>
      </Form>
    </details>
  )
}

/** The actions of the team on a post. */
export function Side(props: FormsProps) {
  const { view, post } = props
  const path = postPath(view, post)
  return (
    <aside class="post-side" aria-label={view.words.say('posts_actions')}>
      <StatusForm {...props} />
      <CategoryForm {...props} />
      <TagForm {...props} />
      <ValuesForm {...props} />
      <section>
        <h2>{view.words.say('posts_more')}</h2>
        <div class="row tight">
          {FLAG_NAMES.map((flag) => (
            <Toggle
              view={view}
              action={`${path}/${FLAGS[flag].path}`}
              isOn={post[flag]}
              name={view.words.say(`posts_${snakeCase(flag)}_${post[flag] ? 'off' : 'on'}`)}
            />
          ))}
          <a class="button" href={`${path}/merge`} data-command>
            {view.words.say('posts_merge')}
          </a>
          <a class="button danger" href={`${path}/delete`} data-command>
            {view.words.say('posts_delete')}
          </a>
        </div>
      </section>
    </aside>
  )
}

function StatusForm({ view, post, statuses }: FormsProps) {
  return (
    <section>
      <h2>{view.words.say('shared_status')}</h2>
      <Form view={view} action={`${postPath(view, post)}/status`} class="form">
        <Select
          name="status_id"
          label={view.words.say('shared_status')}
          isLabelHidden
          options={statusOptions(statuses)}
          value={post.status.id}
        />
        <label class="row tight plain-label">
          <input type="checkbox" name="notify" value="1" checked /> {view.words.say('posts_notify')}
        </label>
        <button class="button main" type="submit">
          {view.words.say('posts_save_status')}
        </button>
      </Form>
      <p class="soft">
        <Sentence view={view} of="posts_explain" with={{ link: (text) => <a href="#write">{text}</a> }} />
      </p>
    </section>
  )
}

function CategoryForm({ view, post, categories }: FormsProps) {
  if (categories.length < 2) return null
  return (
    <section>
      <h2>{view.words.say('categories_category')}</h2>
      <Form view={view} action={`${postPath(view, post)}/category`} class="form">
        <CategorySelect view={view} categories={categories} chosen={post.category.id} isLabelHidden />
        <button class="button" type="submit">
          {view.words.say('posts_move_to')}
        </button>
      </Form>
    </section>
  )
}

function TagForm({ view, post, tags }: FormsProps) {
  if (tags.length === 0) return null
  return (
    <section>
      <Form view={view} action={`${postPath(view, post)}/tags`} class="form">
        <TagBoxes view={view} tags={tags} chosen={post.tags.map(({ id }) => id)} />
        <button class="button" type="submit">
          {view.words.say('posts_save_tags')}
        </button>
      </Form>
    </section>
  )
}

/** The fields of its category, and those that it has a value of. */
function ValuesForm({ view, post, fields, typed }: FormsProps) {
  const asked = askedAt(post, fields)
  if (asked.length === 0) return null
  return (
    <section>
      <h2>{view.words.say('fields_of_post')}</h2>
      <Form view={view} action={`${postPath(view, post)}/fields`} class="form">
        <input type="hidden" name="asked" value={asked.map(({ key }) => key).join(' ')} />
        <FieldInputs
          fields={asked.map((field) => ({ ...field, required: false }))}
          values={typed.fields?.values ?? post.fields}
          faulty={typed.fields?.faulty ?? []}
          words={inputWords(view)}
        />
        <button class="button" type="submit">
          {view.words.say('fields_save')}
        </button>
      </Form>
    </section>
  )
}

export function askedAt({ category, fields: values }: Post, fields: readonly BoardField[]): readonly BoardField[] {
  const ofCategory = fieldsFor(fields, category)
  return fields.filter((field) => ofCategory.includes(field) || values[field.key] !== undefined)
}

/** Those that the form showed: a field that somebody added or filled in since then keeps what it has. */
export function shownIn(form: Readonly<Record<string, unknown>>, fields: readonly BoardField[]): readonly BoardField[] {
  const shown = textIn(form.asked)
  return shown === '' ? fields : fields.filter(({ key }) => shown.split(' ').includes(key))
}

interface ToggleProps {
  readonly view: ProjectView
  readonly action: string
  readonly isOn: boolean
  /** The text of the button. */
  readonly name: string
}

function Toggle({ view, action, isOn, name }: ToggleProps) {
  return (
    <Form view={view} action={action}>
      <button class="button" type="submit" name="on" value={isOn ? '0' : '1'} data-command>
        {name}
      </button>
    </Form>
  )
}
