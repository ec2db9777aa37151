import { Empty } from '../../../../../ui/components.tsx'
import { type Passkey, PasskeyName } from '../../../domain/operators/index.ts'
import type { Project } from '../../../domain/projects/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { Mark, PlainPage } from '../shared/layout.tsx'
import { Ago, Field, Form } from '../shared/pieces.tsx'
import type { View } from '../shared/view.ts'

export function ProjectsPage({
  view,
  projects,
  canCreate,
}: {
  view: View
  projects: readonly Project[]
  canCreate: boolean
}) {
  return (
    <PlainPage view={view} title="Projects">
      <div class="title">
        <h1>Projects</h1>
        {canCreate && (
          <a class="button main" href="/console/new">
            New project
          </a>
        )}
      </div>
      {projects.length === 0 && (
        <Empty title={canCreate ? 'Make your first project' : 'No project yet'}>
          {canCreate
            ? 'A project is one board with its own sign-in. The assistant helps you set it up in about ten minutes.'
            : 'Ask the people who run this service to give you a role in a project.'}
        </Empty>
      )}
      <ul class="tiles">
        {projects.map(({ name, slug, isPrivate }) => (
          <li>
            <a href={`/console/${slug}`}>
              <Mark letter={name} />
              <span>
                <b>{name}</b>
                <span class="soft">
                  {slug}
                  {isPrivate && ' · private'}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </PlainPage>
  )
}

interface AccountProps {
  readonly view: View
  readonly passkeys: readonly Passkey[]
  /** This one included. */
  readonly sessions: number
}

export function AccountPage({ view, passkeys, sessions }: AccountProps) {
  return (
    <PlainPage view={view} title="My account" scripts={['passkeys.js']}>
      <h1>My account</h1>
      <p class="lead">{view.operator?.email}</p>
      <section class="part">
        <h2>Passkeys</h2>
        <p class="soft">
          A passkey opens the console with your fingerprint, face or PIN. It stays on your device, or in your password
          manager.
        </p>
        {passkeys.length > 0 && (
          <ul class="rows">
            {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
              <li>
                <div>
                  <b>{name}</b>
                  <p class="soft">
                    Added <Ago at={createdAt} now={view.now} />
                    {lastUsedAt ? (
                      <>
                        , last used <Ago at={lastUsedAt} now={view.now} />
                      </>
                    ) : (
                      ', not used yet'
                    )}
                  </p>
                </div>
                <Form
                  view={view}
                  action="/console/me/passkeys/remove"
                  asks={{
                    question: `Remove the passkey “${name}”?`,
                    does: 'It no longer opens the console. Sessions that began with it continue.',
                    yes: 'Remove it',
                  }}
                >
                  <input type="hidden" name="id" value={id} />
                  <button class="button" type="submit" aria-label={`Remove the passkey ${name}`}>
                    Remove
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        )}
        <div class="row">
          <Field
            name="passkey_name"
            label="Name of the new passkey"
            value=""
            placeholder="My laptop"
            {...limitsOf(PasskeyName)}
          />
          <button class="button main" type="button" data-add-passkey="">
            Add a passkey
          </button>
        </div>
        <p id="passkey-fault" class="notice fault" role="alert" hidden />
      </section>
      <section class="part">
        <h2>Where you are signed in</h2>
        <p class="soft">{sessionsIn(sessions)} A session lasts seven days.</p>
        <div class="row">
          {sessions > 1 && (
            <Form view={view} action="/console/me/sign-out-elsewhere">
              <button class="button" type="submit">
                Sign out everywhere else
              </button>
            </Form>
          )}
          <Form view={view} action="/console/me/sign-out-everywhere">
            <button class="button" type="submit">
              Sign out everywhere
            </button>
          </Form>
        </div>
      </section>
      {view.operator?.ownsAll && (
        <section class="part">
          <h2>Operators</h2>
          <p class="soft">You own everything here: you decide who may enter the console at all.</p>
          <p>
            <a class="button" href="/console/me/operators">
              See all operators
            </a>
          </p>
        </section>
      )}
    </PlainPage>
  )
}

function sessionsIn(count: number): string {
  if (count <= 1) return 'Only in this browser.'
  return count === 2 ? 'In this browser and one other.' : `In this browser and ${count - 1} others.`
}
