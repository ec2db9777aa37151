import type { ComponentChildren } from 'preact'
import { Status } from '../../../../../ui/components.tsx'
import { type DecisionPost, isSmallestFirst, type Measure, measureOf } from '../../../domain/decisions/index.ts'
import { type Field, isFor } from '../../../domain/fields/index.ts'
import type { Gained } from '../../../domain/insights/index.ts'
import { Interval } from '../insights/page.tsx'
import { Form } from '../shared/pieces.tsx'
import { type Column, Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { type ColumnName, decisionParams, sayMeasure } from './asked.ts'
import { nameIn } from './names.ts'
import type { DecideProps } from './props.ts'

const MOST_TIES = 3

/** Numbers of the team are inputs: each row is a form, which stands in its first cell. */
export function DecisionTable(props: DecideProps) {
  const { view, posts, asked } = props
  const { words } = view
  return (
    <div id="posts" class="decide-posts">
      <h2>{words.say('decide_table')}</h2>
      <p
        id="decide-keys"
        class="soft decide-keys"
        data-saved={words.say('decide_saved')}
        data-not-saved={words.say('decide_not_saved')}
        hidden
      >
        {words.say('decide_keys')}
      </p>
      <Table
        label={words.say('decide_table')}
        class="decide"
        columns={[
          { name: words.say('insights_post'), isHeading: true },
          ...asked.columns.map((name) => columnOf(props, name)),
        ]}
        rows={posts.map((post) => [
          <Heading {...props} post={post} />,
          ...asked.columns.map((name) => <DecisionCell {...props} post={post} name={name} />),
        ])}
      />
    </div>
  )
}

function columnOf(props: DecideProps, name: ColumnName): Column {
  const title = nameIn(props, name)
  if (!isMeasure(name)) return { name: title }
  const { view, asked } = props
  const isSorted = asked.sort === name
  const href = `${view.base}/decide?${decisionParams({ ...asked, sort: name, cursor: undefined })}#posts`
  return {
    name: title,
    head: (
      <a href={href} class="decide-sort" title={view.words.say('decide_sort_by', { name: title })}>
        {title}
        {isSorted && <span aria-hidden="true">{isSmallestFirst(name) ? ' ↑' : ' ↓'}</span>}
      </a>
    ),
    ...(isSorted && { sort: isSmallestFirst(name) ? 'ascending' : 'descending' }),
    ...(name !== 'share' && { class: 'number' }),
  }
}

function isMeasure(name: ColumnName): name is Measure {
  return name !== 'ties' && name !== 'new' && name !== 'status' && name !== 'category'
}

type RowProps = DecideProps & { readonly post: DecisionPost }

function Heading({ view, asked, post }: RowProps) {
  const { base } = view
  return (
    <>
      <a href={`${base}/posts/${post.number}`} dir="auto">
        {post.title}
      </a>{' '}
      <span class="soft">#{post.number}</span>
      <Form view={view} action={`${base}/decide/estimate`} id={`row-${post.number}`} class="decide-row">
        <input type="hidden" name="post" value={post.number} />
        <input type="hidden" name="query" value={String(decisionParams(asked))} />
      </Form>
    </>
  )
}

function DecisionCell(props: RowProps & { readonly name: ColumnName }): ComponentChildren {
  const { view, ranking, post, name, statuses, categories } = props
  const { words } = view
  switch (name) {
    case 'ties':
      return tiesIn(props)
    case 'new':
      return <Changes {...props} />
    case 'status': {
      const status = statuses.find(({ id }) => id === post.statusId)
      return status ? <Status status={status} /> : null
    }
    case 'category':
      return categories.find(({ id }) => id === post.categoryId)?.name ?? null
    case 'share':
      return <Interval view={view} share={post.share} most={Math.max(...props.posts.map(({ share }) => share.high))} />
    default: {
      const field = ranking.estimates.find(({ key }) => name === `field.${key}`)
      if (field && isFor(field, post.categoryId)) return <Estimate {...props} field={field} />
      const number = measureOf(post, name)
      const text = number === undefined ? words.say('decide_nothing') : sayMeasure(name, number)
      return name === 'by_effort' ? <span data-by-effort={post.number}>{text}</span> : text
    }
  }
}

function tiesIn({ view: { words }, posts, post }: RowProps): string {
  const numberOf = new Map(posts.map(({ id, number }) => [id, number]))
  const ties = post.tiesWith.slice(0, MOST_TIES).map((id) => `#${numberOf.get(id)}`)
  if (ties.length === 0) return words.say('insights_no_ties')
  const more = post.tiesWith.length - ties.length
  return more === 0 ? `≈ ${ties.join(', ')}` : words.say('insights_more_ties', { ties: ties.join(', '), n: more })
}

function Changes({ view, statuses, post: { change } }: RowProps) {
  const { words } = view
  const nameOf = (wanted: string) => statuses.find(({ id }) => id === wanted)?.name ?? words.say('decide_gone_status')
  if (change.gained.voters === 0 && !change.status) return <>{words.say('decide_nothing')}</>
  return (
    <span class="decide-changes">
      {change.gained.voters > 0 && <span>{gainIn(view, change.gained)}</span>}
      {change.status && (
        <span>{words.say('decide_moved', { from: nameOf(change.status.from), to: nameOf(change.status.to) })}</span>
      )}
    </span>
  )
}

function gainIn({ words }: ProjectView, { voters, accounts, value, isMore }: Gained): string {
  const parts = [
    words.say(isMore ? 'decide_new_votes_more' : 'decide_new_votes', { n: voters }),
    accounts > 0 && words.say('decide_new_accounts', { n: accounts }),
    value > 0 && words.say('decide_new_value', { value: sayMeasure('value', value) }),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** The last number of a row has the button, for pages without script. */
function Estimate({ view, asked, ranking, post, typed, field }: RowProps & { readonly field: Field }) {
  const { words } = view
  const { key, label } = field
  const refused = typed?.post === post.number && asked.post !== post.number ? typed : undefined
  const fault = refused?.faults[key]
  const id = `estimate-${post.number}-${key}`
  const form = `row-${post.number}`
  const shown = ranking.estimates.filter(
    (one) => asked.columns.includes(`field.${one.key}`) && isFor(one, post.categoryId),
  )
  return (
    <span class="decide-cell">
      <input
        id={id}
        form={form}
        name={`field.${key}`}
        inputmode="decimal"
        autocomplete="off"
        size={5}
        disabled={view.isReadOnly}
        value={refused?.values[key] ?? String(post.numbers[key] ?? '')}
        aria-label={words.say('decide_estimate_of', { field: label, title: post.title })}
        aria-invalid={fault ? 'true' : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
      />
      {fault && (
        <span id={`${id}-fault`} class="field-fault">
          {fault}
        </span>
      )}
      {shown.at(-1) === field && !view.isReadOnly && (
        <button
          class="link decide-save"
          type="submit"
          form={form}
          aria-label={words.say('decide_save_row_of', { title: post.title })}
        >
          {words.say('decide_save_row')}
        </button>
      )}
    </span>
  )
}
