import { ProjectName, Slug } from '../../../domain/projects/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { GuideLink } from '../shared/guide.tsx'
import { PlainPage } from '../shared/layout.tsx'
import { Field, Form } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import { Steps } from '../shared/steps.tsx'
import type { View } from '../shared/view.ts'

interface NewProjectProps {
  readonly view: View
  readonly name: string
  readonly slug: string
  /** With {slug} in the place of the slug. */
  readonly boardOrigin: string
}

/** The first step makes the project. */
const STEPS = ['name', 'key', 'addresses', 'code', 'check'] as const

export function NewProjectPage({ view, name, slug, boardOrigin }: NewProjectProps) {
  const [before = '', after = ''] = boardOrigin.split('{slug}')
  return (
    <PlainPage view={view} title={view.words.say('setup_new_title')} scripts={['setup.js']}>
      <h1>{view.words.say('setup_new_title')}</h1>
      <p class="lead">
        {view.words.say('setup_new_lead')} <GuideLink view={view} to="setup" />
      </p>
      <Steps
        view={view}
        label={view.words.say('setup_steps')}
        steps={STEPS.map((step, place) => ({
          name: view.words.say(`setup_step_${step}`),
          isDone: false,
          isNow: place === 0,
        }))}
      />
      <Form view={view} action="/console/new" class="stack">
        <Field
          name="name"
          label={view.words.say('shared_name')}
          value={name}
          required
          {...limitsOf(ProjectName)}
          placeholder={view.words.say('setup_name_example')}
          hint={view.words.say('setup_name_why')}
          autocomplete="organization"
        />
        <Field
          name="slug"
          label={view.words.say('setup_slug')}
          value={slug}
          {...limitsOf(Slug)}
          pattern="[a-z0-9]([a-z0-9\-]{0,61}[a-z0-9])?"
          hint={
            <Sentence
              view={view}
              of="setup_slug_why"
              with={{
                code: (
                  <code>
                    {before}
                    <span id="slug-shown" data-example={view.words.say('setup_slug_example')}>
                      {slug || view.words.say('setup_slug_example')}
                    </span>
                    {after}
                  </code>
                ),
              }}
            />
          }
          autocomplete="off"
        />
        <p class="row">
          <button class="button main" type="submit">
            {view.words.say('setup_create')}
          </button>
          <a href="/console">{view.words.say('shared_cancel')}</a>
        </p>
      </Form>
    </PlainPage>
  )
}
