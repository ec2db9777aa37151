import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { initialOf } from '../../../ui/initial.ts'
import type { WordKey, Words } from '../../../ui/words/words.ts'
import type { Desk } from './desk.ts'
import type { Say } from './desk-state.ts'
import { Home } from './home.tsx'
import { ToolsContext, useLoaded, useTools } from './hooks.ts'
import { each } from './lists.ts'
import { Icon, Unread, Waiting } from './pieces.tsx'
import type { Shell } from './shell.ts'
import { NEW, type Tab, TOLD, type Trail } from './trail.ts'

const SHOWN_MS = 6_000
const TABS: readonly (readonly [Tab, WordKey])[] = [
  ['posts', 'nav_posts'],
  ['roadmap', 'nav_roadmap'],
  ['changelog', 'nav_changelog'],
]

export interface AppProps {
  readonly shell: Shell
  readonly desk: Desk
  readonly trail: Trail
  readonly words: Words
  /** Absent if the panel is part of the page. */
  readonly close: (() => void) | undefined
}

export function App({ shell, desk, trail, words, close }: AppProps) {
  const { glance } = shell
  const tools = { desk, words, glance, go: trail.go, signIn: () => void desk.signIn(trail.view()) }
  return (
    <ToolsContext.Provider value={tools}>
      <Head trail={trail} close={close} />
      <Body shell={shell} trail={trail} />
      <Toast said={desk.state.said} />
      <Foot />
    </ToolsContext.Provider>
  )
}

function Head({ trail, close }: Pick<AppProps, 'trail' | 'close'>) {
  const { desk, words, glance } = useTools()
  const { views } = useViews()
  const { data } = useLoaded('project', (client) => client.request('GET /project'))
  useEffect(() => {
    if (data) desk.learnProject(data)
  }, [desk, data])
  const name = desk.state.project?.name ?? ''
  return (
    <div class="head">
      <div class="bar">
        {trail.step() ? (
          <button type="button" class="quiet" onClick={trail.back} aria-label={words.say('back_to_list')}>
            <Icon path="M12 4.5 6.5 10l5.500 5.500" turns />
          </button>
        ) : (
          <Mark name={name} logo={desk.state.project?.logo_url ?? undefined} />
        )}
        <h2 id="name">{name ? words.say('list_title', { project: name }) : words.say('nav_posts')}</h2>
        {views && desk.state.me && <views.Bell />}
        {close && (
          <button type="button" class="quiet" onClick={close} aria-label={words.say('close')}>
            <Icon path="m5 5 10 10m0-10L5 15" />
          </button>
        )}
      </div>
      <nav aria-label={words.say('nav_label')}>
        {each(TABS, ([tab, key]) => (
          <button
            type="button"
            key={tab}
            aria-current={trail.tab() === tab ? 'page' : undefined}
            onClick={() => trail.go({ view: tab })}
          >
            {words.say(key)}
            {tab === 'changelog' && glance.hasNews() && <Unread />}
          </button>
        ))}
      </nav>
    </div>
  )
}

function Body({ shell, trail }: Pick<AppProps, 'shell' | 'trail'>) {
  const { desk } = useTools()
  const box = useRef<HTMLDivElement>(null)
  const left = useRef<{ top: number; focus: Element | null } | undefined>(undefined)
  const { views, fault } = useViews()
  const step = trail.step()
  const tab = trail.tab()
  const key = step ?? ''
  /** A view is unchanged when the visitor comes back to it. */
  const before = useRef({ key, tab })
  const was = before.current
  if (was.key === '' && key !== '' && box.current) {
    left.current = { top: box.current.scrollTop, focus: shell.root.activeElement }
  }
  useLayoutEffect(() => {
    const isBack = was.key !== '' && key === '' && was.tab === tab
    before.current = { key, tab }
    if (!box.current || (was.key === key && was.tab === tab)) return
    box.current.scrollTop = isBack ? (left.current?.top ?? 0) : 0
    const target = isBack ? left.current?.focus : (box.current.querySelector('#title') ?? box.current)
    if (target instanceof HTMLElement && (isBack || key)) target.focus({ preventScroll: true })
    desk.hush()
  })
  return (
    <div class="body" ref={box} tabIndex={-1}>
      <div hidden={step !== undefined}>
        {views && <views.Follow shell={shell} />}
        {tab === 'posts' && <Home isShown={step === undefined} />}
        {tab === 'roadmap' && (views ? <views.Roadmap /> : <Waiting fault={fault} />)}
        {tab === 'changelog' && (views ? <views.News /> : <Waiting fault={fault} />)}
      </div>
      {step === NEW && (views ? <views.NewIdea sent={trail.replace} /> : <Waiting fault={fault} />)}
      {step === TOLD && (views ? <views.Told /> : <Waiting fault={fault} />)}
      {step &&
        step !== NEW &&
        step !== TOLD &&
        (views ? <views.Idea key={step} id={step} /> : <Waiting fault={fault} />)}
    </div>
  )
}

