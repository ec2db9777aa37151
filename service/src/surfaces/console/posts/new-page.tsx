import { snakeCase } from '../../../domain/members.ts'
import { FLAG_NAMES, PostBody, type PostFlags } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import { Title } from '../../../domain/texts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Field, Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { FLAG_WORDS } from './flags.ts'
import { statusOptions } from './pieces.tsx'

export interface PostDraftForm {
  readonly title: string
  readonly body: string
  readonly tagIds: readonly string[]
  readonly statusId?: string
  readonly flags: PostFlags
}

interface NewPostProps {
  readonly view: ProjectView
  readonly statuses: readonly Status[]
  readonly tags: readonly Tag[]
  readonly draft: PostDraftForm
}

export function NewPostPage({ view, statuses, tags, draft }: NewPostProps) {
  return (
    <ProjectPage
      view={view}
      title="New post"
      section="/posts"
      lead={`${view.project.name} is shown as the author. The post is public at once.`}
    >
      <Form view={view} action={`${view.base}/posts/new`} class="form">
        <Field name="title" label="Title" value={draft.title} required {...limitsOf(Title)} />
        <Field
          name="body"
          label="Text"
          value={draft.body}
          rows={8}
          {...limitsOf(PostBody)}
          hint="You can use Markdown."
        />
        <Select name="status_id" label="Status" options={statusOptions(statuses)} value={draft.statusId} />
        <TagBoxes tags={tags} chosen={draft.tagIds} />
        {FLAG_NAMES.map((flag) => (
          <label class="row tight plain-label">
            <input type="checkbox" name={snakeCase(flag)} value="1" checked={draft.flags[flag]} />{' '}
            {FLAG_WORDS[flag].box}
          </label>
        ))}
        <p class="row">
          <button class="button main" type="submit">
            Publish
          </button>
          <a class="button" href={`${view.base}/posts`}>
            Cancel
          </a>
        </p>
      </Form>
    </ProjectPage>
  )
}

export function TagBoxes({ tags, chosen }: { tags: readonly Pick<Tag, 'id' | 'name'>[]; chosen: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <fieldset class="boxes">
      <legend>Tags</legend>
      {tags.map(({ id, name }) => (
        <label class="row tight plain-label">
          <input type="checkbox" name="tag_ids" value={id} checked={chosen.includes(id)} /> {name}
        </label>
      ))}
    </fieldset>
  )
}
