import { Empty } from '../../../../../ui/components.tsx'
import type { listRejections } from '../../../domain/sign-in-log/index.ts'
import type { BrokenRule, JudgedRule, TokenReport } from '../../../domain/sign-in-tokens/index.ts'
import { InlineCode } from '../shared/inline-code.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { Badge, Form, NextPage, Select, Time } from '../shared/pieces.tsx'
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

const AUDIENCES = [
  ['app', 'your app (the API)'],
  ['board', 'the board'],
] as const

export function SignInsPage({ view, rejections, next, checked }: SignInsProps) {
  return (
    <ProjectPage
      view={view}
      title="Sign-in log"
      section="/sign-ins"
      lead="Why a sign-in was refused, and what to do about it. The newest hundred refusals are kept, without the tokens."
    >
      {checked?.report && <Report report={checked.report} />}
      <section class="part" id="check">
        <h2>Check a token</h2>
        <p class="soft">We check every rule and explain the result. The token is not used up and not stored.</p>
        <Form view={view} action={`${view.base}/sign-ins/check`} class="stack flat">
          <div class="field">
            <label for="token">Token</label>
            <textarea id="token" name="token" rows={5} required autocomplete="off" spellcheck={false} class="code" />
          </div>
          <div class="row end">
            <Select name="audience" label="Meant for" options={AUDIENCES} value={checked?.audience ?? 'app'} />
            <div class="field">
              <label for="state">State (for the board)</label>
              <input id="state" name="state" value={checked?.state} autocomplete="off" aria-describedby="state-hint" />
            </div>
          </div>
          <p id="state-hint" class="soft">
            The state that the board added to your sign-in URL. Tokens for your app have none.
          </p>
          <p>
            <button class="button main" type="submit">
              Check it
            </button>
          </p>
        </Form>
      </section>
      <section class="part">
        <h2>Refusals</h2>
        {rejections.length === 0 ? (
          <Empty title="Nothing was refused">If somebody cannot sign in, the reason appears here at once.</Empty>
        ) : (
          <Refusals rejections={rejections} />
        )}
        <NextPage next={next} />
      </section>
    </ProjectPage>
  )
}

function Refusals({ rejections }: { rejections: readonly Rejection[] }) {
  return (
    <section class="scroll" tabindex={0} aria-label="Refusals">
      <table class="log stacking">
        <thead>
          <tr>
            <th scope="col">When (UTC)</th>
            <th scope="col">Why, and what to do</th>
            <th scope="col">Key id</th>
            <th scope="col">Where</th>
          </tr>
        </thead>
        <tbody>
          {rejections.map(({ at, code, kid, audience, broken }) => {
            const { title, remedy } = reasonOf(code)
            return (
              <tr>
                <td class="when" data-label="When (UTC)">
                  <Time at={at} />
                </td>
                <td class="why" data-label="Why">
                  <b>{title}</b> <code>{code}</code>
                  {broken && <Broken {...broken} />}
                  <p class="soft">
                    <InlineCode text={remedy} />
                  </p>
                </td>
                <td class="kid" data-label="Key id">
                  {kid ? <code>{kid}</code> : <span class="soft">none named</span>}
                </td>
                <td data-label="Where">{audience}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** What the rule asked for, beside what the token had. */
export function Broken({ rule, expected, found }: BrokenRule) {
  return (
    <p class="broken">
      <code>{rule}</code>: expected {expected}; <b>found {found}</b>
    </p>
  )
}

function Report({ report: { accepted, code, rules } }: { report: TokenReport }) {
  const reason = code === undefined ? undefined : reasonOf(code)
  return (
    <div class={`card ${accepted ? 'good' : 'bad'}`} role="status">
      <h2>{accepted ? 'This token would be accepted' : 'This token would be refused'}</h2>
      {reason ? (
        <p>
          <b>{reason.title}</b> <code>{reason.code}</code>
          <br />
          <InlineCode text={reason.remedy} />
        </p>
      ) : (
        <p>
          The token meets every rule. We check only at a real sign-in whether it was used before and whether its user is
          banned.
        </p>
      )}
      <section class="scroll" tabindex={0} aria-label="Rules">
        <table class="log stacking">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Result</th>
              <th scope="col">Expected</th>
              <th scope="col">Found</th>
            </tr>
          </thead>
          <tbody>
            {rules
              .toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
              .map(({ rule, passed, expected, found }) => (
                <tr>
                  <th scope="row" data-label="Rule">
                    <code>{rule}</code>
                  </th>
                  <td data-label="Result">
                    <Result passed={passed} found={found} />
                  </td>
                  <td class="why" data-label="Expected">
                    {expected}
                  </td>
                  <td class="why" data-label="Found">
                    {found}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** What failed comes first, then what could not be checked because of it. */
function urgencyOf({ passed, found }: JudgedRule): number {
  return passed ? 2 : isChecked(found) ? 0 : 1
}

function isChecked(found: string): boolean {
  return !found.startsWith('not checked')
}

/** What stands behind a rule that failed cannot be said to have failed itself. */
function Result({ passed, found }: { passed: boolean; found: string }) {
  if (passed) return <Badge kind="good">pass</Badge>
  return isChecked(found) ? <Badge kind="bad">fail</Badge> : <Badge>not checked</Badge>
}
