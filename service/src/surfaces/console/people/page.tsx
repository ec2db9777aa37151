import {
  type Invitation,
  type IssuedLink,
  isAtLeast,
  type Operator,
  type Person,
  ROLES,
  type Role,
} from '../../../domain/operators/index.ts'
import { EmailAddress } from '../../../domain/texts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Badge, ConfirmFirst, Field, Form, SameAddress, Select } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'

/** The link of an invitation, and the person it is for. */
export interface MadeLink extends IssuedLink {
  readonly email: string
  readonly role: Role
}

interface PeopleProps {
  readonly view: ProjectView
  readonly people: readonly Person[]
  readonly owners: readonly Operator[]
  readonly invitations: readonly Invitation[]
  /** A link that was just made; it is shown once. */
  readonly made?: MadeLink
  /** Whether the invitation is mailed as well. */
  readonly sendsMail: boolean
  readonly isConfirmed: boolean
}

const roleOptions = ({ words }: ProjectView) => ROLES.map((role) => [role, words.say(`people_is_${role}`)] as const)

export function PeoplePage(props: PeopleProps) {
  const { view, people, owners, invitations, made, sendsMail, isConfirmed: isFresh } = props
  const mayChange = view.may('people:write')
  const isConfirmed = isFresh && mayChange
  return (
    <ProjectPage
      view={view}
      title={view.words.say('people_title')}
      section="/people"
      guide="team"
      lead={view.words.say('people_lead')}
    >
      {made && (
        <Made
          view={view}
          made={made}
          present={people.filter(({ email }) => isSame(email, made.email))}
          sendsMail={sendsMail}
        />
      )}
      {mayChange && !isFresh && <ConfirmFirst view={view} what={view.words.say('shared_changing_access')} />}
      <ul class="rows people">
        {people.map((person) => (
          <PersonRow
            view={view}
            person={person}
            isConfirmed={isConfirmed}
            sharesAddress={people.filter(({ email }) => isSame(email, person.email)).length > 1}
          />
        ))}
        {invitations.map((invitation) => (
          <InvitationRow view={view} invitation={invitation} isConfirmed={isConfirmed} />
        ))}
      </ul>
      {owners.length > 0 && <Owners view={view} owners={owners} />}
      {isConfirmed && <InviteForm view={view} />}
    </ProjectPage>
  )
}

interface InvitationProps extends Pick<PeopleProps, 'view' | 'isConfirmed'> {
  readonly invitation: PeopleProps['invitations'][number]
}

function InvitationRow({ view, invitation: { id, email, role, expiresAt }, isConfirmed }: InvitationProps) {
  const { words, base } = view
  return (
    <li>
      <div>
        <b>{email}</b> <Badge>{words.say('people_invited_as', { role })}</Badge>
        <p class="soft">
          <Sentence view={view} of="people_invitation_ends" with={{ time: <Ago at={expiresAt} now={view.now} /> }} />
        </p>
      </div>
      {isConfirmed && (
        <div class="row">
          <Form view={view} action={`${base}/people/invite`}>
            <input type="hidden" name="email" value={email} />
            <input type="hidden" name="role" value={role} />
            <button class="button" type="submit" aria-label={words.say('people_new_link_label', { email })}>
              {words.say('people_new_link')}
            </button>
          </Form>
          <Form view={view} action={`${base}/people/withdraw`}>
            <input type="hidden" name="id" value={id} />
            <button class="button" type="submit" aria-label={words.say('people_withdraw_label', { email })}>
              {words.say('people_withdraw')}
            </button>
          </Form>
        </div>
      )}
    </li>
  )
}

