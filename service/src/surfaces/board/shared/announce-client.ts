const live = document.getElementById('live')
const SHOWN_MS = 6_000
let hiding: ReturnType<typeof setTimeout> | undefined

/** The texts of the page that a script needs. */
export const texts = document.body.dataset
export const isSignedIn = texts.signedIn !== undefined

/** Announced to screen readers only: a success is visible by itself. */
export function announce(text: string | undefined): void {
  say(text, false)
}

/** Announced, and also shown for a while. */
export function announceShown(text: string | undefined): void {
  say(text, Boolean(text))
}

/** The same, with a button to undo it. */
export function announceWithUndo(text: string, undo: () => void): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = texts.undo ?? ''
  button.addEventListener('click', undo)
  say(text, true, button)
}

/** Each time in a new element: an existing one would visibly move. */
function say(text: string | undefined, isShown: boolean, ...also: HTMLElement[]): void {
  const toast = document.createElement('div')
  toast.className = isShown ? 'toast shown' : 'toast'
  toast.append(text ?? '', ...also)
  live?.replaceChildren(toast)
  clearTimeout(hiding)
  if (isShown) hiding = setTimeout(hide, SHOWN_MS)
}

/** Not while the pointer or the focus is on it. */
function hide(): void {
  const toast = live?.querySelector('.shown')
  if (toast?.matches(':hover, :focus-within')) hiding = setTimeout(hide, SHOWN_MS)
  else toast?.classList.add('past')
}
