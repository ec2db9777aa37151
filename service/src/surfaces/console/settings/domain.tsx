import type { ConsoleKey } from '../../../../../ui/words/console/words.ts'
import type { BoardMove, DomainClaim, DomainRecord, FormerOrigin } from '../../../domain/projects/index.ts'
import { Ago, Badge, Form, Time } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'

/** The state of the board's own domain, and its former addresses. */
export interface DomainShown {
  readonly claim: DomainClaim
  readonly record: DomainRecord | undefined
  /** The change of address if the domain were proven. */
  readonly move: BoardMove | undefined
  /** Former addresses that are still accepted. */
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
          <Badge kind="good">{view.words.say('settings_verified')}</Badge>
          <span>
            <Sentence
              view={view}
              of="settings_verified_since"
              with={{ time: <Time at={claim.verifiedAt} />, link: <a href={boardOrigin}>{boardOrigin}</a> }}
            />
          </span>
        </p>
      )}
      {claim.state === 'lapsed' && (
        <div class="card bad domain">
          <p class="domain-state">
            <Badge kind="bad">{view.words.say('settings_lapsed')}</Badge>
            <span>
              <Sentence
                view={view}
                of="settings_lapsed_why"
                with={{ boardOrigin, time: <Time at={claim.lapsedAt} /> }}
              />
            </span>
          </p>
          <p>
            <button class="button" type="submit" form="domain-renew">
              {view.words.say('settings_renew')}
            </button>
          </p>
        </div>
      )}
      {formerOrigins.map(({ origin, acceptedUntil }) => (
        <p class="card warn domain">
          <span>
            <Sentence
              view={view}
              of="settings_former"
              with={{ origin, boardOrigin, time: <Time at={acceptedUntil} /> }}
            />
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
        <Badge kind="warn">{view.words.say('settings_waiting')}</Badge>
        <span>
          <Sentence
            view={view}
            of="settings_waiting_until"
            with={{ ago: <Ago at={lapsesAt} now={view.now} />, time: <Time at={lapsesAt} />, boardOrigin }}
          />
        </span>
      </p>
      <p>
        <Sentence view={view} of="settings_point" />
      </p>
      <Copied
        view={view}
        copy="settings_copy_cname"
        id="domain-target"
        label={view.words.say('settings_cname')}
        value={new URL(boardOrigin).hostname}
      />
      {move && (
        <p>
          <Sentence view={view} of="settings_point_first" with={{ to: move.to }} />
        </p>
      )}
      <p>
        <Sentence view={view} of="settings_prove" />
      </p>
      {record && (
        <>
          <Copied
            view={view}
            copy="settings_copy_name"
            id="domain-record-name"
            label={view.words.say('settings_record_name')}
            value={record.name}
          />
          <Copied
            view={view}
            copy="settings_copy_value"
            id="domain-record-value"
            label={view.words.say('settings_record_value')}
            value={record.value}
          />
        </>
      )}
      <p class="row">
        <button class="button main" type="submit" form="domain-check">
          {view.words.say('settings_check')}
        </button>
        <span class="soft">{view.words.say('settings_check_why')}</span>
      </p>
      {move && <WhatMoves view={view} move={move} />}
    </div>
  )
}

function WhatMoves({ view, move: { from, to } }: { view: ProjectView; move: BoardMove }) {
  return (
    <>
      <p>
        <b>{view.words.say('settings_moves', { to })}</b>
      </p>
      <ul>
        <li>
          <Sentence view={view} of="settings_moves_backend" with={{ to }} />
        </li>
        <li>{view.words.say('settings_moves_old', { from })}</li>
        <li>{view.words.say('settings_moves_sign_in')}</li>
      </ul>
    </>
  )
}

interface CopiedProps {
  readonly view: ProjectView
  readonly id: string
  readonly label: string
  readonly value: string
  /** The label of its copy button. */
  readonly copy: ConsoleKey
}

function Copied({ view, id, label, value, copy }: CopiedProps) {
  return (
    <div class="copy record">
      <label for={id}>{label}</label>
      <input id={id} value={value} readonly autocomplete="off" spellcheck={false} />
      <button class="button" type="button" data-copy={id} aria-label={view.words.say(copy)}>
        {view.words.say('shared_copy')}
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
