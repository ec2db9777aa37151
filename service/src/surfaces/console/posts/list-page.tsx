import { Empty } from '../../../../../ui/components.tsx'
import { type Post, SearchWords } from '../../../domain/posts/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Form, NextPage, quantity, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import type { BulkResult } from './bulk-routes.tsx'
import { AuthorLink, PostBadges, postPath, StatusDot, statusOptions } from './pieces.tsx'
import type { PostQuery } from './query.ts'

interface PostsProps {
  readonly view: ProjectView
  readonly query: PostQuery
  readonly cursor: string | undefined
  readonly statuses: readonly Status[]
  readonly tags: readonly Tag[]
  readonly posts: readonly Post[]
  readonly next: string | undefined
  readonly result: BulkResult | undefined
}

export function PostsPage(props: PostsProps) {
  const { view, posts, query, next, result } = props
  const isAsked = Object.keys(query).some((name) => name !== 'sort' && name !== 'size')
  return (
    <ProjectPage
      view={view}
      title="Posts"
      section="/posts"
      scripts={['posts.js']}
      actions={
        !view.isReadOnly && (
          <a class="button main" href={`${view.base}/posts/new`}>
            New post
          </a>
        )
      }
    >
      {result && <Result view={view} result={result} />}
      <Filters {...props} />
      {posts.length > 0 ? (
        <Table {...props} />
      ) : isAsked ? (
        <Empty title="No post fits">
          Try other words, or <a href={`${view.base}/posts`}>show all posts</a>.
        </Empty>
      ) : (
        <Empty title="No posts yet">Posts that you or your users write appear here.</Empty>
      )}
      <NextPage next={next} />
    </ProjectPage>
  )
}

const DONE: Readonly<Record<BulkResult['action'], string>> = {
  status: 'The status was changed for',
  tag: 'The tag was added to',
  untag: 'The tag was removed from',
  merge: 'Merged here:',
}

export function Result({ view, result: { action, done, failed } }: { view: ProjectView; result: BulkResult }) {
  return (
    <div class={failed.length > 0 ? 'notice fault' : 'notice done'} role={failed.length > 0 ? 'alert' : 'status'}>
      <p>
        {DONE[action]} {quantity(done, 'post')}.
      </p>
      {failed.length > 0 && (
        <>
          <p>It could not be done for {quantity(failed.length, 'post')}:</p>
          <ul class="dots">
            {failed.map(({ number, why }) => (
              <li>
                <a href={postPath(view, { number: Number(number) })}>Post {number}</a>: {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const STATES = [
  ['', 'Public'],
  ['pending', 'Waiting for approval'],
  ['rejected', 'Rejected'],
  ['merged', 'Merged'],
] as const

function Filters({ view, query, statuses, tags }: PostsProps) {
  const sorts = [
    ['', query.q === undefined ? 'Newest' : 'Best match'],
    ...(query.q === undefined ? [] : [['new', 'Newest'] as const]),
    ['top', 'Most votes'],
    ['trending', 'Trending'],
    ['updated', 'Last changed'],
  ] as const
  const named = (all: string, list: readonly { id: string; name: string }[]) =>
    [['', all], ...list.map(({ id, name }) => [id, name] as const)] as const
  return (
    <form method="get" action={`${view.base}/posts`} class="filters" aria-label="Find posts">
      <label class="select search">
        <span>Search</span>
        <input type="search" name="q" value={query.q} {...limitsOf(SearchWords)} placeholder="Words in title or text" />
      </label>
      <Select name="status" label="Status" options={named('Any status', statuses)} value={query.status} />
      <Select name="tag" label="Tag" options={named('Any tag', tags)} value={query.tag} />
      <Select name="state" label="Shown" options={STATES} value={query.state ?? ''} />
      {!query.state && <Select name="sort" label="Order" options={sorts} value={query.sort ?? ''} />}
      <Select
        name="size"
        label="On a page"
        options={[
          ['', '25'],
          ['100', '100'],
        ]}
        value={query.size ?? ''}
      />
      <button class="button" type="submit">
        Show
      </button>
    </form>
  )
}

function Table(props: PostsProps) {
  const { view, posts, query, cursor } = props
  const back = new URLSearchParams({ ...query, ...(cursor && { cursor }) }).toString()
  return (
    <Form view={view} action={`${view.base}/posts/bulk`} id="bulk" wraps>
      <input type="hidden" name="back" value={back} />
      <section class="scroll" tabindex={0} aria-label="Posts">
        <table class="posts">
          <thead>
            <tr>
              <th scope="col">
                <label class="tick">
                  <input type="checkbox" data-all="n" hidden />
                  <span class="unseen">Select all posts on this page</span>
                </label>
              </th>
              <th scope="col" class="number">
                Votes
              </th>
              <th scope="col">Post</th>
              <th scope="col" class="wide-only">
                Status
              </th>
              <th scope="col" class="wide-only">
                By
              </th>
              <th scope="col" class="number wide-only">
                Comments
              </th>
            </tr>
          </thead>
          <tbody>
            {posts.map((post) => (
              <Row view={view} post={post} />
            ))}
          </tbody>
        </table>
      </section>
      <Bulk {...props} />
    </Form>
  )
}

function Row({ view, post }: { view: ProjectView; post: Post }) {
  return (
    <tr>
      <td>
        <label class="tick">
          <input type="checkbox" name="n" value={post.number} />
          <span class="unseen">Tick “{post.title}”</span>
        </label>
      </td>
      <td class="number">{post.voteCount.toLocaleString('en')}</td>
      <td class="what">
        <a href={postPath(view, post)}>{post.title}</a>
        <p class="facts">
          <span>#{post.number}</span>
          <span class="narrow-only">
            <StatusDot status={post.status} />
          </span>
          <Ago at={post.createdAt} now={view.now} />
          <PostBadges post={post} />
          {post.tags.map(({ name }) => (
            <span class="tag">{name}</span>
          ))}
        </p>
      </td>
      <td class="wide-only">
        <StatusDot status={post.status} />
      </td>
      <td class="wide-only">
        <AuthorLink view={view} author={post.author} />
      </td>
      <td class="number wide-only">{post.commentCount.toLocaleString('en')}</td>
    </tr>
  )
}

function Bulk({ view, statuses, tags }: PostsProps) {
  return (
    <fieldset class="bulk">
      <legend>
        With the selected posts <span class="soft" data-ticked />
      </legend>
      <div class="row tight">
        <Select
          name="status_id"
          label="Status for the selected posts"
          isLabelHidden
          options={[['', 'Status…'], ...statusOptions(statuses)]}
        />
        <label class="row tight plain-label">
          <input type="checkbox" name="notify" value="1" /> Tell followers
        </label>
        <button class="button" type="submit" name="do" value="status">
          Set status
        </button>
      </div>
      {tags.length > 0 && (
        <div class="row tight">
          <Select
            name="tag_id"
            label="Tag for the selected posts"
            isLabelHidden
            options={[['', 'Tag…'], ...tags.map(({ id, name }) => [id, name] as const)]}
          />
          <button class="button" type="submit" name="do" value="tag">
            Add tag
          </button>
          <button class="button" type="submit" name="do" value="untag">
            Remove tag
          </button>
        </div>
      )}
      <button class="button" type="submit" formmethod="get" formaction={`${view.base}/posts/merge`}>
        Merge…
      </button>
    </fieldset>
  )
}
