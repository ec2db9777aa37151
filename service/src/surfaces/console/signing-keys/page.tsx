import { Empty } from '../../../../../ui/components.tsx'
import type { PeopleCount } from '../../../domain/sessions/index.ts'
import { RETIRING_LASTS_MS, type SigningKey } from '../../../domain/signing-keys/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Badge, ConfirmFirst, Form } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'
import { KeyMaker } from './key-maker.tsx'
import { Rotation, retirement } from './rotation.tsx'

/** A key, with the number of people that its tokens sign in now. */
export type CountedKey = SigningKey & PeopleCount

interface KeysProps {
  readonly view: ProjectView
  /** The newest first. */
  readonly keys: readonly CountedKey[]
  readonly isConfirmed: boolean
  readonly typed?: string
  readonly isBurnt?: boolean
}

export function KeysPage({ view, keys, isConfirmed, typed, isBurnt }: KeysProps) {
  const inUse = keys.filter(({ status }) => status !== 'revoked')
  const revoked = keys.filter(({ status }) => status === 'revoked')
  const active = keys.filter(({ status }) => status === 'active')
  return (
    <ProjectPage
      view={view}
      title={view.words.say('signing_keys_title')}
      section="/keys"
      guide="signingKeys"
      scripts={['keys.js']}
      lead={view.words.say('signing_keys_lead')}
    >
      {!isConfirmed && <ConfirmFirst view={view} what={view.words.say('signing_keys_changing')} />}
      {inUse.length === 0 ? (
        <Empty title={view.words.say('signing_keys_none')}>
          {view.words.say(isConfirmed ? 'signing_keys_none_why' : 'signing_keys_none_confirm')}
        </Empty>
      ) : (
        <ul class="rows keys">
          {inUse.map((key) => (
            <KeyRow view={view} signingKey={key} isLast={active.length === 1} isConfirmed={isConfirmed} />
          ))}
        </ul>
      )}
      {inUse.length > 0 && <Rotation view={view} keys={keys} isConfirmed={isConfirmed} />}
      <section class="part" id="add">
        <h2>{view.words.say('signing_keys_add')}</h2>
        {active.length >= 2 ? (
          <p>{view.words.say('signing_keys_most')}</p>
        ) : isConfirmed ? (
          <KeyMaker view={view} action={`${view.base}/keys/add`} typed={typed} isBurnt={isBurnt} />
        ) : (
          <p class="soft">{view.words.say('signing_keys_confirm_first')}</p>
        )}
      </section>
      {revoked.length > 0 && (
        <details class="part">
          <summary>{view.words.say('signing_keys_revoked_count', { n: revoked.length })}</summary>
          <ul class="rows keys">
            {revoked.map((key) => (
              <KeyRow view={view} signingKey={key} isLast={false} isConfirmed={isConfirmed} />
            ))}
          </ul>
        </details>
      )}
    </ProjectPage>
  )
}

const KINDS = { active: 'good', retiring: 'warn', revoked: 'bad' } as const

interface KeyRowProps {
  readonly view: ProjectView
  readonly signingKey: CountedKey
  readonly isLast: boolean
  readonly isConfirmed: boolean
}

function KeyRow({ view, signingKey: key, isLast, isConfirmed }: KeyRowProps) {
  const { kid, status } = key
  return (
    <li>
      <div>
        <code>{kid}</code> <Badge kind={KINDS[status]}>{view.words.say(`signing_keys_state_${status}`)}</Badge>
        <p class="soft">
          <Fate view={view} signingKey={key} />{' '}
          <Sentence
            view={view}
            of={key.lastUsedAt ? 'signing_keys_added_used' : 'signing_keys_added'}
            with={{
              added: <Ago at={key.createdAt} now={view.now} />,
              used: key.lastUsedAt && <Ago at={key.lastUsedAt} now={view.now} />,
            }}
          />
        </p>
      </div>
      {isConfirmed && status === 'revoked' && key.people > 0 && <SignOut view={view} signingKey={key} />}
      {isConfirmed && status !== 'revoked' && (
        <div class="row">
          {status === 'active' && (
            <Form view={view} action={`${view.base}/keys/retire`} asks={retirement(view, kid, isLast)}>
              <input type="hidden" name="kid" value={kid} />
              <button class="button" type="submit" aria-label={view.words.say('signing_keys_retire_label', { kid })}>
                {view.words.say('signing_keys_retire')}
              </button>
            </Form>
          )}
          <Revoke view={view} signingKey={key} isLast={isLast && status === 'active'} />
        </div>
      )}
    </li>
  )
}

function Fate({ view, signingKey: key }: Pick<KeyRowProps, 'view' | 'signingKey'>) {
  if (key.status === 'active') return null
  if (key.status === 'revoked') {
    return <Sentence view={view} of="signing_keys_revoked" with={{ time: <Ago at={key.revokedAt} now={view.now} /> }} />
  }
  const revokedAt = new Date(key.retiredAt.getTime() + RETIRING_LASTS_MS)
  return <Sentence view={view} of="signing_keys_retiring" with={{ time: <Ago at={revokedAt} now={view.now} /> }} />
}

/** Revoking needs a second click, after a text that says what it does; also without script. */
function Revoke({ view, signingKey, isLast }: Omit<KeyRowProps, 'isConfirmed'>) {
  const { kid, people } = signingKey
  return (
    <details class="revoke">
      <summary class="button" aria-label={view.words.say('signing_keys_revoke_label', { kid })}>
        {view.words.say('signing_keys_revoke')}
      </summary>
      <div class="card bad">
        <p>
          <Sentence view={view} of="signing_keys_revoke_why" />
        </p>
        {isLast && <p>{view.words.say('signing_keys_revoke_last')}</p>}
        <Form view={view} action={`${view.base}/keys/revoke`} class="stack flat">
          <input type="hidden" name="kid" value={kid} />
          <label class="choice">
            <input type="checkbox" name="end_sessions" value="yes" checked />
            <span>
              <b>
                {people === 0
                  ? view.words.say('signing_keys_end_all')
                  : view.words.say('signing_keys_end', { people: peopleOf(view, signingKey) })}
              </b>
              <span class="soft">
                {view.words.say(people === 0 ? 'signing_keys_end_none' : 'signing_keys_end_why')}
              </span>
            </span>
          </label>
          <button
            class="button danger"
            type="submit"
            aria-label={view.words.say('signing_keys_revoke_yes_label', { kid })}
          >
            {view.words.say('signing_keys_revoke_yes')}
          </button>
        </Form>
      </div>
    </details>
  )
}

/** For a revoked key whose sessions were not ended, as long as there are any. */
function SignOut({ view, signingKey }: Pick<KeyRowProps, 'view' | 'signingKey'>) {
  const { kid } = signingKey
  const people = peopleOf(view, signingKey)
  return (
    <Form view={view} action={`${view.base}/keys/revoke`}>
      <input type="hidden" name="kid" value={kid} />
      <input type="hidden" name="end_sessions" value="yes" />
      <button class="button" type="submit" aria-label={view.words.say('signing_keys_sign_out_label', { people, kid })}>
        {view.words.say('signing_keys_sign_out', { people })}
      </button>
    </Form>
  )
}

function peopleOf({ words }: ProjectView, { people: n, isAtLeast }: PeopleCount): string {
  return words.say(isAtLeast ? 'signing_keys_people_over' : 'signing_keys_people', { n })
}
