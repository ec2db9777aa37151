// Decides about a pair by keyboard. Each key presses a button or follows a link of the page, which work without it.
import { find, need } from '../../../../../ui/elements.ts'
import { isShortcut } from '../shared/client-keys.ts'

const main = need('#content', HTMLElement)
/** What a key presses. */
const TARGETS: Readonly<Record<string, string>> = {
  m: '[data-key=m]',
  d: '[data-key=d]',
  s: '[data-key=s]',
  j: '[data-key=j]',
  z: '[data-undo]',
}

document.addEventListener('keydown', (event) => {
  const target = Object.hasOwn(TARGETS, event.key) ? TARGETS[event.key] : undefined
  if (target === undefined || event.repeat || !isShortcut(event)) return
  const pressed = find(target, HTMLElement, main)
  if (!pressed) return
  event.preventDefault()
  pressed.click()
})
