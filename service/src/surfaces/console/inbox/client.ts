// The inbox by keyboard: the keys press what the page shows already. Pages work without it.
import { find, findAll, need } from '../../../../../ui/elements.ts'

const items = findAll('[data-item]', HTMLElement)
const dialog = need('#shortcuts', HTMLDialogElement)
const live = need('#live', HTMLElement)
const button = need('[data-shortcuts]', HTMLButtonElement)
const keysOn = need('[data-keys-on]', HTMLInputElement)
let selected: HTMLElement | undefined
let isLeaving = false

/** Nothing where the browser keeps nothing. */
function withStorage<Result>(work: (kept: Storage) => Result): Result | undefined {
  try {
    return work(window.localStorage)
  } catch {
    return undefined
  }
}
keysOn.checked = withStorage((kept) => kept.getItem('console-keys')) !== 'off'
keysOn.addEventListener('change', () =>
  withStorage((kept) => kept.setItem('console-keys', keysOn.checked ? 'on' : 'off')),
)

function select(item: HTMLElement | undefined): void {
  if (!item || item === selected) return
  selected?.removeAttribute('aria-current')
  selected = item
  item.setAttribute('aria-current', 'true')
}

function moveTo(item: HTMLElement | undefined): void {
  if (!item) return
  select(item)
  item.focus()
  item.scrollIntoView({ block: 'nearest' })
}

function step(by: number): void {
  moveTo(items[selected ? items.indexOf(selected) + by : 0])
}

function press(what: string): void {
  const found = selected && find(what, HTMLElement, selected)
  if (!selected) moveTo(items[0]) // only a selected item can be decided
  if (!found || isLeaving) return
  isLeaving = true
  found.click()
}

const keys = new Map<string, () => void>([
  ['j', () => step(1)],
  ['k', () => step(-1)],
  ['a', () => press('[data-approve]')],
  ['r', () => press('[data-reject]')],
  ['o', () => press('[data-open]')],
  ['s', () => (selected ? selected.querySelector('select')?.focus() : moveTo(items[0]))],
  ['?', () => dialog.showModal()],
])

function isTyping({ target }: Event): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=hidden]), textarea, select, [contenteditable]') !== null
  )
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return
  if (dialog.open || isTyping(event)) return
  if (!keysOn.checked && event.key !== '?') return
  const act = keys.get(event.key)
  if (!act || (event.repeat && !'jk'.includes(event.key))) return
  event.preventDefault()
  act()
})
// Focus and clicks also select the item they are in.
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) select(target.closest<HTMLElement>('[data-item]') ?? undefined)
})
window.addEventListener('pageshow', () => {
  isLeaving = false
})

button.hidden = false
button.addEventListener('click', () => dialog.showModal())

// After a decision: selects the next item and announces the result to screen readers.
const place = document.getElementById(location.hash.slice(1))
if (place?.matches('[data-item]')) moveTo(place)
else if (new URLSearchParams(location.search).has('done')) moveTo(items[0])
const notice = find('main > .notice', HTMLElement)
if (notice) {
  setTimeout(() => {
    live.textContent = notice.textContent
  }, 150)
}
