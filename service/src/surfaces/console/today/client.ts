// Today by keyboard, and without page loads: a row changes the panel beside the list, a form changes the list in place. The script uses the links and
// forms of the page, which work without it.
import { find, findAll, need } from '../../../../../ui/elements.ts'
import { isShortcut, isTyping } from '../shared/client-keys.ts'
import { pageReader } from '../shared/client-pages.ts'

const main = need('#content', HTMLElement)
const live = need('#live', HTMLElement)
/** Texts that were typed about an item and not sent yet. */
const drafts = new Map<string, string>()

const rows = () => findAll('[data-item]', HTMLAnchorElement, main)
const currentRow = () => find('[data-item][aria-current]', HTMLAnchorElement, main)
const beside = () => find('.beside', HTMLElement, main)
const composer = () => find('.composer textarea', HTMLTextAreaElement, main)

function keepDraft(): void {
  const id = beside()?.dataset.beside
  const field = composer()
  if (!id || !field) return
  if (field.value === field.defaultValue) drafts.delete(id)
  else drafts.set(id, field.value)
}

function restoreDraft(): void {
  const draft = drafts.get(beside()?.dataset.beside ?? '')
  const field = composer()
  if (draft !== undefined && field) field.value = draft
}

const read = pageReader()

/** Shows an item beside the list. The list stays as it is. */
async function choose(row: HTMLAnchorElement): Promise<void> {
  keepDraft()
  for (const other of rows()) other.removeAttribute('aria-current')
  row.setAttribute('aria-current', 'true')
  const shown = await read(row.href).catch(() => location.assign(row.href))
  if (!shown) return
  const found = find('.beside', HTMLElement, shown.page)
  if (!found) return location.assign(row.href)
  beside()?.replaceWith(found)
  find('.today', HTMLElement, main)?.classList.add('asked')
  history.replaceState(undefined, '', shown.url)
  restoreDraft()
}

/** Sends a form. Its row disappears at once, and comes back if the service refuses. */
async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const row = currentRow()
  const hadFocus = row?.matches(':focus') || (beside()?.contains(document.activeElement) ?? false)
  row?.classList.add('leaving')
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, button)) if (typeof value === 'string') body.append(name, value)
  const shown = await read(form.action, body).catch(() => undefined)
  const content = shown && find('#content', HTMLElement, shown.page)
  if (!shown || !content) {
    row?.classList.remove('leaving')
    return form.submit()
  }
  if (find('.notice.fault', HTMLElement, content)) keepDraft()
  else drafts.delete(beside()?.dataset.beside ?? '')
  main.replaceChildren(...content.childNodes)
  const nav = find('.sidebar nav', HTMLElement, shown.page)
  if (nav) find('.sidebar nav', HTMLElement)?.replaceWith(nav)
  if (!shown.url.includes('/today/')) history.replaceState(undefined, '', shown.url)
  restoreDraft()
  arrive()
  if (hadFocus) (currentRow() ?? main).focus()
}

/** Screen readers hear the notice too. */
function arrive(): void {
  const notice = find('main > .notice', HTMLElement)
  if (!notice) return
  document.dispatchEvent(new Event('notice'))
  setTimeout(() => {
    live.textContent = notice.textContent
  }, 150)
}

function step(by: number): void {
  const all = rows()
  const focused = all.findIndex((row) => row.matches(':focus'))
  const current = currentRow()
  const from = focused >= 0 ? focused : current ? all.indexOf(current) - by : -1
  const row = all[Math.min(Math.max(from + by, 0), all.length - 1)]
  if (!row) return
  row.focus()
  row.scrollIntoView({ block: 'nearest' })
  if (row !== current) choose(row)
}

/** If the focus is elsewhere, the key only moves it to the current item. */
function press(what: string): void {
  const row = currentRow()
  const isThere = row?.matches(':focus') || beside()?.contains(document.activeElement)
  if (row && !isThere) row.focus()
  else find(what, HTMLElement, main)?.click()
}

const keys = new Map<string, () => void>([
  ['j', () => step(1)],
  ['k', () => step(-1)],
  ['a', () => press('.beside [data-approve]')],
  ['x', () => press('.beside [data-reject]')],
  ['m', () => press('.beside [data-merge]')],
  ['e', () => composer()?.focus()],
  ['s', () => find('.composer select', HTMLSelectElement, main)?.focus()],
  ['z', () => find('[data-undo]', HTMLElement, main)?.click()],
])

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && isTyping(event) && !find('dialog[open]', HTMLDialogElement))
    return currentRow()?.focus()
  if (!isShortcut(event)) return
  const act = keys.get(event.key)
  if (!act || (event.repeat && !'jk'.includes(event.key))) return
  event.preventDefault()
  act()
})

document.addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
  const row = target.closest<HTMLAnchorElement>('[data-item]')
  if (!row) return
  event.preventDefault()
  // A click without a pointer is the Enter key: it opens the page of the post.
  if (event.detail === 0 && row.dataset.page) location.assign(row.dataset.page)
  else choose(row)
})

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
  if (!main.contains(form)) return
  event.preventDefault()
  send(form, submitter)
})

arrive()
