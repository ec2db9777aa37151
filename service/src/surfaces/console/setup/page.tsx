import { SignInUrl } from '../../../domain/projects/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { CONFIRM_SCRIPTS, ConfirmFirst, ConfirmHere, Field, Form } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import { Steps } from '../shared/steps.tsx'
import { KeyMaker } from '../signing-keys/key-maker.tsx'
import { CheckStep } from './check-step.tsx'
import { CodeStep } from './code-step.tsx'
import { Onward, type SetupProps, stepPath } from './pieces.tsx'
import { STEPS, type StepId } from './progress.ts'

const PARTS: Readonly<Record<StepId, (props: SetupProps) => ReturnType<typeof ProjectStep>>> = {
  project: ProjectStep,
  key: KeyStep,
  addresses: AddressesStep,
  code: CodeStep,
  check: CheckStep,
}

export function SetupPage(props: SetupProps) {
  const { view, progress, shown } = props
  const Part = PARTS[shown.step]
  return (
    <ProjectPage
      view={view}
      title={view.words.say('setup_title')}
      section="/setup"
      guide="setup"
      scripts={['keys.js', 'setup.js', ...(shown.asks ? CONFIRM_SCRIPTS : [])]}
      lead={view.words.say('setup_lead')}
    >
      <nav aria-label={view.words.say('setup_steps_of')}>
        <Steps
          view={view}
          label={view.words.say('setup_steps')}
          steps={STEPS.map((step) => ({
            name: view.words.say(`setup_step_${step}`),
            isDone: progress.done[step],
            isNow: step === shown.step,
            href: stepPath(view, step),
          }))}
        />
      </nav>
      <section class="part wizard">
        <Part {...props} />
      </section>
    </ProjectPage>
  )
}

function ProjectStep({ view, apiOrigin, progress }: SetupProps) {
  const { project } = view
  return (
    <>
      <h2>{view.words.say('setup_project_title', { name: project.name })}</h2>
      <dl class="values">
        <dt>{view.words.say('setup_board')}</dt>
        <dd>
          <a href={view.boardOrigin} target="_blank" rel="noopener">
            {view.boardOrigin}
          </a>
        </dd>
        <dt>{view.words.say('setup_project_id')}</dt>
        <dd>
          <code>{project.id}</code>
        </dd>
        <dt>{view.words.say('setup_publishable_key')}</dt>
        <dd>
          <code>{project.publishableKey}</code>
        </dd>
        <dt>{view.words.say('setup_api')}</dt>
        <dd>
          <code>{apiOrigin}</code>
        </dd>
      </dl>
      <p class="soft">
        <Sentence
          view={view}
          of="setup_project_why"
          with={{ link: (text) => <a href={`${view.base}/settings`}>{text}</a> }}
        />
      </p>
      <Onward view={view} to="key" isMain={!progress.done.key} />
    </>
  )
}

function KeyStep({ view, progress, isConfirmed, shown }: SetupProps) {
  const { key } = progress
  if (key && !shown.isBurnt) {
    return (
      <>
        <h2>{view.words.say('setup_key_done')}</h2>
        <p>
          <Sentence view={view} of="setup_key_id" with={{ code: <code>{key.kid}</code> }} />
        </p>
        <p class="soft">
          <Sentence
            view={view}
            of="setup_key_lost"
            with={{ link: (text) => <a href={`${view.base}/keys`}>{text}</a> }}
          />
        </p>
        <Onward view={view} to="addresses" />
      </>
    )
  }
  return (
    <>
      <h2>{view.words.say('setup_key_title')}</h2>
      <p>{view.words.say('setup_key_why')}</p>
      {isConfirmed ? (
        <KeyMaker view={view} action={`${view.base}/setup/key`} typed={shown.typedKey} isBurnt={shown.isBurnt} />
      ) : (
        <ConfirmFirst view={view} what={view.words.say('setup_adding_key')} />
      )}
    </>
  )
}

function AddressesStep({ view, shown }: SetupProps) {
  const { project } = view
  return (
    <>
      <h2>{view.words.say('setup_addresses_title')}</h2>
      {shown.asks && (
        <ConfirmHere
          view={view}
          what={view.words.say('setup_changing_url')}
          page={stepPath(view, 'addresses')}
          form="addresses"
          hasPasskey={shown.asks.hasPasskey}
        />
      )}
      <Form view={view} action={`${view.base}/setup/addresses`} class="stack flat" id="addresses">
        <input type="hidden" name="version" value={shown.typed?.version ?? project.version} />
        <Field
          name="sign_in_url"
          label={view.words.say('setup_sign_in_url')}
          type="url"
          required
          {...limitsOf(SignInUrl)}
          value={shown.typed?.signInUrl ?? project.signInUrl}
          placeholder="https://app.example.com/feedback/sign-in"
          hint={view.words.say('setup_sign_in_url_why')}
        />
        <Field
          name="allowed_origins"
          label={view.words.say('setup_origins')}
          rows={3}
          value={shown.typed?.allowedOrigins ?? project.allowedOrigins.join('\n')}
          placeholder="https://app.example.com"
          hint={view.words.say('setup_origins_why')}
        />
        <p class="row">
          <button class="button main" type="submit">
            {view.words.say('setup_save')}
          </button>
        </p>
      </Form>
    </>
  )
}
