import {
  type Invitation,
  type IssuedLink,
  isAtLeast,
  type Person,
  ROLES,
  type Role,
} from '../../../domain/operators/index.ts'
import { EmailAddress } from '../../../domain/texts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Badge, ConfirmFirst, Field, Form, SameAddress, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

/** An invitation's, and for whom. */
export interface MadeLink extends IssuedLink {
  readonly email: string
  readonly role: Role
}

interface PeopleProps {
  readonly view: ProjectView
  readonly people: readonly Person[]
  readonly invitations: readonly Invitation[]
  /** Made just now; it is shown once. */
  readonly made?: MadeLink
  readonly isConfirmed: boolean
}

const ROLE_OPTIONS = ROLES.map((role) => [role, role] as const)

export function PeoplePage({ view, people, invitations, made, isConfirmed }: PeopleProps) {
  return (
    <ProjectPage
      view={view}
      title="People"
      section="/people"
      lead="A viewer sees posts, users and numbers, without e-mail addresses, and changes nothing. A moderator keeps the board in order. An admin also sets up the project and its keys. An owner also decides who has access."
    >
      {made && <Made made={made} present={people.filter(({ email }) => isSame(email, made.email))} />}
      {!isConfirmed && <ConfirmFirst view={view} what="Changing who has access" />}
      <ul class="rows people">
        {people.map((person) => (
          <PersonRow
            view={view}
            person={person}
            isConfirmed={isConfirmed}
            sharesAddress={people.filter(({ email }) => isSame(email, person.email)).length > 1}
          />
        ))}
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li>
            <div>
              <b>{email}</b> <Badge>invited as {role}</Badge>
              <p class="soft">
                The invitation ends <Ago at={expiresAt} now={view.now} />
              </p>
            </div>
            {isConfirmed && (
              <div class="row">
                <Form view={view} action={`${view.base}/people/invite`}>
                  <input type="hidden" name="email" value={email} />
                  <input type="hidden" name="role" value={role} />
                  <button class="button" type="submit" aria-label={`New link for ${email}`}>
                    New link
                  </button>
                </Form>
                <Form view={view} action={`${view.base}/people/withdraw`}>
                  <input type="hidden" name="id" value={id} />
                  <button class="button" type="submit" aria-label={`Withdraw the invitation of ${email}`}>
                    Withdraw
                  </button>
                </Form>
              </div>
            )}
          </li>
        ))}
      </ul>
      {isConfirmed && (
        <section class="part">
          <h2>Invite somebody</h2>
          <Form view={view} action={`${view.base}/people/invite`} class="row end">
            <Field name="email" label="E-mail address" type="email" required {...limitsOf(EmailAddress)} />
            <Select name="role" label="Role" options={ROLE_OPTIONS} value="moderator" />
            <button class="button main" type="submit">
              Make a link
            </button>
          </Form>
        </section>
      )}
    </ProjectPage>
  )
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function Made({ made: { email, role, url }, present }: { made: MadeLink; present: readonly Person[] }) {
  const [first] = present.toSorted((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role))
  return (
    <div class="card good">
      <h2>Send this link to {email}</h2>
      <p>
        It works once, within 15 minutes; after that click <b>New link</b>. It is shown here once.
      </p>
      {first && (
        <p>
          <b>
            {first.email} is already here as {first.role}.
          </b>{' '}
          {isAtLeast(first.role, role)
            ? 'If they open the link where they are signed in, it confirms who they are and changes no role.'
            : `If they open the link where they are signed in, it makes them ${role}.`}{' '}
          If they open it elsewhere, it makes a second operator with the same address.
        </p>
      )}
      <p class="copy">
        <input id="link" value={url} readonly aria-label="The link" />
        <button class="button" type="button" data-copy="link">
          Copy
        </button>
      </p>
    </div>
  )
}

interface PersonProps {
  readonly view: ProjectView
  readonly person: Person
  readonly isConfirmed: boolean
  readonly sharesAddress: boolean
}

function PersonRow({ view, person, isConfirmed, sharesAddress }: PersonProps) {
  const { id, email, role, lastSeenAt, hasPasskey, ownsAll } = person
  return (
    <li>
      <div>
        <b>{email}</b> {id === view.operator.id && <Badge>you</Badge>} {!isConfirmed && <Badge>{role}</Badge>}{' '}
        {ownsAll && <Badge>owns everything</Badge>} {sharesAddress && <SameAddress id={id} />}
        <p class="soft">
          {lastSeenAt ? (
            <>
              Last here <Ago at={lastSeenAt} now={view.now} />
            </>
          ) : (
            'Never here'
          )}
          {hasPasskey ? ' · has a passkey' : ' · no passkey yet'}
        </p>
      </div>
      {isConfirmed && (
        <div class="row">
          <Form view={view} action={`${view.base}/people/role`} class="row">
            <input type="hidden" name="id" value={id} />
            <Select name="role" label={`Role of ${email}`} isLabelHidden options={ROLE_OPTIONS} value={role} />
            <button class="button" type="submit" aria-label={`Change the role of ${email}`}>
              Change
            </button>
          </Form>
          {!ownsAll && (
            <Form
              view={view}
              action={`${view.base}/people/sign-out`}
              asks={{
                question: `End the sessions of ${email} in ${view.project.name}?`,
                does: 'To enter this project again, they confirm who they are with a passkey or a new link. Their other projects do not change.',
                yes: 'End their sessions',
              }}
            >
              <input type="hidden" name="id" value={id} />
              <button class="button" type="submit" aria-label={`Sign out ${email}`}>
                Sign out
              </button>
            </Form>
          )}
          <Form
            view={view}
            action={`${view.base}/people/remove`}
            asks={{
              question: `Remove ${email} from ${view.project.name}?`,
              does: ownsAll
                ? 'Their role here is removed. They own everything on this service, so they can still enter.'
                : 'They lose access at once. What they did stays in the audit log.',
              yes: 'Remove them',
            }}
          >
            <input type="hidden" name="id" value={id} />
            <button class="button" type="submit" aria-label={`Remove ${email}`}>
              Remove
            </button>
          </Form>
        </div>
      )}
    </li>
  )
}
