import type { WordKey } from '../../../../../ui/words/words.ts'
import type { Comment } from '../../../domain/comments/index.ts'
import { type Field, fieldsFor, type GivenValues } from '../../../domain/fields/index.ts'
import { CommentBody } from '../../../domain/posting/index.ts'
import { type Post, PostBody } from '../../../domain/posts/index.ts'
import { Title } from '../../../domain/texts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { FILE_FORM, PictureField } from '../editor/picture-field.tsx'
import { AskedFields } from '../shared/asked-fields.tsx'
import type { View } from '../shared/view.ts'
import { Cancel, Unfold } from './unfold.tsx'

/** A form that was refused, with what was typed. */
export interface Returned {
  /** The id of its longest field. */
  readonly form: string
  readonly title?: string
  readonly body: string
  readonly values?: GivenValues
  /** The keys of fields whose values were refused. */
  readonly faulty?: readonly string[]
}

interface OwnProps {
  readonly view: View
  readonly post: Post
  readonly returned: Returned | undefined
}

interface OwnIdeaProps extends OwnProps {
  readonly isFixed: boolean
  /** Those that visitors see, of all categories. */
  readonly fields: readonly Field[]
}

/** The actions of an idea's author, until others take part. */
export function OwnIdea({ view, post, returned, isFixed, fields }: OwnIdeaProps) {
  const { words } = view
  if (isFixed) return <p class="soft">{words.say('idea_in_discussion')}</p>
  const id = 'edit-idea'
  const typed = returned?.form === id ? returned : undefined
  const path = `/posts/${post.number}`
  const asked = fieldsFor(fields, post.category)
  return (
    <>
      <Unfold kind="edit" label={words.say('edit')} isOpen={typed !== undefined}>
        <form class="stack" method="post" action={`${path}/edit`} enctype={FILE_FORM}>
          <input type="hidden" name="version" value={post.version} />
          <label for="edit-title">{words.say('new_title_label')}</label>
          <input id="edit-title" name="title" required {...limitsOf(Title)} value={typed?.title ?? post.title} />
          <label for={id}>{words.say('new_body_label')}</label>
          <textarea id={id} name="body" {...limitsOf(PostBody)} rows={6}>
            {typed?.body ?? post.body}
          </textarea>
          <PictureField view={view} id={id} />
          {asked.length > 0 && <input type="hidden" name="asked" value={asked.map(({ key }) => key).join(' ')} />}
          <AskedFields
            view={view}
            fields={asked}
            values={typed?.values ?? post.fields}
            faulty={typed?.faulty}
            categoryId={post.category.id}
          />
          <Save view={view} post={post} />
        </form>
      </Unfold>
      <Delete view={view} post={post} path={path} asks="delete_idea_ask" />
    </>
  )
}

/** The actions of a comment's author. On a closed idea the comment can only be deleted. */
export function OwnComment({ view, post, comment, returned }: OwnProps & { readonly comment: Comment }) {
  const { words } = view
  const id = `edit-${comment.id}`
  const typed = returned?.form === id ? returned.body : undefined
  const path = `/posts/${post.number}/comments/${comment.id}`
  return (
    <>
      {!post.commentsLocked && (
        <Unfold kind="edit" label={words.say('edit')} isOpen={typed !== undefined}>
          <form class="stack" method="post" action={`${path}/edit`} enctype={FILE_FORM}>
            <input type="hidden" name="version" value={comment.version} />
            <label for={id}>{words.say('edit_comment_label')}</label>
            <textarea id={id} name="body" required data-post={post.number} {...limitsOf(CommentBody)} rows={3}>
              {typed ?? comment.body}
            </textarea>
            <PictureField view={view} id={id} />
            <Save view={view} post={post} />
          </form>
        </Unfold>
      )}
      <Delete view={view} post={post} path={path} asks="delete_comment_ask" />
    </>
  )
}

function Save({ view, post }: { view: View; post: Post }) {
  return (
    <p class="row">
      <button class="button main" type="submit">
        {view.words.say('me_save')}
      </button>
      <Cancel view={view} post={post} />
    </p>
  )
}

function Delete({ view, post, path, asks }: { view: View; post: Post; path: string; asks: WordKey }) {
  const { words } = view
  return (
    <Unfold kind="delete" label={words.say('delete')}>
      <form class="stack" method="post" action={`${path}/delete`}>
        <p>{words.say(asks)}</p>
        <p class="row">
          <button class="button danger" type="submit">
            {words.say('delete')}
          </button>
          <Cancel view={view} post={post} />
        </p>
      </form>
    </Unfold>
  )
}
