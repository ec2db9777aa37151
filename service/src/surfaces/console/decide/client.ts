// Numbers of the table are saved when somebody leaves them, and the arrow keys go from one to the next. Without it, each row has a button.
import { find, findAll, need } from '../../../../../ui/elements.ts'
import { pageReader } from '../shared/client-pages.ts'
import { postJson } from '../shared/client-request.ts'

const table = find('table.decide', HTMLTableElement)
const keys = find('#decide-keys', HTMLElement)
const readAgain = pageReader()

if (table && keys) {
  const inputs = findAll('.decide-cell input', HTMLInputElement, table)
  if (inputs.length > 0) {
    keys.hidden = false
    for (const button of findAll('.decide-save', HTMLButtonElement, table)) button.hidden = true
    for (const input of inputs) listen(input, table, keys.dataset)
  }
}

function listen(input: HTMLInputElement, within: HTMLTableElement, words: DOMStringMap): void {
  let saved = input.value
  const save = async () => {
    const typed = input.value
    if (typed === saved) return
    const before = saved
    saved = typed
    const fault = await send(input, words).catch(() => words.notSaved ?? '')
    if (fault !== undefined) saved = before
    showFault(input, fault)
    tell(fault ?? words.saved ?? '')
    if (fault === undefined) await refresh().catch(() => undefined) // the numbers are saved, only the picture is old
  }
  input.addEventListener('change', () => void save())
  input.addEventListener('keydown', (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key]
    if (event.key === 'Escape') {
      input.value = saved
      showFault(input, undefined)
    }
    if (by === undefined) return
    event.preventDefault()
    const column = findAll('.decide-cell input', HTMLInputElement, within).filter(({ name }) => name === input.name)
    const next = column[column.indexOf(input) + by]
    if (next) {
      next.focus() // leaving this one saves it
      next.select()
    } else void save()
  })
}

/** Returns what is wrong with the number; undefined if it is saved. */
async function send(input: HTMLInputElement, words: DOMStringMap): Promise<string | undefined> {
  const { form } = input
  if (!form) return words.notSaved
  const post = need('[name=post]', HTMLInputElement, form).value
  const { ok, body } = await postJson<unknown>(form.action, { post, [input.name]: input.value })
  if (ok) return undefined
  return body.detail || body.title
}

function showFault(input: HTMLInputElement, fault: string | undefined): void {
  const id = `${input.id}-fault`
  document.getElementById(id)?.remove()
  input.toggleAttribute('aria-invalid', false)
  input.removeAttribute('aria-describedby')
  if (fault === undefined) return
  const text = document.createElement('span')
  text.id = id
  text.className = 'field-fault'
  text.textContent = fault
  input.setAttribute('aria-invalid', 'true')
  input.setAttribute('aria-describedby', id)
  input.after(text)
}

/** For screen readers; others see the number. */
function tell(text: string): void {
  need('#live', HTMLElement).textContent = text
}

/** The plot and the quotients follow. The rows stay where they are, because somebody works in them. */
async function refresh(): Promise<void> {
  const shown = await readAgain(location.href)
  if (!shown) return
  for (const old of findAll('[data-by-effort]', HTMLElement)) {
    const { byEffort = '' } = old.dataset
    const fresh = shown.page.querySelector(`[data-by-effort="${CSS.escape(byEffort)}"]`)
    if (fresh) old.textContent = fresh.textContent
  }
  const fresh = shown.page.querySelector('.decide-beside')
  const old = document.querySelector('.decide-beside')
  if (fresh && old && !old.contains(document.activeElement)) old.replaceWith(document.adoptNode(fresh))
}
