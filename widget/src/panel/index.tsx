import readWords from 'words:panel'
import { render } from 'preact'
import { accentOn } from '../../../ui/accent.ts'
import ballotStyle from '../../../ui/ballot.css?raw'
import statusStyle from '../../../ui/status.css?raw'
import { speak } from '../../../ui/words/speech.ts'
import type { Words } from '../../../ui/words/words.ts'
import { App } from './app.tsx'
import { createBackStep } from './back-step.ts'
import { createDesk } from './desk.ts'
import { fontOf, themeOf, watchPage } from './page.ts'
import panelStyle from './panel.css?raw'
import type { Panel, Shell, View } from './shell.ts'
import { createTrail } from './trail.ts'

export type { Panel, Shell, View } from './shell.ts'

/** Puts the panel into the widget's shadow root: over the page as a dialog, or as a part of it. */
export async function mount(shell: Shell): Promise<Panel> {
  const { root, settings, emit } = shell
  let words = await wordsIn(shell.language())
  let isOver = false
  const dialog = settings.target === undefined ? document.createElement('dialog') : undefined
  const frame = dialog ?? document.createElement('section')
  const close = () => dialog?.close()
  const backStep = createBackStep(settings.projectKey, close)
  let isDrawing = false
  let isOpened = false
  /** The page was told that it opened, and not yet that it closed: the browser reports a closing later. */
  let isToldOpen = false
  /** Draws once for all changes of a moment, and never during another drawing. */
  const changed = () => {
    if (isDrawing || !isOpened) return
    isDrawing = true
    queueMicrotask(draw)
  }
  const draw = () => {
    isDrawing = false
    if (isOver) return
    paint(frame, shell, words)
    // A new state for each user: nothing that one user read or typed is shown to the next.
    render(<App key={stays} shell={shell} desk={desk} trail={trail} words={words} close={dialog && close} />, frame)
  }
  /** The look or the language of the page may have changed. */
  const follow = async () => {
    const language = shell.language()
    if (language !== words.language) words = await wordsIn(language).catch(() => words) // offline: as before
    changed()
  }
  let desk = createDesk(shell, changed)
  let stays = 0
  const trail = createTrail(changed)
  const kept = desk.takeKept()
  if (kept) trail.go(kept)
  adopt(root)
  frame.className = dialog ? 'frame over' : 'frame inline'
  frame.setAttribute('aria-labelledby', 'name')
  root.append(frame)
  dialog?.addEventListener('close', () => {
    if (dialog.open) return // it was opened again before the browser reported the closing, and `open` has told it
    isToldOpen = false
    emit('close')
    tellLauncher(root, false)
    backStep.leave()
  })
  root.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.isComposing) return
    if (event.defaultPrevented || !dialog?.open) return
    event.preventDefault() // or the field would lose its text
    close()
  })
  const stopWatching = watchPage(() => void follow())
  const isOpen = () => !isOver && (dialog ? dialog.open : true)

  return {
    isOpen,
    close,
    async open(view?: View) {
      if (isOver) return
      isOpened = true
      desk.begin()
      if (view?.title) desk.write('title', view.title)
      if (view) trail.go(view)
      draw()
      void follow() // it may have changed since the words were asked for
      if (dialog && !dialog.open) {
        show(dialog, root)
        backStep.enter()
        tellLauncher(root, true)
        if (isToldOpen) emit('close')
        isToldOpen = true
        emit('open')
      }
    },
    async signOut() {
      const left = desk
      desk = createDesk(shell, changed)
      stays += 1
      trail.go({})
      await left.end()
    },
    destroy() {
      stopWatching()
      close()
      isOver = true
      render(null, frame)
      frame.remove()
      void desk.end()
    },
  }
}

/** As in panel.css: the panel fills the screen then. */
const FULL = '(max-width: 519px), (max-height: 479px)'

/** Shown beside the page, which can still be used; if the panel covers the whole page, nothing behind it can be reached. */
function show(dialog: HTMLDialogElement, root: ShadowRoot): void {
  const opener = launcherIn(root) ?? document.activeElement
  if (matchMedia(FULL).matches) {
    dialog.showModal()
    return
  }
  dialog.show()
  root.getElementById('mind')?.focus()
  if (!opener || opener === document.body) return
  const { x, y, width, height } = opener.getBoundingClientRect()
  dialog.style.transformOrigin = `${x + width / 2 - dialog.offsetLeft}px ${y + height / 2 - dialog.offsetTop}px`
}

function launcherIn(root: ShadowRoot): HTMLElement | null {
  return root.querySelector('.launcher')
}

function tellLauncher(root: ShadowRoot, isOpen: boolean): void {
  launcherIn(root)?.setAttribute('aria-expanded', `${isOpen}`)
}

async function wordsIn(language: string): Promise<Words> {
  const read = readWords[language] ?? readWords.en
  if (!read) throw new Error('There are always English words.')
  return speak(language, (await read()).default, 'just_now')
}

/** The style sheet is constructed and not written into the page, so it needs no permission of the page's policy. */
function adopt(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(panelStyle + statusStyle + ballotStyle)
  const [launcher] = root.adoptedStyleSheets
  root.adoptedStyleSheets = launcher ? [launcher, sheet] : [sheet]
}

function paint(frame: HTMLElement, { glance, settings, root }: Shell, { language, direction }: Words): void {
  const theme = themeOf(settings, root)
  const { accent, on } = accentOn(glance.accent(), theme)
  // The panel is where the button is: at the end side of the page, unless the options say `start`.
  const isRightToLeft = getComputedStyle(document.body).direction === 'rtl'
  const isAtStart = typeof settings.launcher === 'object' && settings.launcher.side === 'start'
  frame.lang = language
  frame.dir = direction
  frame.dataset.theme = theme
  frame.dataset.side = isRightToLeft !== isAtStart ? 'left' : 'right'
  frame.style.setProperty('--accent', accent)
  frame.style.setProperty('--focus', accent)
  frame.style.setProperty('--on-accent', on)
  frame.style.setProperty('--font', fontOf(root))
  if (settings.radius !== undefined) frame.style.setProperty('--radius', `${settings.radius}px`)
  const place = launcherIn(root)?.style.getPropertyValue('--place')
  if (place) frame.style.setProperty('--lift', `${Number(place) * 60 + 60}px`)
}
