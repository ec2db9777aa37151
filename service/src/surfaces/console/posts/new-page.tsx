import type { Category } from '../../../domain/categories/index.ts'
import type { Field as BoardField, GivenValues } from '../../../domain/fields/index.ts'
import { snakeCase } from '../../../domain/members.ts'
import { FLAG_NAMES, PostBody, type PostFlags } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import { Title } from '../../../domain/texts/index.ts'
import { FieldInputs, limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Field, Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { inputWords, statusOptions } from './pieces.tsx'

export interface PostDraftForm {
  readonly title: string
  readonly body: string
  readonly tagIds: readonly string[]
  readonly statusId?: string
  readonly categoryId?: string
  readonly flags: PostFlags
  readonly values?: GivenValues
  readonly faulty?: readonly string[]
}

interface NewPostProps {
  readonly view: ProjectView
  readonly statuses: readonly Status[]
  readonly categories: readonly Category[]
  readonly fields: readonly BoardField[]
  readonly tags: readonly Tag[]
  readonly draft: PostDraftForm
}

export function NewPostPage({ view, statuses, categories, fields, tags, draft }: NewPostProps) {
  return (
    <ProjectPage
      view={view}
      title={view.words.say('posts_new')}
      section="/posts"
      lead={view.words.say('posts_new_lead', { name: view.project.name })}
    >
      <Form view={view} action={`${view.base}/posts/new`} class="form">
        <Field name="title" label={view.words.say('shared_title')} value={draft.title} required {...limitsOf(Title)} />
        <Field
          name="body"
          label={view.words.say('shared_text')}
          value={draft.body}
          rows={8}
          {...limitsOf(PostBody)}
          hint={view.words.say('posts_markdown')}
        />
        <Select
          name="status_id"
          label={view.words.say('shared_status')}
          options={statusOptions(statuses)}
          value={draft.statusId}
        />
        <CategorySelect view={view} categories={categories} chosen={draft.categoryId} />
        <FieldInputs
          fields={fields.map((field) => ({ ...field, required: false }))}
          values={draft.values ?? {}}
          faulty={draft.faulty ?? []}
          words={inputWords(view)}
        />
        <TagBoxes view={view} tags={tags} chosen={draft.tagIds} />
        {FLAG_NAMES.map((flag) => (
          <label class="row tight plain-label">
            <input type="checkbox" name={snakeCase(flag)} value="1" checked={draft.flags[flag]} />{' '}
            {view.words.say(`posts_${snakeCase(flag)}_box`)}
          </label>
        ))}
        <p class="row">
          <button class="button main" type="submit">
            {view.words.say('posts_publish')}
          </button>
          <a class="button" href={`${view.base}/posts`}>
            {view.words.say('shared_cancel')}
          </a>
        </p>
      </Form>
    </ProjectPage>
  )
}

interface CategorySelectProps {
  readonly view: ProjectView
  readonly categories: readonly Category[]
  readonly chosen: string | undefined
  readonly isLabelHidden?: boolean
}

/** With one category there is nothing to choose. */
export function CategorySelect({ view, categories, chosen, isLabelHidden = false }: CategorySelectProps) {
  if (categories.length < 2) return null
  return (
    <Select
      name="category_id"
      label={view.words.say('categories_category')}
      isLabelHidden={isLabelHidden}
      options={categories.map(({ id, name }) => [id, name] as const)}
      value={chosen || categories.find(({ isDefault }) => isDefault)?.id}
    />
  )
}

interface TagBoxesProps {
  readonly view: ProjectView
  readonly tags: readonly Pick<Tag, 'id' | 'name'>[]
  readonly chosen: readonly string[]
}

export function TagBoxes({ view, tags, chosen }: TagBoxesProps) {
  if (tags.length === 0) return null
  return (
    <fieldset class="boxes">
      <legend>{view.words.say('shared_tags')}</legend>
      {tags.map(({ id, name }) => (
        <label class="row tight plain-label">
          <input type="checkbox" name="tag_ids" value={id} checked={chosen.includes(id)} /> {name}
        </label>
      ))}
    </fieldset>
  )
}
