import type { Panel, Shell, View } from '../panel/index.tsx'
import { DEFAULT_ACCENT, type Glance, keepGlance, keptGlance, lookAtBoard } from './glance.ts'
import { languageOf } from './language.ts'
import { createLauncher, type Launcher } from './launcher.ts'
import type { Settings, WidgetOptions } from './options.ts'
import { tell, tellMore } from './tell.ts'

const { fetch } = window

/** What the app can do with its widget, and be told by it. */
export interface Widget {
  /** Opens the panel, at a place of it where one is named. */
  open(view?: View): Promise<void>
  close(): void
  toggle(): void
  /** Somebody else is signed in to your app, or nobody: the session ends, and nothing of it stays in the panel. */
  signOut(): Promise<void>
  /** Takes everything off the page. */
  destroy(): void
  /** Hears an event; answers with how to stop. */
  on(event: string, listener: (detail: unknown) => void): () => void
}

let launchers = 0

export function createWidget(options: WidgetOptions, home: string | undefined): Widget {
  const settings: Settings = {
    ...options,
    apiOrigin: options.apiOrigin ?? home ?? '',
    fetch: (...request) => fetch.apply(window, request),
  }
  if (!settings.apiOrigin) tell('apiOrigin is missing.')
  else if (!/^svc_pk_/.test(settings.projectKey) || !/^(undefined|function)$/.test(typeof settings.getToken)) {
    void tellMore(settings, 'faultOf')
  } else return startWidget(settings)
  const nothing = async () => {}
  return { open: nothing, close: nothing, toggle: nothing, signOut: nothing, destroy: nothing, on: () => nothing }
}

function startWidget(settings: Settings): Widget {
  const events = new EventTarget()
  const emit = (name: string, detail?: unknown) => void events.dispatchEvent(new CustomEvent(name, { detail }))
  const host = document.createElement('feedback-board')
  const root = host.attachShadow({ mode: 'open' })
  const stops: (() => void)[] = []
  let launcher: Launcher | undefined
  let glance = keptGlance(settings)
  let loading: Promise<Panel> | undefined
  let panel: Panel | undefined
  let isOver = false

  const hasNews = () => glance !== undefined && glance.newest > glance.seen
  const show = () => {
    const language = languageOf(settings)
    const accent = glance?.accent ?? DEFAULT_ACCENT
    launcher?.show({ language, accent, hasNews: hasNews(), isBusy: loading !== undefined && !panel })
  }
  const learn = (next: Glance) => {
    const had = hasNews()
    glance = keepGlance(settings, next)
    if (hasNews() !== had) emit('news', { unread: hasNews() })
    show()
  }
  const shell: Shell = {
    settings,
    root,
    emit,
    tell,
    explain: (cause) => tellMore(settings, 'explain', cause),
    language: () => languageOf(settings),
    seenUpTo: () => glance?.seen ?? Date.now(),
    hasNews,
    learn: (facts) =>
      learn({ at: Date.now(), newest: 0, seen: Date.now(), accent: DEFAULT_ACCENT, ...glance, ...facts }),
  }

  const load = (): Promise<Panel> => {
    loading ??= import(/* @vite-ignore */ settings.apiOrigin + PANEL_PATH).then(async ({ mount }) => {
      panel = (await mount(shell)) as Panel // of the same build
      if (isOver) panel.destroy()
      show()
      return panel
    })
    loading.catch(() => {
      loading = undefined // the next click tries again
      show()
    })
    show()
    return loading
  }

  const open = async (view?: View) => {
    if (isOver) return
    try {
      await (await load()).open(view)
    } catch (error) {
      emit('error', { code: 'panel_unavailable' })
      await tellMore(settings, 'explain', error)
    }
  }

  const begin = async () => {
    if (isOver) return
    const place = findTarget(settings.target)
    if (settings.target !== undefined && !place) return tell(`there is no element ${settings.target} here.`)
    const parent = place ?? document.body
    parent.append(host)
    if (place) return void stops.push(whenSeen(host, () => void open()))
    if (settings.launcher !== false) {
      const wishes = typeof settings.launcher === 'object' ? settings.launcher : {}
      launcher = createLauncher(root, wishes, launchers++)
      launcher.button.addEventListener('click', () => void open())
      // Whoever points at it is about to use it.
      launcher.button.addEventListener('pointerenter', () => void load().catch(() => {}))
      stops.push(() => void launchers--)
      show()
    }
    if (settings.news === false) return
    const seen = await lookAtBoard(settings, Date.now())
    if (isOver) return
    if (seen) return learn(seen)
    // A page that may not ask gets no button that leads nowhere.
    if (navigator.onLine) launcher?.button.remove()
    emit('error', { code: 'unavailable' })
  }
  if (document.body) void begin()
  else document.addEventListener('DOMContentLoaded', () => void begin(), { once: true })

  return {
    open,
    close: () => panel?.close(),
    toggle: () => (panel?.isOpen() ? panel.close() : void open()),
    signOut: async () => panel?.signOut(),
    destroy() {
      isOver = true
      for (const stop of stops) stop()
      panel?.destroy()
      host.remove()
    },
    on(event, listener) {
      const hear = (heard: Event) => listener((heard as CustomEvent).detail) // all of ours are
      events.addEventListener(event, hear)
      return () => events.removeEventListener(event, hear)
    },
  }
}

function findTarget(target: Element | string | undefined): Element | undefined {
  if (typeof target !== 'string') return target
  return document.querySelector(target) ?? undefined
}

/** A panel in the page is loaded when somebody is about to see it. */
function whenSeen(element: Element, then: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting } of entries) {
        if (!isIntersecting) continue
        observer.disconnect()
        return then()
      }
    },
    { rootMargin: '200px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
