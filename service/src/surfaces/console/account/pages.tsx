import { Empty } from '../../../../../ui/components.tsx'
import { type Passkey, PasskeyName } from '../../../domain/operators/index.ts'
import type { Project } from '../../../domain/projects/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { GuideLink } from '../shared/guide.tsx'
import { PlainPage, ProjectMark } from '../shared/layout.tsx'
import { Ago, Field, Form, NextPage } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { View } from '../shared/view.ts'

export function ProjectsPage({
  view,
  projects,
  next,
  canCreate,
}: {
  view: View
  projects: readonly Project[]
  next: string | undefined
  canCreate: boolean
}) {
  return (
    <PlainPage view={view} title={view.words.say('account_projects')}>
      <div class="title">
        <h1>{view.words.say('account_projects')}</h1>
        {canCreate && (
          <a class="button main" href="/console/new">
            {view.words.say('account_new_project')}
          </a>
        )}
      </div>
      {projects.length === 0 && (
        <Empty title={canCreate ? view.words.say('account_first_project') : view.words.say('account_no_project')}>
          {canCreate ? view.words.say('account_first_project_why') : view.words.say('account_no_project_why')}
        </Empty>
      )}
      <ul class="tiles">
        {projects.map((project) => (
          <li>
            <a href={`/console/${project.slug}`}>
              <ProjectMark project={project} />
              <span>
                <b>{project.name}</b>
                <span class="soft">
                  {project.isPrivate ? view.words.say('account_project_private', { slug: project.slug }) : project.slug}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <NextPage view={view} next={next} />
    </PlainPage>
  )
}

interface AccountProps {
  readonly view: View
  readonly passkeys: readonly Passkey[]
  /** This one included. */
  readonly sessions: number
  readonly projects: readonly Project[]
  readonly next: string | undefined
}

export function AccountPage({ view, passkeys, sessions, projects, next }: AccountProps) {
  return (
    <PlainPage view={view} title={view.words.say('account_title')} scripts={['passkeys.js']}>
      <h1>{view.words.say('account_title')}</h1>
      <p class="lead">
        {view.operator?.email} <GuideLink view={view} to="signIn" />
      </p>
      <Passkeys view={view} passkeys={passkeys} />
      <Sessions view={view} sessions={sessions} />
      {projects.length > 0 && <OwnMail view={view} projects={projects} next={next} />}
      {view.operator?.ownsAll && <AllOperators view={view} />}
    </PlainPage>
  )
}

function Passkeys({ view, passkeys }: Pick<AccountProps, 'view' | 'passkeys'>) {
  const { words } = view
  return (
    <section class="part">
      <h2>{words.say('account_passkeys')}</h2>
      <p class="soft">{words.say('account_passkeys_why')}</p>
      {passkeys.length > 0 && (
        <ul class="rows">
          {passkeys.map((passkey) => (
            <PasskeyRow view={view} passkey={passkey} />
          ))}
        </ul>
      )}
      <div class="row">
        <Field
          name="passkey_name"
          label={words.say('account_passkey_name')}
          value=""
          placeholder={words.say('account_passkey_example')}
          {...limitsOf(PasskeyName)}
        />
        <button class="button main" type="button" data-add-passkey="">
          {words.say('account_add_passkey')}
        </button>
      </div>
      <p id="passkey-fault" class="notice fault" role="alert" data-closed={words.say('account_not_made')} hidden />
    </section>
  )
}

function PasskeyRow({ view, passkey: { id, name, createdAt, lastUsedAt } }: { view: View; passkey: Passkey }) {
  const { words } = view
  return (
    <li>
      <div>
        <b>{name}</b>
        <p class="soft">
          <Sentence
            view={view}
            of={lastUsedAt ? 'account_added_used' : 'account_added'}
            with={{
              added: <Ago at={createdAt} now={view.now} />,
              used: lastUsedAt && <Ago at={lastUsedAt} now={view.now} />,
            }}
          />
        </p>
      </div>
      <Form
        view={view}
        action="/console/me/passkeys/remove"
        asks={{
          question: words.say('account_remove_ask', { name }),
          does: words.say('account_remove_does'),
          yes: words.say('account_remove_yes'),
        }}
      >
        <input type="hidden" name="id" value={id} />
        <button class="button" type="submit" aria-label={words.say('account_remove_label', { name })}>
          {words.say('shared_remove')}
        </button>
      </Form>
    </li>
  )
}

function Sessions({ view, sessions }: Pick<AccountProps, 'view' | 'sessions'>) {
  const { words } = view
  return (
    <section class="part">
      <h2>{words.say('account_sessions')}</h2>
      <p class="soft">
        {sessions <= 1 ? words.say('account_here_only') : words.say('account_here_and', { n: sessions - 1 })}
      </p>
      <div class="row">
        {sessions > 1 && (
          <Form view={view} action="/console/me/sign-out-elsewhere">
            <button class="button" type="submit">
              {words.say('account_sign_out_elsewhere')}
            </button>
          </Form>
        )}
        <Form view={view} action="/console/me/sign-out-everywhere">
          <button class="button" type="submit">
            {words.say('account_sign_out_everywhere')}
          </button>
        </Form>
      </div>
    </section>
  )
}

function OwnMail({ view, projects, next }: Pick<AccountProps, 'view' | 'projects' | 'next'>) {
  const { words } = view
  return (
    <section class="part">
      <h2>{words.say('account_mail')}</h2>
      <p class="soft">{words.say('account_mail_why')}</p>
      <ul>
        {projects.map(({ name, slug }) => (
          <li>
            <a href={`/console/${slug}/my-mail`}>{words.say('account_mail_choose', { project: name })}</a>
          </li>
        ))}
      </ul>
      <NextPage view={view} next={next} />
    </section>
  )
}

function AllOperators({ view: { words } }: { view: View }) {
  return (
    <section class="part">
      <h2>{words.say('account_operators')}</h2>
      <p class="soft">{words.say('account_operators_why')}</p>
      <p>
        <a class="button" href="/console/me/operators">
          {words.say('account_see_operators')}
        </a>
      </p>
    </section>
  )
}
