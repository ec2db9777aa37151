import { Empty } from '../../../../../ui/components.tsx'
import type { Category } from '../../../domain/categories/index.ts'
import { type Field, hasOptions } from '../../../domain/fields/index.ts'
import { type Post, SearchWords } from '../../../domain/posts/index.ts'
import type { Segment } from '../../../domain/segments/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ImportHint } from '../shared/import-hint.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, CsvLink, Form, NextPage, Select } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import { Table } from '../shared/table.tsx'
import { Undo } from '../shared/undo.tsx'
import type { ProjectView } from '../shared/view.ts'
import type { BulkResult } from './bulk-routes.tsx'
import { AuthorLink, PostBadges, postPath, StatusDot, statusOptions } from './pieces.tsx'
import { csvAddressOf, type PostQuery, queryText } from './query.ts'

interface PostsProps {
  readonly view: ProjectView
  readonly query: PostQuery
  readonly cursor: string | undefined
  readonly statuses: readonly Status[]
  readonly categories: readonly Category[]
  readonly fields: readonly Field[]
  /** Empty for those who may not filter by them. */
  readonly segments: readonly Segment[]
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
      title={view.words.say('posts_title')}
      section="/posts"
      guide="posts"
      isWide
      scripts={['posts.js']}
      actions={
        <>
          <CsvLink view={view} href={csvAddressOf(view.base, query)} />
          {!view.isReadOnly && (
            <a class="button main" href={`${view.base}/posts/new`}>
              {view.words.say('posts_new')}
            </a>
          )}
        </>
      }
    >
      {result && <Result view={view} result={result} />}
      {query.import && (
        <p class="soft">
          <Sentence
            view={view}
            of="posts_of_import"
            with={{ all: (text) => <a href={`${view.base}/posts`}>{text}</a> }}
          />
        </p>
      )}
      <Filters {...props} />
      {posts.length > 0 ? (
        <PostTable {...props} />
      ) : isAsked ? (
        <Empty title={view.words.say('posts_none_found')}>
          <Sentence
            view={view}
            of="posts_none_found_why"
            with={{ link: (text) => <a href={`${view.base}/posts`}>{text}</a> }}
          />
        </Empty>
      ) : (
        <Empty title={view.words.say('posts_none')} actions={<ImportHint view={view} />}>
          {view.words.say('posts_none_why')}
        </Empty>
      )}
      <NextPage view={view} next={next} />
    </ProjectPage>
  )
}

