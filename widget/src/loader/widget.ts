import type { Widget } from '../../../kits/widget/src/types.ts'
import type { Panel, Shell, View } from '../panel/index.tsx'
import { createGlance } from './glance.ts'
import { languageOf } from './language.ts'
import { createLauncher, type Launcher } from './launcher.ts'
import type { Settings, WidgetOptions } from './options.ts'
import { tell, tellMore } from './tell.ts'
import { whenSeen } from './when-seen.ts'

const { fetch } = window

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
  const root = document.createElement('feedback-board').attachShadow({ mode: 'open' })
  const show = () => launcher?.show(languageOf(settings), glance, door.isBusy())
  const glance = createGlance(settings, emit, show)
  const door = createDoor({ settings, root, emit, tell, glance, language: () => languageOf(settings) }, show)
  let launcher: Launcher | undefined
  let stop = () => {}

  const begin = async () => {
    if (door.isShut()) return
    const { target } = settings
    const place = typeof target === 'string' ? document.querySelector(target) : target
    if (target && !place) return tell(`there is no element ${target} here.`)
    const parent = place ?? document.body
    parent.append(root.host)
    if (place) {
      stop = whenSeen(place, () => void door.open())
      return
    }
    if (settings.launcher !== false) {
      launcher = createLauncher(root, settings.launcher, door)
      show()
    }
    if (glance.isAwaited()) void door.open()
    if (settings.news === false || (await glance.look())) return
    // If the page may not call the API, the button is removed.
    if (navigator.onLine) launcher?.button.remove()
    emit('error', { code: 'unavailable' })
  }
  const isBegun = new Promise<void>((begun) => {
    const now = () => begun(void begin())
    if (document.body) now()
    else document.addEventListener('DOMContentLoaded', now, { once: true })
  })

  return {
    open: async (view) => door.open(view, isBegun),
    close: door.close,
    toggle: door.toggle,
    signOut: async () => door.panel()?.signOut(),
    destroy() {
      stop()
      door.shut()
      root.host.remove()
    },
    on(event, listener) {
      const hear = (heard: Event) => listener((heard as CustomEvent).detail) // all of ours are
      events.addEventListener(event, hear)
      return () => events.removeEventListener(event, hear)
    },
  }
}

/** Loads the panel when somebody is about to open it. */
function createDoor(shell: Omit<Shell, 'explain'>, changed: () => void) {
  const { settings, emit } = shell
  const explain = (cause: unknown) => tellMore(settings, 'explain', cause)
  let loading: Promise<Panel> | undefined
  let panel: Panel | undefined
  let isShut = false
  let turn = 0
  /** Browsers remember that a module could not be loaded, by its address. */
  let again = ''

  const load = (): Promise<Panel> => {
    loading ??= import(/* @vite-ignore */ settings.apiOrigin + PANEL_PATH + again).then(async ({ mount }) => {
      panel = (await mount({ ...shell, explain })) as Panel // as `shell.ts` describes it
      if (isShut) panel.destroy()
      changed()
      return panel
    })
    loading.catch(() => {
      loading = undefined // the next click tries again
      again += '?'
      changed()
    })
    changed()
    return loading
  }

  const open = async (view?: View, ready?: Promise<void>) => {
    turn += 1
    const mine = turn
    await ready
    if (isShut) return
    try {
      const loaded = await load()
      if (mine === turn) await loaded.open(view) // unless the panel was closed meanwhile
    } catch (error) {
      emit('error', { code: 'panel_unavailable' })
      if (panel) tell('the panel failed.', error)
      else await explain(error)
    }
  }
  const close = () => {
    turn += 1
    panel?.close()
  }

  return {
    load,
    open,
    close,
    toggle: () => void (panel?.isOpen() ? close() : open()),
    panel: () => panel,
    isBusy: () => loading !== undefined && !panel,
    isShut: () => isShut,
    shut() {
      isShut = true
      panel?.destroy()
    },
  }
}