function Owners({ view, owners }: Pick<PeopleProps, 'view' | 'owners'>) {
  const { words, operator } = view
  return (
    <section class="part">
      <h2>{words.say('people_owners')}</h2>
      <p class="soft">{words.say('people_owners_lead')}</p>
      <ul class="rows people">
        {owners.map(({ id, email, lastSeenAt }) => (
          <li>
            <div>
              <b>{email}</b> {id === operator.id && <Badge>{words.say('shared_you')}</Badge>}
              <p class="soft">
                <LastSeen view={view} at={lastSeenAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function InviteForm({ view }: Pick<PeopleProps, 'view'>) {
  const { words, base } = view
  return (
    <section class="part" id="invite">
      <h2>{words.say('people_invite')}</h2>
      <Form view={view} action={`${base}/people/invite`} class="row end">
        <Field name="email" label={words.say('people_email')} type="email" required {...limitsOf(EmailAddress)} />
        <Select name="role" label={words.say('people_role')} options={roleOptions(view)} value="moderator" />
        <button class="button main" type="submit">
          {words.say('people_create_link')}
        </button>
      </Form>
    </section>
  )
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

interface MadeProps extends Pick<PeopleProps, 'view' | 'sendsMail'> {
  readonly made: MadeLink
  readonly present: readonly Person[]
}

function Made({ view, made, present, sendsMail }: MadeProps) {
  const { email, role, url } = made
  const [first] = present.toSorted((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role))
  return (
    <div class="card good">
      <h2>{view.words.say('people_made', { email })}</h2>
      <p>
        <Sentence view={view} of="people_made_once" />
      </p>
      {sendsMail && <p>{view.words.say('people_mailed', { email })}</p>}
      {first && (
        <p>
          <Sentence
            view={view}
            of={isAtLeast(first.role, role) ? 'people_present_same' : 'people_present'}
            with={{ email: first.email, role: first.role, newRole: role }}
          />
        </p>
      )}
      <p class="copy">
        <input id="link" value={url} readonly aria-label={view.words.say('people_link')} />
        <button class="button" type="button" data-copy="link">
          {view.words.say('shared_copy')}
        </button>
      </p>
    </div>
  )
}

function LastSeen({ view, at }: { view: ProjectView; at: Date | undefined }) {
  if (!at) return <>{view.words.say('shared_never_seen')}</>
  return <Sentence view={view} of="shared_last_seen" with={{ time: <Ago at={at} now={view.now} /> }} />
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
        <b>{email}</b> {id === view.operator.id && <Badge>{view.words.say('shared_you')}</Badge>}{' '}
        {!isConfirmed && <Badge>{view.words.say(`people_is_${role}`)}</Badge>}{' '}
        {ownsAll && <Badge>{view.words.say('shared_owns_all')}</Badge>}{' '}
        {sharesAddress && <SameAddress view={view} id={id} />}
        <p class="soft">
          <LastSeen view={view} at={lastSeenAt} />
          {` · ${view.words.say(hasPasskey ? 'people_passkey' : 'people_no_passkey')}`}
        </p>
      </div>
      {isConfirmed && (
        <div class="row">
          <Form view={view} action={`${view.base}/people/role`} class="row">
            <input type="hidden" name="id" value={id} />
            <Select
              name="role"
              label={view.words.say('people_role_of', { email })}
              isLabelHidden
              options={roleOptions(view)}
              value={role}
            />
            <button class="button" type="submit" aria-label={view.words.say('people_change_label', { email })}>
              {view.words.say('people_change')}
            </button>
          </Form>
          {!ownsAll && (
            <Form
              view={view}
              action={`${view.base}/people/sign-out`}
              asks={{
                question: view.words.say('people_sign_out_ask', { email, name: view.project.name }),
                does: view.words.say('people_sign_out_does'),
                yes: view.words.say('people_sign_out_yes'),
              }}
            >
              <input type="hidden" name="id" value={id} />
              <button class="button" type="submit" aria-label={view.words.say('people_sign_out_label', { email })}>
                {view.words.say('shared_sign_out')}
              </button>
            </Form>
          )}
          <Form
            view={view}
            action={`${view.base}/people/remove`}
            asks={{
              question: view.words.say('people_remove_ask', { email, name: view.project.name }),
              does: ownsAll ? view.words.say('people_remove_does_owner') : view.words.say('people_remove_does'),
              yes: view.words.say('people_remove_yes'),
            }}
          >
            <input type="hidden" name="id" value={id} />
            <button class="button" type="submit" aria-label={view.words.say('people_remove_label', { email })}>
              {view.words.say('shared_remove')}
            </button>
          </Form>
        </div>
      )}
    </li>
  )
}
