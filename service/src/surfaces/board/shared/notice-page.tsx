import type { Values } from '../../../../../ui/words/speech.ts'
import type { WordKey } from '../../../../../ui/words/words.ts'
import { Page } from './layout.tsx'
import { SignInNeedsScript } from './pieces.tsx'
import { SignInForm } from './sign-in-sheet.tsx'
import type { View } from './view.ts'

/** A page that says one thing and what to do about it. Without a connection there is no other page to go to. */
interface NoticeProps {
  readonly view: View
  readonly title: WordKey
  readonly lead: WordKey
  /** Values for the lead text, besides the project's name. */
  readonly values?: Values
  readonly code?: string
  readonly home?: boolean
}

export function NoticePage(props: NoticeProps) {
  const { view, title, lead, values, code, home = true } = props
  const { words, project } = view
  return (
    <Page view={view} facts={{ title: words.say(title), isIndexed: false }}>
      <div class="narrow centred">
        <Picture kind={home ? 'lost' : 'offline'} />
        <h1>{words.say(title)}</h1>
        <p class="lead">{words.say(lead, { project: project.name, ...values })}</p>
        {code && <p class="soft">{words.say('problem_code', { code })}</p>}
        <p class="row">
          {home ? (
            <a class="button main" href="/">
              {words.say('go_home')}
            </a>
          ) : (
            <button class="button main" type="button" data-retry="">
              {words.say('try_again')}
            </button>
          )}
        </p>
      </div>
    </Page>
  )
}

const PICTURES = {
  lost: [
    'M18 12h28a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H30L18 54V44a8 8 0 0 1-8-8V20a8 8 0 0 1 8-8z',
    'M25 28h.1M32 28h.1M39 28h.1',
  ],
  offline: ['M20 44h26a10 10 0 0 0 2-19.8A16 16 0 0 0 17.4 27 8.6 8.6 0 0 0 20 44z', 'M14 54 50 12'],
  lock: ['M16 28h32a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4V32a4 4 0 0 1 4-4z', 'M21 28v-7a11 11 0 0 1 22 0v7'],
} as const

export function Picture({ kind }: { kind: keyof typeof PICTURES }) {
  const [shape, mark] = PICTURES[kind]
  return (
    <svg class="picture" viewBox="0 0 64 64" width="72" height="72" aria-hidden="true">
      <path d={shape} />
      <path class="faint" d={mark} />
    </svg>
  )
}

/** The only page of a private board that everybody sees, and the target of every action without script. */
export function SignInPage({ view, returnTo, intent }: { view: View; returnTo: string; intent: string }) {
  const { words, project } = view
  const isGate = project.isPrivate
  return (
    <Page view={view} facts={{ title: words.say(isGate ? 'gate_title' : 'sheet_title'), isIndexed: false }}>
      <div class="narrow centred">
        {isGate && <Picture kind="lock" />}
        <h1>{words.say(isGate ? 'gate_title' : 'sheet_title')}</h1>
        <p class="lead">{words.say(isGate ? 'gate_lead' : 'sheet_lead', { project: project.name })}</p>
        <SignInNeedsScript view={view} />
        <SignInForm view={view} returnTo={returnTo} intent={intent} />
      </div>
    </Page>
  )
}
