const live = document.getElementById('live')
const SHOWN_MS = 6_000
let hiding: ReturnType<typeof setTimeout> | undefined

/** What the page says where a script has to. */
export const texts = document.body.dataset
export const isSignedIn = texts.signedIn !== undefined

/** Said to everybody who listens. What went well shows by itself. */
export function announce(text: string | undefined): void {
  say(text, false)
}

/** Said and shown as well, for a while. */
export function announceFault(text: string | undefined): void {
  say(text, Boolean(text))
}

/** The same, with a way to take it back. */
export function announceWithUndo(text: string, undo: () => void): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = texts.undo ?? ''
  button.addEventListener('click', undo)
  say(text, true, button)
}

/** In an element of its own each time: one that is already there would be seen to move. */
function say(text: string | undefined, isShown: boolean, ...also: HTMLElement[]): void {
  const toast = document.createElement('div')
  toast.className = isShown ? 'toast shown' : 'toast'
  toast.append(text ?? '', ...also)
  live?.replaceChildren(toast)
  clearTimeout(hiding)
  if (isShown) hiding = setTimeout(hide, SHOWN_MS)
}

/** Not while somebody is about to use it. */
function hide(): void {
  const toast = live?.querySelector('.shown')
  if (toast?.matches(':hover, :focus-within')) hiding = setTimeout(hide, SHOWN_MS)
  else toast?.classList.add('past')
}