export function Result({ view, result: { action, done, failed } }: { view: ProjectView; result: BulkResult }) {
  return (
    <div class={failed.length > 0 ? 'notice fault' : 'notice done'} role={failed.length > 0 ? 'alert' : 'status'}>
      <p>{view.words.say(`posts_done_${action}`, { n: done })}</p>
      <Undo view={view} />
      {failed.length > 0 && (
        <>
          <p>{view.words.say('posts_not_done', { n: failed.length })}</p>
          <ul class="dots">
            {failed.map(({ number, why }) => (
              <li>
                <a href={postPath(view, { number: Number(number) })}>{view.words.say('posts_number', { number })}</a>:{' '}
                {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Lists for what can be chosen, and an input for what is typed. */
function FieldFilter({ view, field, value }: { view: ProjectView; field: Field; value: string }) {
  const { words } = view
  const name = `field.${field.key}`
  if (hasOptions(field) || field.kind === 'checkbox') {
    const choices = hasOptions(field)
      ? field.options.map((option) => [option.value, option.label] as const)
      : ([
          ['true', words.say('fields_yes')],
          ['false', words.say('fields_no')],
        ] as const)
    return (
      <Select name={name} label={field.label} options={[['', words.say('fields_any')], ...choices]} value={value} />
    )
  }
  return (
    <label class="select" for={name}>
      <span>{field.label}</span>
      {field.kind === 'date' ? (
        <input type="date" id={name} name={name} value={value} />
      ) : (
        <input type="text" id={name} name={name} value={value} />
      )}
    </label>
  )
}

const STATES = [
  ['', 'posts_state_public'],
  ['pending', 'posts_state_pending'],
  ['rejected', 'posts_state_rejected'],
  ['merged', 'posts_state_merged'],
] as const

function Filters({ view, query, statuses, categories, fields, segments, tags }: PostsProps) {
  const sorts = [
    ['', query.q === undefined ? view.words.say('posts_sort_new') : view.words.say('posts_sort_match')],
    ...(query.q === undefined ? [] : [['new', view.words.say('posts_sort_new')] as const]),
    ['top', view.words.say('posts_sort_top')],
    ['trending', view.words.say('posts_sort_trending')],
    ['updated', view.words.say('posts_sort_updated')],
  ] as const
  const states = STATES.map(([state, name]) => [state, view.words.say(name)] as const)
  const named = (all: string, list: readonly { id: string; name: string }[]) =>
    [['', all], ...list.map(({ id, name }) => [id, name] as const)] as const
  return (
    <form method="get" action={`${view.base}/posts`} class="filters" aria-label={view.words.say('posts_find')}>
      {query.import && <input type="hidden" name="import" value={query.import} />}
      <label class="select search">
        <span>{view.words.say('posts_search')}</span>
        <input
          type="search"
          name="q"
          value={query.q}
          {...limitsOf(SearchWords)}
          placeholder={view.words.say('posts_search_words')}
        />
      </label>
      <Select
        name="status"
        label={view.words.say('shared_status')}
        options={named(view.words.say('posts_any_status'), statuses)}
        value={query.status}
      />
      {categories.length > 1 && (
        <Select
          name="category"
          label={view.words.say('categories_category')}
          options={named(view.words.say('categories_none_chosen'), categories)}
          value={query.category}
        />
      )}
      {segments.length > 0 && (
        <Select
          name="segment"
          label={view.words.say('segments_voted')}
          options={named(view.words.say('segments_any'), segments)}
          value={query.segment}
        />
      )}
      <Select
        name="tag"
        label={view.words.say('posts_tag')}
        options={named(view.words.say('posts_any_tag'), tags)}
        value={query.tag}
      />
      <details class="more-filters" open={[query.state, query.sort, query.size, query.fields].some(Boolean)}>
        <summary class="button">{view.words.say('posts_more_filters')}</summary>
      </details>
      <div class="rarer">
        <Select name="state" label={view.words.say('posts_visibility')} options={states} value={query.state ?? ''} />
        {!query.state && (
          <Select name="sort" label={view.words.say('posts_sort')} options={sorts} value={query.sort ?? ''} />
        )}
        <Select
          name="size"
          label={view.words.say('posts_size')}
          options={[
            ['', '25'],
            ['100', '100'],
          ]}
          value={query.size ?? ''}
        />
        {fields.map((field) => (
          <FieldFilter view={view} field={field} value={query.fields?.[field.key] ?? ''} />
        ))}
      </div>
      <noscript>
        <button class="button" type="submit">
          {view.words.say('posts_apply')}
        </button>
      </noscript>
    </form>
  )
}

function PostTable(props: PostsProps) {
  const { view, posts, query, cursor } = props
  const { words } = view
  const back = queryText(query, cursor ? { cursor } : {})
  return (
    <Form view={view} action={`${view.base}/posts/bulk`} id="bulk" wraps>
      <input type="hidden" name="back" value={back} />
      <Table
        label={words.say('posts_title')}
        class="posts"
        columns={[
          {
            name: words.say('posts_select_all'),
            head: (
              <label class="tick">
                <input type="checkbox" data-all="n" hidden />
                <span class="unseen">{words.say('posts_select_all')}</span>
              </label>
            ),
            isNameHidden: true,
          },
          { name: words.say('posts_post'), isHeading: true, class: 'what' },
          { name: words.say('posts_votes'), class: 'number' },
          { name: words.say('shared_status') },
          { name: words.say('posts_author') },
          { name: words.say('posts_comments'), class: 'number' },
        ]}
        rows={posts.map((post) => [
          <label class="tick">
            <input type="checkbox" name="n" value={post.number} />
            <span class="unseen">{words.say('posts_select', { title: post.title })}</span>
          </label>,
          <What view={view} post={post} hasCategories={props.categories.length > 1} />,
          words.number(post.voteCount),
          <StatusDot status={post.status} />,
          <AuthorLink view={view} author={post.author} />,
          words.number(post.commentCount),
        ])}
      />
      <Bulk {...props} />
    </Form>
  )
}

function What({ view, post, hasCategories }: { view: ProjectView; post: Post; hasCategories: boolean }) {
  return (
    <>
      <a href={postPath(view, post)} dir="auto">
        {post.title}
      </a>
      <p class="facts">
        <span>#{post.number}</span>
        <Ago at={post.createdAt} now={view.now} />
        <PostBadges view={view} post={post} />
        {hasCategories && <span class="tag">{post.category.name}</span>}
        {post.tags.map(({ name }) => (
          <span class="tag">{name}</span>
        ))}
      </p>
    </>
  )
}

function Bulk({ view, statuses, categories, tags }: PostsProps) {
  return (
    <fieldset class="bulk">
      <legend>
        <span data-selected={view.words.say('posts_selected')}>{view.words.say('posts_selection')}</span>
      </legend>
      <div class="row tight">
        <Select
          name="status_id"
          label={view.words.say('posts_bulk_status')}
          isLabelHidden
          options={[['', view.words.say('posts_bulk_status_none')], ...statusOptions(statuses)]}
        />
        <label class="row tight plain-label">
          <input type="checkbox" name="notify" value="1" /> {view.words.say('posts_notify')}
        </label>
        <button class="button" type="submit" name="do" value="status">
          {view.words.say('posts_set_status')}
        </button>
      </div>
      {categories.length > 1 && (
        <div class="row tight">
          <Select
            name="category_id"
            label={view.words.say('posts_bulk_category')}
            isLabelHidden
            options={[
              ['', view.words.say('posts_bulk_category_none')],
              ...categories.map(({ id, name }) => [id, name] as const),
            ]}
          />
          <button class="button" type="submit" name="do" value="move">
            {view.words.say('posts_move')}
          </button>
        </div>
      )}
      {tags.length > 0 && (
        <div class="row tight">
          <Select
            name="tag_id"
            label={view.words.say('posts_bulk_tag')}
            isLabelHidden
            options={[['', view.words.say('posts_bulk_tag_none')], ...tags.map(({ id, name }) => [id, name] as const)]}
          />
          <button class="button" type="submit" name="do" value="tag">
            {view.words.say('posts_add_tag')}
          </button>
          <button class="button" type="submit" name="do" value="untag">
            {view.words.say('posts_remove_tag')}
          </button>
        </div>
      )}
      <button class="button" type="submit" formmethod="get" formaction={`${view.base}/posts/merge`}>
        {view.words.say('posts_merge')}
      </button>
    </fieldset>
  )
}