type Views = typeof import('./views.ts')

/** Loaded as soon as the first screen is drawn; after a failure, again when all views read again. */
function useViews(): { readonly views?: Views; readonly fault?: unknown } {
  const { desk } = useTools()
  const [found, find] = useState<{ readonly views?: Views; readonly fault?: unknown }>({})
  useEffect(() => {
    if (found.views) return
    import('./views.ts').then(
      (views) => find({ views }),
      (fault) => find({ fault }),
    )
  }, [desk.state.era])
  return found
}

function Foot() {
  const { desk, words } = useTools()
  const [link, setLink] = useState<string>()
  const { project, me } = desk.state
  if (!project) return null
  const open = async (event: Event) => {
    if (!me) return // without a user, it is an ordinary link to the board
    event.preventDefault()
    // Opened directly in the click: later the browser would block it as a pop-up.
    const tab = window.open('about:blank', '_blank')
    let isDone = false
    await desk.act(
      () => desk.client.request('POST /board_codes', { body: {} }),
      ({ url }) => {
        if (new URL(url).origin !== project.board_origin) return
        isDone = true
        if (!tab) return setLink(url)
        tab.opener = null
        tab.location.replace(url)
      },
    )
    if (!isDone) tab?.close()
  }
  return (
    <div class="foot">
      {link && (
        <p class="notice" role="status">
          {words.say('open_board_here')}{' '}
          <a href={link} target="_blank" rel="noopener" onClick={() => setLink(undefined)}>
            {words.say('open_board')}
          </a>
        </p>
      )}
      <a href={project.board_origin} target="_blank" rel="noopener" onClick={open}>
        {words.say('open_board')} <Icon path="M11 4h5v5m0-5-8 8M8 5H4.500v10.500H15V12" size={15} turns />
      </a>
      {me && <span class="soft">{words.say('signed_in_as', { name: me.display_name })}</span>}
    </div>
  )
}

/** Screen readers announce it; a fault is also visible. */
function Toast({ said }: { said: Say | undefined }) {
  const { desk, words, signIn } = useTools()
  const [isShown, show] = useState(false)
  const turn = said?.turn ?? 0
  useEffect(() => {
    show(said?.isFault === true)
    if (said?.key === 'sign_in_needed') return // there is something to do about it
    const timer = setTimeout(() => show(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [turn])
  return (
    <div class={isShown ? 'toast shown' : 'toast'} role="status">
      {said && <p key={turn}>{words.say(said.key, said.values)}</p>}
      {said?.key === 'sign_in_needed' && desk.hasSignIn && (
        <button type="button" class="button" onClick={signIn}>
          {words.say('sign_in')}
        </button>
      )}
    </div>
  )
}

/** The project's logo; without one, its initial. */
function Mark({ name, logo }: { name: string; logo: string | undefined }) {
  if (logo) return <img class="mark" src={`${logo}?size=small`} alt="" referrerpolicy="no-referrer" />
  return (
    <span class="mark" aria-hidden="true">
      {initialOf(name)}
    </span>
  )
}
