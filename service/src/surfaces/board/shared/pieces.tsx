import { More } from '../../../../../ui/components.tsx'
import { initialOf } from '../../../../../ui/initial.ts'
import { filePath } from '../../../domain/files/index.ts'
import type { View } from './view.ts'

/** The project's logo; without one, its initial. */
export function ProjectMark({ view: { project }, isLarge = false }: { view: View; isLarge?: boolean }) {
  const kind = isLarge ? 'mark large' : 'mark'
  if (project.logoId !== undefined) {
    const side = isLarge ? 48 : 32
    return <img class={kind} src={`${filePath(project.logoId)}?size=small`} alt="" width={side} height={side} />
  }
  return (
    <span class={kind} aria-hidden="true">
      {initialOf(project.name)}
    </span>
  )
}

export function Back({ view }: { view: View }) {
  return (
    <p class="back">
      <a href={view.list}>
        <svg class="turns" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M10 3 5 8l5 5" />
        </svg>
        {view.words.say('back_to_list')}
      </a>
    </p>
  )
}

export function NextPage({ view, next }: { view: View; next: string | undefined }) {
  return next ? <More href={next} text={view.words.say('next_page')} /> : null
}

/** For places where somebody is about to sign in, or to write something that needs it. */
export function SignInNeedsScript({ view }: { view: View }) {
  if (view.visitorName !== undefined) return null
  return (
    <noscript>
      <p class="notice">{view.words.say('callback_needs_script')}</p>
    </noscript>
  )
}

/** A speech bubble, for pages without any comment yet. */
export function Bubble() {
  return (
    <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
      <path d="M18 12h28a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H30L18 54V44a8 8 0 0 1-8-8V20a8 8 0 0 1 8-8z" />
      <path class="faint" d="M22 24h20M22 32h12" />
    </svg>
  )
}
