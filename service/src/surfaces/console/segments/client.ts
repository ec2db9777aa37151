// While rules are typed, the editor shows how many people fit, offers the values of the trait, and always has one empty row.
import { find, findAll, need } from '../../../../../ui/elements.ts'

const WAIT_MS = 250
/** While people are still being counted, it asks again, each time after twice as long. */
const AGAIN_MS = 1_000

const editor = find('.segment-editor', HTMLElement)
const counter = find('.segment-counter', HTMLButtonElement)

function rowsIn(root: HTMLElement): HTMLElement[] {
  return findAll('.segment-rule', HTMLElement, root)
}

const traitOf = (row: HTMLElement) => need('[name=trait]', HTMLInputElement, row)
const valueIn = (row: HTMLElement) => need('[name=value]', HTMLInputElement, row)

function offerValues(row: HTMLElement): void {
  const lists = findAll('datalist[data-trait]', HTMLDataListElement)
  const known = lists.find(({ dataset }) => dataset.trait === traitOf(row).value.trim())
  if (known) valueIn(row).setAttribute('list', known.id)
  else valueIn(row).removeAttribute('list')
}

function keepEmptyRow(root: HTMLElement): void {
  const rows = rowsIn(root)
  const last = rows.at(-1)
  if (!last || traitOf(last).value === '' || rows.length >= Number(root.dataset.most)) return
  const row = last.cloneNode(true) as HTMLElement // a copy of an element
  for (const input of [traitOf(row), valueIn(row)]) {
    input.value = ''
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
  }
  row.querySelector('.fault')?.remove()
  last.after(row)
}

let asked = 0

async function count(root: HTMLElement, form: HTMLFormElement, waitMs: number, againMs: number): Promise<void> {
  const turn = ++asked
  await new Promise((wake) => setTimeout(wake, waitMs))
  if (turn !== asked) return
  const fields = new URLSearchParams()
  for (const name of ['join', 'trait', 'op', 'value'])
    for (const value of new FormData(form).getAll(name)) fields.append(name, String(value))
  const answer = await fetch(`${root.dataset.count}?${fields}`, { headers: { accept: 'application/json' } }).catch(
    () => undefined,
  )
  if (!answer?.ok || turn !== asked) return
  const { text, age, isCounting }: { text: string; age: string; isCounting: boolean } = await answer.json()
  if (turn !== asked) return
  need('.segment-count b', HTMLElement, root).textContent = text
  need('.segment-count .soft', HTMLElement, root).textContent = age
  if (isCounting) void count(root, form, againMs, 2 * againMs)
}

const form = editor?.closest('form')
if (editor && form) {
  if (counter) counter.hidden = true
  editor.addEventListener('input', ({ target }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('.segment-rule') : null
    if (row) offerValues(row)
    keepEmptyRow(editor)
    void count(editor, form, WAIT_MS, AGAIN_MS)
  })
}
