// The script of every page of the console: questions before forms, copying, the list of shortcuts. Pages work without it.
import { find, findAll } from '../../../../../ui/elements.ts'
import { isShortcut } from './client-keys.ts'

// On a phone the views of a list are one line that scrolls.
for (const current of findAll('.views [aria-current]', HTMLElement)) {
  const row = current.closest('.views')
  if (!row) continue
  const [own, whole] = [current.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollBy({ left: own.left + own.width / 2 - whole.left - whole.width / 2 })
}

// The texts are in its data attributes, from the catalogue.
const live = document.getElementById('live')

function tell(text: string | undefined): void {
  if (!live || !text) return
  live.textContent = text
  live.classList.add('shown')
  setTimeout(() => live.classList.remove('shown'), 4000)
}

/** The notice with Undo becomes a toast for ten seconds, and stays longer while the pointer or the focus is in it. */
const OFFERED_MS = 10_000
function offerUndo(): void {
  for (const notice of findAll('.notice:has([data-undo])', HTMLElement)) {
    notice.classList.add('offered')
    const leave = () => {
      if (notice.matches(':hover, :focus-within')) setTimeout(leave, OFFERED_MS)
      else notice.remove()
    }
    setTimeout(leave, OFFERED_MS)
  }
}
document.addEventListener('notice', offerUndo)
offerUndo()

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (form.dataset.downloads !== undefined) return // the page stays as it is
  const question = form.dataset.asks
  const isLost = findAll('textarea', HTMLTextAreaElement).some(
    (field) => field.form !== form && field.value !== field.defaultValue,
  )
  const ask = question ?? (isLost ? live?.dataset.unsaved : '')
  if (ask && !window.confirm(ask)) return event.preventDefault()
  const answer = form.elements.namedItem('confirmed')
  if (question && answer instanceof HTMLInputElement) answer.value = 'yes'
  // Shows that the form is being sent. The next page has new buttons.
  for (const button of form.querySelectorAll('button[type=submit]')) button.setAttribute('aria-busy', 'true')
})

window.addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
})

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
  const source = document.getElementById(button?.dataset.copy ?? '')
  if (!source) return
  const isField = source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement
  try {
    await navigator.clipboard.writeText(isField ? source.value : (source.textContent ?? ''))
    tell(live?.dataset.copied)
  } catch {
    source.focus()
    if (isField) source.select()
    tell(live?.dataset.pressToCopy)
  }
})

// A box that ticks all others of its table.
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.all === undefined) return
  for (const box of findAll(`input[name="${target.dataset.all}"]`, HTMLInputElement)) box.checked = target.checked
})

/** Undefined if the browser allows no storage. */
function withStorage<Result>(work: (kept: Storage) => Result): Result | undefined {
  try {
    return work(window.localStorage)
  } catch {
    return undefined
  }
}

const shortcuts = find('#shortcuts', HTMLDialogElement)
const keysOn = find('[data-keys-on]', HTMLInputElement)
if (keysOn) {
  keysOn.checked = withStorage((kept) => kept.getItem('console-keys')) !== 'off'
  keysOn.addEventListener('change', () =>
    withStorage((kept) => kept.setItem('console-keys', keysOn.checked ? 'on' : 'off')),
  )
}

document.addEventListener('keydown', (event) => {
  if (event.key === '?' && isShortcut(event)) shortcuts?.showModal()
})
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (!shortcuts || !event.target.closest('[data-shortcuts]')) return
  event.preventDefault()
  shortcuts.showModal()
})
