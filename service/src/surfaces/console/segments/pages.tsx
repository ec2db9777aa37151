import { Empty } from '../../../../../ui/components.tsx'
import {
  isAll,
  listOf,
  type PeopleCount,
  type Rule,
  type Segment,
  type TraitOffer,
} from '../../../domain/segments/index.ts'
import type { User } from '../../../domain/users/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { CONFIRM_SCRIPTS, ConfirmHere, CsvLink, Form, NextPage } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { UserTable } from '../users/list-page.tsx'
import { ageInWords, countInWords, Editor } from './editor.tsx'
import type { TypedSegment } from './form.ts'

export type CountedSegment = Segment & { readonly counted: PeopleCount }

interface SegmentsProps {
  readonly view: ProjectView
  readonly segments: readonly CountedSegment[]
}

export function SegmentsPage({ view, segments }: SegmentsProps) {
  const { words, base } = view
  const add = view.may('segments:write') && (
    <a class="button main" href={`${base}/segments/new`}>
      {words.say('segments_add')}
    </a>
  )
  return (
    <ProjectPage
      view={view}
      title={words.say('segments_title')}
      section="/segments"
      guide="segments"
      lead={words.say('segments_lead')}
      actions={segments.length > 0 && add}
    >
      {segments.length === 0 ? (
        <Empty title={words.say('segments_none')} {...(add && { actions: add })}>
          {words.say('segments_none_why')}
        </Empty>
      ) : (
        <Table
          label={words.say('segments_title')}
          columns={[
            { name: words.say('shared_name'), isHeading: true },
            { name: words.say('segments_rules') },
            { name: words.say('segments_who') },
          ]}
          rows={segments.map((segment) => [
            <a href={`${base}/segments/${segment.id}`} dir="auto">
              {segment.name}
            </a>,
            <span dir="auto">{inWords(view, segment)}</span>,
            <>
              {countInWords(view, segment.counted)} <span class="soft">{ageInWords(view, segment.counted)}</span>
            </>,
          ])}
        />
      )}
    </ProjectPage>
  )
}

interface EditedProps {
  readonly view: ProjectView
  readonly typed: TypedSegment
  readonly traits: readonly TraitOffer[]
  readonly counted: PeopleCount | undefined
}

export function NewSegmentPage({ view, typed, traits, counted }: EditedProps) {
  const { words, base } = view
  return (
    <ProjectPage
      view={view}
      title={words.say('segments_add')}
      section="/segments"
      guide="segments"
      lead={words.say('segments_new_lead')}
      scripts={['segments.js']}
    >
      {traits.length === 0 && <p class="soft">{words.say('segments_no_traits')}</p>}
      <Form view={view} action={`${base}/segments/add`} class="card">
        <Editor view={view} typed={typed} traits={traits} counted={counted} />
        <p class="row">
          <button class="button main" type="submit">
            {words.say('segments_add')}
          </button>
          <CountButton view={view} address={`${base}/segments/new`} />
        </p>
      </Form>
    </ProjectPage>
  )
}

interface SegmentProps extends Omit<EditedProps, 'counted'> {
  readonly segment: Segment
  readonly counted: PeopleCount
  /** How many fit what is typed; undefined: not asked. */
  readonly drafted: PeopleCount | undefined
  readonly users: readonly User[]
  /** The operator must confirm who they are before what is typed is saved. */
  readonly confirms: { readonly hasPasskey: boolean } | undefined
  readonly next: string | undefined
}

export function SegmentPage(props: SegmentProps) {
  const { view, segment, counted, drafted, typed, traits, users, confirms, next } = props
  const { words, base } = view
  const address = `${base}/segments/${segment.id}`
  return (
    <ProjectPage
      view={view}
      title={segment.name}
      section="/segments"
      guide="segments"
      isWide
      scripts={['segments.js', ...(confirms ? CONFIRM_SCRIPTS : [])]}
      actions={<CsvLink view={view} href={`${base}/users.csv?segment=${segment.id}`} />}
    >
      {confirms && (
        <ConfirmHere
          view={view}
          what={words.say('segments_confirming')}
          page={address}
          form="change-segment"
          hasPasskey={confirms.hasPasskey}
        />
      )}
      <div class="segment-facts">
        <p dir="auto">{inWords(view, segment)}</p>
        <p>
          <b>{countInWords(view, counted)}</b>
          {' · '}
          <a href={`${base}/posts?segment=${segment.id}`}>{words.say('segments_posts')}</a>
        </p>
        {counted.kind === 'kept' && <p class="soft">{ageInWords(view, counted)}</p>}
      </div>
      {view.may('segments:write') && (
        <details open={typed.faults !== undefined || drafted !== undefined || confirms !== undefined}>
          <summary class="button">{words.say('segments_change')}</summary>
          <Form view={view} id="change-segment" action={`${address}/change`} class="card">
            <input type="hidden" name="version" value={typed.version ?? segment.version} />
            <Editor view={view} typed={typed} traits={traits} counted={drafted} />
            <p class="row">
              <button class="button main" type="submit">
                {words.say('shared_save')}
              </button>
              <CountButton view={view} address={address} />
            </p>
          </Form>
        </details>
      )}
      <h2 class="segment-people">{words.say('segments_who')}</h2>
      {users.length === 0 ? (
        <Empty title={words.say('segments_nobody')}>{words.say('segments_nobody_why')}</Empty>
      ) : (
        <UserTable view={view} users={users} />
      )}
      <NextPage view={view} next={next} />
      {view.may('segments:write') && <Removal view={view} segment={segment} />}
    </ProjectPage>
  )
}

/** For browsers without script: the same page again, with a count. */
function CountButton({ view, address }: { view: ProjectView; address: string }) {
  return (
    <button class="button segment-counter" type="submit" formmethod="get" formaction={address}>
      {view.words.say('segments_count')}
    </button>
  )
}

function Removal({ view, segment: { id, name } }: { view: ProjectView; segment: Segment }) {
  const { words, base } = view
  return (
    <Form
      view={view}
      action={`${base}/segments/${id}/delete`}
      class="row removal segment-removal"
      asks={{
        question: words.say('labels_delete_ask', { name }),
        does: words.say('segments_delete_does'),
        yes: words.say('labels_delete_yes'),
      }}
    >
      <button class="button danger" type="submit" aria-label={words.say('labels_delete_label', { name })}>
        {words.say('shared_delete')}
      </button>
    </Form>
  )
}

function inWords(view: ProjectView, { rules }: Segment): string {
  const { words } = view
  const joint = words.say(isAll(rules) ? 'segments_and' : 'segments_or')
  return listOf(rules)
    .map((rule) => ruleInWords(view, rule))
    .join(` ${joint} `)
}

function ruleInWords({ words }: ProjectView, { trait, op, value }: Rule): string {
  if (op === 'exists') return words.say(value ? 'segments_says_exists' : 'segments_says_missing', { trait })
  const shown = op === 'in' ? value.join(', ') : String(value)
  return words.say('segments_says', { trait, op: words.say(`segments_op_${op}`), value: shown })
}
