// The import: sends files in pieces and says how far it is, and shows how far a check or an import is. All pages work without it.
import { find, findAll, need } from '../../../../../ui/elements.ts'
import { fillIn, type Refused } from '../shared/client-request.ts'

const EVERY_MS = 1_000
const SELDOM_MS = 10_000
const ATTEMPTS = 4
const SAID_AT_EACH = 25

/** The answer about an upload or an import that goes on. */
interface State {
  readonly state: string
  /** Null: it is not known. */
  readonly progress: number | null
  /** The page that shows the result. */
  readonly to: string | null
}

const form = find('[data-import-upload]', HTMLFormElement)
if (form) sendInPieces(form)
const panel = find('[data-import-state]', HTMLElement)
if (panel) follow(panel)
const look = find('[data-look]', HTMLButtonElement)
for (const select of findAll('.import-choices select', HTMLSelectElement))
  select.addEventListener('change', () => look?.form?.requestSubmit(look))

function sendInPieces(form: HTMLFormElement): void {
  const input = need('input[type=file]', HTMLInputElement, form)
  const drop = need('[data-drop]', HTMLElement, form)
  const fault = need('[data-fault]', HTMLElement, form)
  for (const type of ['dragover', 'dragleave', 'drop']) {
    drop.addEventListener(type, (event) => {
      event.preventDefault()
      drop.classList.toggle('over', type === 'dragover')
      const dropped = event instanceof DragEvent && type === 'drop' ? event.dataTransfer?.files : undefined
      if (dropped && dropped.length > 0) input.files = dropped
    })
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    fault.textContent = ''
    try {
      await send(form, [...(input.files ?? [])])
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : String(error)
      need('[data-sending]', HTMLElement, form).hidden = true
      for (const button of form.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
      input.focus()
    }
  })
}

async function send(form: HTMLFormElement, files: readonly File[]): Promise<void> {
  const { importUpload: address = '', most, piece, tooLarge = '' } = form.dataset
  const size = files.reduce((sum, { size }) => sum + size, 0)
  if (size > Number(most)) throw new Error(tooLarge)
  const from = find('input[name=from]:checked', HTMLInputElement, form)?.value
  const opened = await answered<{ id: string; to: string }>(form, () =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ from, files: files.map(({ name, size: bytes }) => ({ name, bytes })) }),
    }),
  )
  const show = progressIn(need('[data-sending]', HTMLElement, form))
  let sent = 0
  for (const [place, file] of files.entries()) {
    for (let at = 0; at < file.size; at += Number(piece)) {
      const bytes = file.slice(at, at + Number(piece))
      await answered(form, () => {
        const body = new FormData()
        body.append('file', bytes)
        const headers = { accept: 'application/json' }
        return fetch(`${address}/${opened.id}/pieces?file=${place}&at=${at}`, { method: 'POST', headers, body })
      })
      sent += bytes.size
      show(sent / size)
    }
  }
  location.assign(opened.to)
}

/** A refusal has its own words. A connection that breaks, and a service that is busy, are tried again. */
async function answered<Body>(form: HTMLFormElement, ask: () => Promise<Response>): Promise<Body> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask().catch(() => undefined)
    if (answer?.ok) return answer.json()
    if (answer && answer.status < 500 && answer.status !== 429) {
      const { title, detail }: Refused = await answer.json()
      throw new Error(detail || title)
    }
    if (attempt >= ATTEMPTS) throw new Error(form.dataset.broken)
    await new Promise((resolve) => setTimeout(resolve, attempt * EVERY_MS))
  }
}

/** Shows how much is done, from 0 to 1. */
function progressIn(part: HTMLElement): (done: number) => void {
  const bar = need('progress', HTMLProgressElement, part)
  const text = need('[data-percent]', HTMLElement, part)
  part.hidden = false
  return (done) => {
    const percent = Math.floor(done * 100)
    bar.value = percent
    text.textContent = fillIn(text.dataset.percent, { n: String(percent) })
  }
}

/** Asks again and again how far it is, less often the longer it takes. A screen reader hears it at each quarter. */
function follow(panel: HTMLElement): void {
  const { importState: address = '', state: shown } = panel.dataset
  const show = progressIn(panel)
  const said = need('[data-said]', HTMLElement, panel)
  let quarter = 0
  let pause = EVERY_MS
  const again = () => {
    setTimeout(ask, pause)
    pause = Math.min(pause * 1.1, SELDOM_MS)
  }
  const ask = async () => {
    if (document.hidden) return again()
    const answer = await fetch(address, { headers: { accept: 'application/json' } }).catch(() => undefined)
    if (!answer?.ok) return again() // the next time, perhaps
    const { state, progress, to }: State = await answer.json()
    if (state !== shown) return to ? location.assign(to) : location.reload()
    again()
    if (progress === null) return
    show(progress)
    const reached = Math.floor((progress * 100) / SAID_AT_EACH)
    if (reached <= quarter) return
    quarter = reached
    said.textContent = fillIn(said.dataset.said, { n: String(reached * SAID_AT_EACH) })
  }
  again()
}
