import { Empty } from '../../../../../ui/components.tsx'
import type { ConsoleKey } from '../../../../../ui/words/console/words.ts'
import { isUnlimited, KeyName, type Scope, type SecretKey } from '../../../domain/caller-keys/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, ConfirmFirst, Field, Form, Time } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'

export interface NewSecret {
  readonly name: string
  readonly secret: string
}

export interface TypedKey {
  readonly name: string
  readonly scopes: readonly string[]
}

interface SecretKeysProps {
  readonly view: ProjectView
  readonly keys: readonly SecretKey[]
  readonly isConfirmed: boolean
  /** A key that was just made; it is shown once. */
  readonly made?: NewSecret
  readonly typed?: TypedKey
}

const GROUPS: readonly (readonly [ConsoleKey, readonly Scope[]])[] = [
  [
    'secret_keys_group_board',
    ['posts:read', 'posts:write', 'votes:read', 'votes:write', 'comments:read', 'comments:write', 'changelog:write'],
  ],
  ['secret_keys_group_people', ['users:read', 'users:write', 'moderation:read', 'moderation:write']],
  [
    'secret_keys_group_project',
    [
      'project:read',
      'project:write',
      'signing_keys:read',
      'signing_keys:write',
      'events:read',
      'webhooks:read',
      'webhooks:write',
      'imports:write',
      'exports:read',
      'fields:write',
      'insights:read',
    ],
  ],
]

export function SecretKeysPage({ view, keys, isConfirmed, made, typed }: SecretKeysProps) {
  const usable = keys.filter(({ revokedAt }) => revokedAt === undefined)
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== undefined)
  return (
    <ProjectPage
      view={view}
      title={view.words.say('secret_keys_title')}
      section="/secret-keys"
      guide="secretKeys"
      isWide
      lead={view.words.say('secret_keys_lead')}
    >
      {made && <Made view={view} made={made} />}
      {!isConfirmed && <ConfirmFirst view={view} what={view.words.say('secret_keys_changing')} />}
      {usable.length === 0 ? (
        <Empty title={view.words.say('secret_keys_none')}>{view.words.say('secret_keys_none_why')}</Empty>
      ) : (
        <KeyTable view={view} keys={usable} label={view.words.say('secret_keys_title')} isConfirmed={isConfirmed} />
      )}
      <p class="soft">
        <Sentence
          view={view}
          of="secret_keys_publishable"
          with={{ code: <code>{view.project.publishableKey}</code> }}
        />
      </p>
      {isConfirmed && <MakeOne view={view} typed={typed} />}
      {revoked.length > 0 && (
        <details class="part">
          <summary>{view.words.say('secret_keys_revoked_count', { n: revoked.length })}</summary>
          <KeyTable view={view} keys={revoked} label={view.words.say('secret_keys_revoked')} isConfirmed={false} />
        </details>
      )}
    </ProjectPage>
  )
}

function MakeOne({ view, typed }: { view: ProjectView; typed: TypedKey | undefined }) {
  return (
    <section class="part" id="new">
      <h2>{view.words.say('secret_keys_create')}</h2>
      <Form view={view} action={`${view.base}/secret-keys/add`} class="stack flat key-form">
        <Field
          name="name"
          label={view.words.say('shared_name')}
          value={typed?.name}
          required
          {...limitsOf(KeyName)}
          placeholder={view.words.say('secret_keys_name_example')}
          hint={view.words.say('secret_keys_name_why')}
          autocomplete="off"
        />
        <Scopes view={view} chosen={typed?.scopes ?? []} />
        <p>
          <button class="button main" type="submit">
            {view.words.say('secret_keys_create_yes')}
          </button>
        </p>
      </Form>
    </section>
  )
}

function Made({ view, made }: { view: ProjectView; made: NewSecret }) {
  return (
    <div class="card good">
      <h2>{view.words.say('secret_keys_made', { name: made.name })}</h2>
      <p>{view.words.say('secret_keys_made_once')}</p>
      <p class="copy">
        <input
          id="secret"
          value={made.secret}
          readonly
          aria-label={view.words.say('secret_keys_key')}
          autocomplete="off"
        />
        <button class="button" type="button" data-copy="secret">
          {view.words.say('shared_copy')}
        </button>
      </p>
    </div>
  )
}

function Scopes({ view, chosen }: { view: ProjectView; chosen: readonly string[] }) {
  return (
    <div class="scopes">
      {GROUPS.map(([group, scopes]) => (
        <fieldset>
          <legend>{view.words.say(group)}</legend>
          {scopes.map((scope) => (
            <label class="tick">
              <input type="checkbox" name="scope" value={scope} checked={chosen.includes(scope)} />
              <span>
                {view.words.say(`secret_keys_scope_${scope}`)} <code>{scope}</code>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}

interface KeyTableProps {
  readonly view: ProjectView
  readonly keys: readonly SecretKey[]
  readonly label: string
  readonly isConfirmed: boolean
}

function KeyTable({ view, keys, label, isConfirmed }: KeyTableProps) {
  const { words } = view
  const isInUse = isConfirmed || !keys[0]?.revokedAt
  return (
    <Table
      label={label}
      columns={[
        { name: words.say('shared_name'), isHeading: true, class: 'word' },
        { name: words.say('secret_keys_scopes') },
        { name: words.say('secret_keys_created'), class: 'when' },
        { name: words.say(isInUse ? 'secret_keys_last_used' : 'secret_keys_revoked_at'), class: 'when' },
        ...(isConfirmed ? [{ name: words.say('secret_keys_actions'), isNameHidden: true }] : []),
      ]}
      rows={keys.map((key) => {
        const at = key.revokedAt ?? key.lastUsedAt
        return [
          key.name,
          <ScopeList view={view} scopes={key.scopes} />,
          <Time at={key.createdAt} />,
          at ? <Ago at={at} now={view.now} /> : words.say('secret_keys_never'),
          ...(isConfirmed ? [<Revoke view={view} secretKey={key} />] : []),
        ]
      })}
    />
  )
}

function Revoke({ view, secretKey: { id, name } }: { view: ProjectView; secretKey: SecretKey }) {
  return (
    <Form
      view={view}
      action={`${view.base}/secret-keys/revoke`}
      asks={{
        question: view.words.say('secret_keys_revoke_ask', { name }),
        does: view.words.say('secret_keys_revoke_does'),
        yes: view.words.say('secret_keys_revoke_yes'),
      }}
    >
      <input type="hidden" name="id" value={id} />
      <button class="button" type="submit" aria-label={view.words.say('secret_keys_revoke_label', { name })}>
        {view.words.say('secret_keys_revoke')}
      </button>
    </Form>
  )
}

function ScopeList({ view, scopes }: { view: ProjectView; scopes: readonly Scope[] }) {
  if (isUnlimited(scopes)) return <>{view.words.say('secret_keys_all')}</>
  return (
    <details>
      <summary>{view.words.say('secret_keys_scope_count', { n: scopes.length })}</summary>
      <ul>
        {scopes.map((scope) => (
          <li>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
