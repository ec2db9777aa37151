import { categoryName } from '../../../../../ui/words/names.ts'
import type { Category } from '../../../domain/categories/index.ts'
import type { Field, GivenValues } from '../../../domain/fields/index.ts'
import { type Post, PostBody } from '../../../domain/posts/index.ts'
import { Title } from '../../../domain/texts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { FILE_FORM, PictureField } from '../editor/picture-field.tsx'
import { EditorTemplate } from '../editor/tools.tsx'
import { AskedFields } from '../shared/asked-fields.tsx'
import { Page } from '../shared/layout.tsx'
import { WritesAs } from '../shared/name-choices.tsx'
import { Back, SignInNeedsScript } from '../shared/pieces.tsx'
import { postPath } from '../shared/posts.tsx'
import type { View } from '../shared/view.ts'

export interface NewIdeaPageProps {
  readonly view: View
  readonly title: string
  readonly body: string
  /** Those in which the visitor may write; nothing is shown of a single one. */
  readonly categories: readonly Category[]
  /** The id of the chosen one. */
  readonly categoryId: string | undefined
  /** Those that visitors see, of all categories. */
  readonly fields: readonly Field[]
  readonly values?: GivenValues
  /** The keys of fields whose values were refused. */
  readonly faulty?: readonly string[]
  readonly similar: readonly Post[]
}

interface ChoiceProps {
  readonly fields: readonly Field[]
  readonly view: View
  readonly categories: readonly Category[]
  readonly chosen: string | undefined
}

export function NewIdeaPage(props: NewIdeaPageProps) {
  const { view, title, body, categories, categoryId, fields, values = {}, faulty = [], similar } = props
  const { words } = view
  const template = categories.find(({ id }) => id === categoryId)?.template ?? ''
  return (
    <Page view={view} facts={{ title: words.say('new_title'), current: 'posts', isIndexed: false }}>
      <div class="narrow">
        <Back view={view} />
        <h1>{words.say('new_title')}</h1>
        <p class="lead">{words.say('new_lead')}</p>
        <EditorTemplate view={view} />
        <form class="stack" method="post" action="/new" enctype={FILE_FORM} data-draft="new">
          {view.formId && <input type="hidden" name="form_id" value={view.formId} />}
          <CategoryChoice view={view} categories={categories} fields={fields} chosen={categoryId} />
          <label for="title">{words.say('new_title_label')}</label>
          <input
            id="title"
            name="title"
            required
            {...limitsOf(Title)}
            value={title}
            autocomplete="off"
            aria-describedby="title-hint"
            aria-invalid={view.notice?.kind === 'fault' && title.trim().length < 3 ? 'true' : undefined}
          />
          <p id="title-hint" class="soft">
            {words.say('new_title_hint')}
          </p>
          <div id="similar" aria-live="polite">
            <Similar view={view} posts={similar} />
          </div>
          <label for="body">{words.say('new_body_label')}</label>
          <textarea
            id="body"
            name="body"
            {...limitsOf(PostBody)}
            rows={8}
            aria-describedby="body-hint"
            data-template={template || undefined}
          >
            {body}
          </textarea>
          <p id="body-hint" class="soft">
            {words.say('new_body_hint')} {words.say('markdown_hint')}
          </p>
          <PictureField view={view} id="body" />
          <AskedFields view={view} fields={fields} values={values} faulty={faulty} categoryId={categoryId} />
          <WritesAs view={view} />
          <SignInNeedsScript view={view} />
          <p class="row">
            <button class="button main large" type="submit">
              {words.say('new_submit')}
            </button>
            {view.visitorName === undefined && <span class="soft">{words.say('new_sign_in')}</span>}
          </p>
        </form>
      </div>
    </Page>
  )
}

/**
 * With script, the text begins with the template of the chosen category, and its fields are shown; without, those of the category in the address,
 * and a button shows the fields of another one.
 */
function CategoryChoice({ view, categories, fields, chosen }: ChoiceProps) {
  const { words } = view
  if (categories.length < 2) return null
  return (
    <>
      <label for="category">{words.say('filter_category')}</label>
      <select id="category" name="category_id" class="pick">
        {categories.map((category) => (
          <option value={category.id} selected={category.id === chosen} data-template={category.template || undefined}>
            {categoryName(words, category)}
          </option>
        ))}
      </select>
      {fields.some((field) => field.categories !== null) && (
        <noscript>
          <button class="button" type="submit" name="show" value="fields" formnovalidate>
            {words.say('field_show')}
          </button>
        </noscript>
      )}
    </>
  )
}

/** `client.ts` makes the same while somebody types. Only links: a vote button is a form, and forms do not nest. */
function Similar({ view, posts }: { view: View; posts: readonly Post[] }) {
  const { words } = view
  if (posts.length === 0) return null
  return (
    <section class="similar" aria-labelledby="similar-title">
      <h2 id="similar-title">{words.say('similar_title')}</h2>
      <p class="soft">{words.say('similar_lead')}</p>
      <ul>
        {posts.map((post) => (
          <li>
            <a href={postPath(post)} dir="auto">
              {post.title}
            </a>{' '}
            <span class="soft">{words.say('votes', { n: post.voteCount })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
