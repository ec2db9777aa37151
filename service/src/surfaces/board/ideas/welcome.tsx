import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Project } from '../../../domain/projects/index.ts'
import { choicesOf } from '../shared/choices.ts'
import type { BoardContext } from '../shared/context.ts'
import type { View } from '../shared/view.ts'

/** The welcome text; empty if the visitor has hidden it. */
export function welcomeFor(context: BoardContext, { project, words }: View, request: FastifyRequest): string {
  const isHidden = choicesOf(context, request).welcomed === tagOf(project)
  return isHidden ? '' : (project.welcomeNote ?? words.say('welcome_note'))
}

/** Changes with the text, so that a new text is shown again. */
function tagOf({ welcomeNote = '' }: Project): string {
  return createHash('sha256').update(welcomeNote).digest('base64url').slice(0, 8)
}

export function Welcome({ view, note }: { view: View; note: string }) {
  const { words, project } = view
  return (
    <div class="welcome">
      <p class="lead" dir="auto">
        {note}
      </p>
      <form method="post" action="/choices">
        <button class="dismiss" type="submit" name="welcomed" value={tagOf(project)} aria-label={words.say('dismiss')}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="m4 4 8 8M12 4l-8 8" />
          </svg>
        </button>
      </form>
    </div>
  )
}
