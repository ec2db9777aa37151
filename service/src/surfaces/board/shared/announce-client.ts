const live = document.getElementById('live')
const SHOWN_MS = 6_000

/** What the page says where a script has to. */
export const texts = document.body.dataset
export const isSignedIn = texts.signedIn !== undefined

/** Said to everybody who listens; a fault is shown as well. */
export function announce(text: string | undefined, isFault = false): void {
  if (!live) return
  live.textContent = text ?? ''
  live.classList.toggle('shown', isFault && Boolean(text))
  if (isFault) setTimeout(() => live.classList.remove('shown'), SHOWN_MS)
}
