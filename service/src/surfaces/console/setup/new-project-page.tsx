import { ProjectName, Slug } from '../../../domain/projects/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { PlainPage } from '../shared/layout.tsx'
import { Field, Form } from '../shared/pieces.tsx'
import { Steps } from '../shared/steps.tsx'
import type { View } from '../shared/view.ts'

interface NewProjectProps {
  readonly view: View
  readonly name: string
  readonly slug: string
  /** With {slug} in the place of the slug. */
  readonly boardOrigin: string
}

const STEPS = ['Name', 'Key pair', 'Addresses', 'Code', 'Check']

export function NewProjectPage({ view, name, slug, boardOrigin }: NewProjectProps) {
  const [before = '', after = ''] = boardOrigin.split('{slug}')
  return (
    <PlainPage view={view} title="New project" scripts={['setup.js']}>
      <h1>New project</h1>
      <p class="lead">A project is one board with its own sign-in. Setting it up takes about ten minutes.</p>
      <Steps label="Steps" steps={STEPS.map((step, place) => ({ name: step, isDone: false, isNow: place === 0 }))} />
      <Form view={view} action="/console/new" class="stack">
        <Field
          name="name"
          label="Name"
          value={name}
          required
          {...limitsOf(ProjectName)}
          placeholder="Acme"
          hint="Visitors see it on the board. It is usually the name of your product."
          autocomplete="organization"
        />
        <Field
          name="slug"
          label="Slug"
          value={slug}
          {...limitsOf(Slug)}
          pattern="[a-z0-9]([a-z0-9\-]{0,61}[a-z0-9])?"
          hint={
            <>
              Small letters, digits and hyphens; left empty, it is made of the name. Board:{' '}
              <code>
                {before}
                <span id="slug-shown">{slug || 'your-slug'}</span>
                {after}
              </code>
            </>
          }
          autocomplete="off"
        />
        <p class="row">
          <button class="button main" type="submit">
            Make the project
          </button>
          <a href="/console">Not now</a>
        </p>
      </Form>
    </PlainPage>
  )
}
