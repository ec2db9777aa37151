import { Empty } from '../../../../../ui/components.tsx'
import { isUnlimited, KeyName, OFFERED_SCOPES, type Scope, type SecretKey } from '../../../domain/caller-keys/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, ConfirmFirst, Field, Form, Time } from '../shared/pieces.tsx'
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
  /** Made just now; it is shown once. */
  readonly made?: NewSecret
  readonly typed?: TypedKey
}

/** Every scope in words; the compiler knows when one is missing. */
const WORDS: Readonly<Record<Scope, string>> = {
  'posts:read': 'Read posts',
  'posts:write': 'Write, edit, merge and answer posts',
  'votes:read': 'See who voted',
  'votes:write': 'Vote for somebody',
  'comments:read': 'Read comments',
  'comments:write': 'Write and delete comments',
  'moderation:read': 'See what waits or was reported',
  'moderation:write': 'Approve and reject',
  'changelog:write': 'Write the changelog',
  'users:read': 'Read users, e-mail addresses included',
  'users:write': 'Ban, erase and sign out users',
  'project:read': 'Read settings and the audit log',
  'project:write': 'Change settings, statuses and tags',
  'signing_keys:read': 'See signing keys and check tokens',
  'signing_keys:write': 'Add, retire and revoke signing keys',
  'events:read': 'Read everything that happens, as it happens',
  'webhooks:read': 'See webhooks and their deliveries',
  'webhooks:write': 'Change webhooks',
}

const GROUPS: readonly (readonly [string, readonly Scope[]])[] = [
  [
    'Board',
    ['posts:read', 'posts:write', 'votes:read', 'votes:write', 'comments:read', 'comments:write', 'changelog:write'],
  ],
  ['People', ['users:read', 'users:write', 'moderation:read', 'moderation:write']],
  [
    'Project',
    [
      'project:read',
      'project:write',
      'signing_keys:read',
      'signing_keys:write',
      'events:read',
      'webhooks:read',
      'webhooks:write',
    ],
  ],
]

export function SecretKeysPage({ view, keys, isConfirmed, made, typed }: SecretKeysProps) {
  const usable = keys.filter(({ revokedAt }) => revokedAt === undefined)
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== undefined)
  return (
    <ProjectPage
      view={view}
      title="Secret keys"
      section="/secret-keys"
      lead="For your own servers: imports, reports, answers from your support desk. Never put one into an app or a page."
    >
      {made && <Made made={made} />}
      {!isConfirmed && <ConfirmFirst view={view} what="Making or revoking secret keys" />}
      {usable.length === 0 ? (
        <Empty title="No secret key">You need one only if your server calls the API. Sign-in works without one.</Empty>
      ) : (
        <KeyTable view={view} keys={usable} label="Secret keys" isConfirmed={isConfirmed} />
      )}
      <p class="soft">
        Your app names the project by its publishable key, which is no secret:{' '}
        <code>{view.project.publishableKey}</code>
      </p>
      {isConfirmed && <MakeOne view={view} typed={typed} />}
      {revoked.length > 0 && (
        <details class="part">
          <summary>Revoked keys ({revoked.length})</summary>
          <KeyTable view={view} keys={revoked} label="Revoked keys" isConfirmed={false} />
        </details>
      )}
    </ProjectPage>
  )
}

function MakeOne({ view, typed }: { view: ProjectView; typed: TypedKey | undefined }) {
  return (
    <section class="part">
      <h2>Make a secret key</h2>
      <Form view={view} action={`${view.base}/secret-keys/add`} class="stack flat key-form">
        <Field
          name="name"
          label="Name"
          value={typed?.name}
          required
          {...limitsOf(KeyName)}
          placeholder="Nightly import"
          hint="What it is for, so that you know which one to revoke."
          autocomplete="off"
        />
        <Scopes chosen={typed?.scopes ?? []} />
        <p>
          <button class="button main" type="submit">
            Make the key
          </button>
        </p>
      </Form>
    </section>
  )
}

function Made({ made }: { made: NewSecret }) {
  return (
    <div class="card good">
      <h2>Copy the key “{made.name}” now</h2>
      <p>It is shown once: we keep only its hash. Send it as Authorization: Bearer …</p>
      <p class="copy">
        <input id="secret" value={made.secret} readonly aria-label="The secret key" autocomplete="off" />
        <button class="button" type="button" data-copy="secret">
          Copy
        </button>
      </p>
    </div>
  )
}

function isOffered(scope: Scope): boolean {
  return OFFERED_SCOPES.includes(scope)
}

function Scopes({ chosen }: { chosen: readonly string[] }) {
  return (
    <div class="scopes">
      {GROUPS.map(([group, scopes]) => (
        <fieldset>
          <legend>{group}</legend>
          {scopes.filter(isOffered).map((scope) => (
            <label class="tick">
              <input type="checkbox" name="scope" value={scope} checked={chosen.includes(scope)} />
              <span>
                {WORDS[scope]} <code>{scope}</code>
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
  return (
    <section class="scroll" tabindex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">May</th>
            <th scope="col">Made</th>
            <th scope="col">{isConfirmed || !keys[0]?.revokedAt ? 'Last used' : 'Revoked'}</th>
            {isConfirmed && (
              <th scope="col">
                <span class="unseen">What to do</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow view={view} secretKey={key} isConfirmed={isConfirmed} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function KeyRow({
  view,
  secretKey: key,
  isConfirmed,
}: {
  view: ProjectView
  secretKey: SecretKey
  isConfirmed: boolean
}) {
  const { id, name, scopes, createdAt, lastUsedAt, revokedAt } = key
  const at = revokedAt ?? lastUsedAt
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <ScopeList scopes={scopes} />
      </td>
      <td class="when">
        <Time at={createdAt} />
      </td>
      <td class="when">{at ? <Ago at={at} now={view.now} /> : 'never'}</td>
      {isConfirmed && (
        <td>
          <Form
            view={view}
            action={`${view.base}/secret-keys/revoke`}
            asks={{
              question: `Revoke “${name}”?`,
              does: 'Every server that uses it is refused at once. This cannot be undone.',
              yes: 'Revoke it',
            }}
          >
            <input type="hidden" name="id" value={id} />
            <button class="button" type="submit" aria-label={`Revoke the secret key ${name}`}>
              Revoke
            </button>
          </Form>
        </td>
      )}
    </tr>
  )
}

function ScopeList({ scopes }: { scopes: readonly Scope[] }) {
  if (isUnlimited(scopes)) return <>everything</>
  return (
    <details>
      <summary>{scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`}</summary>
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
