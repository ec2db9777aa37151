import { Empty } from '../../../../../ui/components.tsx'
import type { listRejections } from '../../../domain/sign-in-log/index.ts'
import type { BrokenRule, JudgedRule, TokenReport } from '../../../domain/sign-in-tokens/index.ts'
import { InlineCode } from '../shared/inline-code.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { Badge, Form, NextPage, Select, Time } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { reasonOf } from './reasons.ts'

type Rejection = Awaited<ReturnType<typeof listRejections>>['items'][number]

export interface Checked {
  readonly audience: 'app' | 'board'
  readonly state: string
  readonly report?: TokenReport
}

interface SignInsProps {
  readonly view: ProjectView
  readonly rejections: readonly Rejection[]
  readonly next: string | undefined
  readonly checked?: Checked
}

export function SignInsPage({ view, rejections, next, checked }: SignInsProps) {
  const audiences = [
    ['app', view.words.say('sign_ins_audience_app')],
    ['board', view.words.say('sign_ins_audience_board')],
  ] as const
  return (
    <ProjectPage
      view={view}
      title={view.words.say('sign_ins_title')}
      section="/sign-ins"
      guide="refusals"
      isWide
      lead={view.words.say('sign_ins_lead')}
    >
      {checked?.report && <Report view={view} report={checked.report} />}
      <section class="part" id="check">
        <h2>{view.words.say('sign_ins_check')}</h2>
        <p class="soft">{view.words.say('sign_ins_check_why')}</p>
        <Form view={view} action={`${view.base}/sign-ins/check`} class="stack flat">
          <div class="field">
            <label for="token">{view.words.say('sign_ins_token')}</label>
            <textarea id="token" name="token" rows={5} required autocomplete="off" spellcheck={false} class="code" />
          </div>
          <div class="row end">
            <Select
              name="audience"
              label={view.words.say('sign_ins_audience')}
              options={audiences}
              value={checked?.audience ?? 'app'}
            />
            <div class="field">
              <label for="state">{view.words.say('sign_ins_state')}</label>
              <input id="state" name="state" value={checked?.state} autocomplete="off" aria-describedby="state-hint" />
            </div>
          </div>
          <p id="state-hint" class="soft">
            {view.words.say('sign_ins_state_why')}
          </p>
          <p>
            <button class="button main" type="submit">
              {view.words.say('sign_ins_check_yes')}
            </button>
          </p>
        </Form>
      </section>
      <section class="part">
        <h2>{view.words.say('sign_ins_refusals')}</h2>
        {rejections.length === 0 ? (
          <Empty title={view.words.say('sign_ins_none')}>{view.words.say('sign_ins_none_why')}</Empty>
        ) : (
          <Refusals view={view} rejections={rejections} />
        )}
        <NextPage view={view} next={next} />
      </section>
    </ProjectPage>
  )
}

function Refusals({ view, rejections }: Pick<SignInsProps, 'view' | 'rejections'>) {
  return (
    <Table
      label={view.words.say('sign_ins_refusals')}
      class="log"
      columns={[
        { name: view.words.say('shared_when'), class: 'when' },
        { name: view.words.say('sign_ins_why'), head: view.words.say('sign_ins_why_what'), class: 'why' },
        { name: view.words.say('sign_ins_kid'), class: 'kid' },
        { name: view.words.say('sign_ins_where') },
      ]}
      rows={rejections.map(({ at, code, kid, audience, broken }) => {
        const { title, remedy } = reasonOf(view.words, code)
        return [
          <Time at={at} />,
          <>
            <b>{title}</b> <ErrorCode code={code} />
            {broken && <Broken view={view} broken={broken} />}
            <p class="soft">
              <InlineCode text={remedy} />
            </p>
          </>,
          kid ? <code>{kid}</code> : <span class="soft">{view.words.say('sign_ins_no_kid')}</span>,
          view.words.say(`sign_ins_where_${audience}`),
        ]
      })}
    />
  )
}

/** Leads to what the documentation says about it. */
function ErrorCode({ code }: { code: string }) {
  return (
    <a href={`/docs/errors#${code}`}>
      <code>{code}</code>
    </a>
  )
}

/** The expected value beside the value in the token. */
function Broken({ view, broken: { rule, expected, found } }: { view: ProjectView; broken: BrokenRule }) {
  return (
    <p class="broken">
      <Sentence view={view} of="sign_ins_broken" with={{ rule, expected, found }} />
    </p>
  )
}

function Report({ view, report: { accepted, code, rules } }: { view: ProjectView; report: TokenReport }) {
  const reason = code === undefined ? undefined : reasonOf(view.words, code)
  return (
    <div class={`card ${accepted ? 'good' : 'bad'}`} role="status">
      <h2>{accepted ? view.words.say('sign_ins_accepted') : view.words.say('sign_ins_refused')}</h2>
      {reason ? (
        <p>
          <b>{reason.title}</b> <ErrorCode code={reason.code} />
          <br />
          <InlineCode text={reason.remedy} />
        </p>
      ) : (
        <p>{view.words.say('sign_ins_all_met')}</p>
      )}
      <Table
        label={view.words.say('sign_ins_rules')}
        class="log"
        columns={[
          { name: view.words.say('sign_ins_rule'), isHeading: true },
          { name: view.words.say('sign_ins_result') },
          { name: view.words.say('sign_ins_expected'), class: 'why' },
          { name: view.words.say('sign_ins_found'), class: 'why' },
        ]}
        rows={rules
          .toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
          .map(({ rule, checked, passed, expected, found }) => [
            <code>{rule}</code>,
            <Result view={view} checked={checked} passed={passed} />,
            expected,
            found,
          ])}
      />
    </div>
  )
}

/** Failed rules first, then rules that could not be checked because of them. */
function urgencyOf({ checked, passed }: JudgedRule): number {
  return passed ? 2 : checked ? 0 : 1
}

/** Rules after a failed one are not checked, so they did not fail. */
function Result({ view, checked, passed }: { view: ProjectView } & Pick<JudgedRule, 'checked' | 'passed'>) {
  if (passed) return <Badge kind="good">{view.words.say('sign_ins_pass')}</Badge>
  return checked ? (
    <Badge kind="bad">{view.words.say('sign_ins_fail')}</Badge>
  ) : (
    <Badge>{view.words.say('sign_ins_not_checked')}</Badge>
  )
}
