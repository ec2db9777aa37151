import type { BoardMove, DomainClaim, DomainRecord, FormerOrigin } from '../../../domain/projects/index.ts'
import { Ago, Badge, Form, Time } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

/** The state of the board's own domain, and its former addresses. */
export interface DomainShown {
  readonly claim: DomainClaim
  readonly record: DomainRecord | undefined
  /** What would change if the domain were proven. */
  readonly move: BoardMove | undefined
  /** Still accepted. */
  readonly formerOrigins: readonly FormerOrigin[]
  readonly boardOrigin: string
}

interface DomainProps {
  readonly view: ProjectView
  readonly shown: DomainShown
}

/** Within the form of the settings; its buttons belong to the forms of `DomainForms`. */
export function DomainState({ view, shown }: DomainProps) {
  const { claim, formerOrigins, boardOrigin } = shown
  return (
    <>
      {claim.state === 'waiting' && <Waiting view={view} shown={shown} lapsesAt={claim.lapsesAt} />}
      {claim.state === 'verified' && (
        <p class="domain-state">
          <Badge kind="good">Verified</Badge>
          <span>
            since <Time at={claim.verifiedAt} />. The board is at <a href={boardOrigin}>{boardOrigin}</a>.
          </span>
        </p>
      )}
      {claim.state === 'lapsed' && (
        <div class="card bad domain">
          <p class="domain-state">
            <Badge kind="bad">Lapsed</Badge>
            <span>
              The domain was not proven by <Time at={claim.lapsedAt} />. The board stays at {boardOrigin}.
            </span>
          </p>
          <p>
            <button class="button" type="submit" form="domain-renew">
              Try again for seven days
            </button>
          </p>
        </div>
      )}
      {formerOrigins.map(({ origin, acceptedUntil }) => (
        <p class="card warn domain">
          <span>
            The board’s address was <b>{origin}</b>. Until <Time at={acceptedUntil} /> it redirects here, and tokens for
            it are accepted. Set <code>aud</code> in your backend to <b>{boardOrigin}</b> before that.
          </span>
        </p>
      ))}
    </>
  )
}

function Waiting({ view, shown, lapsesAt }: DomainProps & { lapsesAt: Date }) {
  const { record, move, boardOrigin } = shown
  return (
    <div class="card warn domain">
      <p class="domain-state">
        <Badge kind="warn">Waiting for proof</Badge>
        <span>
          It lapses <Ago at={lapsesAt} now={view.now} />, on <Time at={lapsesAt} />. Until it is proven the board stays
          at {boardOrigin}.
        </span>
      </p>
      <p>
        <b>1. Point the domain to this service</b>, with a CNAME record to the host of the board’s current address (or A
        and AAAA records to the same place).
      </p>
      <Copied id="domain-target" label="CNAME" value={new URL(boardOrigin).hostname} what="target" />
      {move && (
        <p>
          Make sure that {move.to} opens this service, certificate included, <b>before</b> you prove the domain: once it
          is proven, the old address redirects there.
        </p>
      )}
      <p>
        <b>2. Prove that it is yours</b>: add this TXT record to the DNS of the domain. If your provider adds the
        domain’s name itself, leave it out.
      </p>
      {record && (
        <>
          <Copied id="domain-record-name" label="Name" value={record.name} />
          <Copied id="domain-record-value" label="Value" value={record.value} />
        </>
      )}
      <p class="row">
        <button class="button main" type="submit" form="domain-check">
          Check now
        </button>
        <span class="soft">We also check every hour. DNS changes can take an hour to be seen.</span>
      </p>
      {move && <WhatMoves {...move} />}
    </div>
  )
}

function WhatMoves({ from, to }: BoardMove) {
  return (
    <>
      <p>
        <b>Once it is proven, the board moves to {to}</b>
      </p>
      <ul>
        <li>
          In your backend, set <code>aud</code> of board tokens to {to} and send visitors to {to}/sso/callback.
        </li>
        <li>For 24 hours {from} works too: tokens for it are accepted, and it leads to the new address.</li>
        <li>Visitors must sign in again.</li>
      </ul>
    </>
  )
}

interface CopiedProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly what?: string
}

function Copied({ id, label, value, what = label.toLowerCase() }: CopiedProps) {
  return (
    <div class="copy record">
      <label for={id}>{label}</label>
      <input id={id} value={value} readonly autocomplete="off" spellcheck={false} />
      <button class="button" type="button" data-copy={id} aria-label={`Copy the ${what} of the record`}>
        Copy
      </button>
    </div>
  )
}

/** Beside the form of the settings, since a form cannot stand in another. */
export function DomainForms({ view }: { view: ProjectView }) {
  return (
    <>
      <Form view={view} action={`${view.base}/settings/domain/check`} id="domain-check">
        {null}
      </Form>
      <Form view={view} action={`${view.base}/settings/domain/renew`} id="domain-renew">
        {null}
      </Form>
    </>
  )
}
