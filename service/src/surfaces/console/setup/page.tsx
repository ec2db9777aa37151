import { SignInUrl } from '../../../domain/projects/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { CONFIRM_SCRIPTS, ConfirmFirst, ConfirmHere, Field, Form } from '../shared/pieces.tsx'
import { Steps } from '../shared/steps.tsx'
import { KeyMaker } from '../signing-keys/key-maker.tsx'
import { CheckStep } from './check-step.tsx'
import { CodeStep } from './code-step.tsx'
import { NAMES, Onward, type SetupProps, stepPath } from './pieces.tsx'
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
      title="Set up sign-in"
      section="/setup"
      scripts={['keys.js', 'setup.js', ...(shown.asks ? CONFIRM_SCRIPTS : [])]}
      lead="Five steps to a working sign-in. You can stop at any time and come back to any step."
    >
      <nav aria-label="Steps of the set-up">
        <Steps
          label="Steps"
          steps={STEPS.map((step) => ({
            name: NAMES[step],
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

function ProjectStep({ view, boardOrigin, apiOrigin, progress }: SetupProps) {
  const { project } = view
  return (
    <>
      <h2>{project.name} is there</h2>
      <dl class="values">
        <dt>Board</dt>
        <dd>
          <a href={boardOrigin} target="_blank" rel="noopener">
            {boardOrigin}
          </a>
        </dd>
        <dt>Project id</dt>
        <dd>
          <code>{project.id}</code>
        </dd>
        <dt>Publishable key</dt>
        <dd>
          <code>{project.publishableKey}</code>
        </dd>
        <dt>API</dt>
        <dd>
          <code>{apiOrigin}</code>
        </dd>
      </dl>
      <p class="soft">
        None of this is secret. Name, language and colour are in the <a href={`${view.base}/settings`}>settings</a>.
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
        <h2>The public key is registered</h2>
        <p>
          Key id <code>{key.kid}</code>. You have the private key; your code signs with it.
        </p>
        <p class="soft">
          Is it lost or leaked? Add another key and revoke this one under <a href={`${view.base}/keys`}>Signing keys</a>
          .
        </p>
        <Onward view={view} to="addresses" />
      </>
    )
  }
  return (
    <>
      <h2>Make a key pair</h2>
      <p>
        Your backend signs with the private key to vouch for your users. We check the signature with the public key.
      </p>
      {isConfirmed ? (
        <KeyMaker view={view} action={`${view.base}/setup/key`} typed={shown.typedKey} isBurnt={shown.isBurnt} />
      ) : (
        <ConfirmFirst view={view} what="Adding a key" />
      )}
    </>
  )
}

function AddressesStep({ view, shown }: SetupProps) {
  const { project } = view
  return (
    <>
      <h2>Where your app is</h2>
      {shown.asks && (
        <ConfirmHere
          what="Changing the sign-in URL"
          page={stepPath(view, 'addresses')}
          form="addresses"
          hasPasskey={shown.asks.hasPasskey}
        />
      )}
      <Form view={view} action={`${view.base}/setup/addresses`} class="stack flat" id="addresses">
        <input type="hidden" name="version" value={shown.typed?.version ?? project.version} />
        <Field
          name="sign_in_url"
          label="Sign-in URL"
          type="url"
          required
          {...limitsOf(SignInUrl)}
          value={shown.typed?.signInUrl ?? project.signInUrl}
          placeholder="https://app.example.com/feedback/sign-in"
          hint="A page of your app. The board sends visitors there with ?state=…, and your app sends them back signed in."
        />
        <Field
          name="allowed_origins"
          label="Allowed origins"
          rows={3}
          value={shown.typed?.allowedOrigins ?? project.allowedOrigins.join('\n')}
          placeholder="https://app.example.com"
          hint="One per line. You need them only if your pages call the API, for example for the widget."
        />
        <p class="row">
          <button class="button main" type="submit">
            Save and go on
          </button>
        </p>
      </Form>
    </>
  )
}
