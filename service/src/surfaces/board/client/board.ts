/* This script only makes forms faster: without it, each form is sent and answered with a page. */
import { find, findAll, need } from '../../../../../ui/elements.ts'
import type { votingClosed } from '../../../domain/votes/index.ts'

const texts = document.body.dataset
const live = document.getElementById('live')
const sheet = find('#sheet', HTMLDialogElement)
const isSignedIn = texts.signedIn !== undefined
const SHOWN_MS = 6_000
const VOTING_CLOSED: typeof votingClosed.code = 'voting_closed'

/** Said to everybody who listens; a fault is shown as well. */
function announce(text: string | undefined, isFault = false): void {
  if (!live) return
  live.textContent = text ?? ''
  live.classList.toggle('shown', isFault && Boolean(text))
  if (isFault) setTimeout(() => live.classList.remove('shown'), SHOWN_MS)
}

/** Where the visitor continues after signing in: the address of a form, or the key of a draft. */
const RESUMED = 'resumed'

/** The action that opened the sheet is sent along, so that it is done after the sign-in. */
function openSheet(why: string, intent: string, resumed: string): boolean {
  const reason = document.getElementById('sheet-why')
  if (!sheet || !reason) return false
  reason.textContent = reason.dataset[why] ?? ''
  const field = find('input[name=intent]', HTMLInputElement, sheet)
  if (field) field.value = intent
  sessionStorage.setItem(RESUMED, resumed)
  sheet.showModal()
  return true
}

/* Beside the sheet is as good as "Cancel". */
sheet?.addEventListener('click', (event) => {
  if (event.target === sheet) sheet.close()
})
/* The event comes a moment after the sheet has closed; by then it may be open again. */
sheet?.addEventListener('close', () => {
  if (!sheet.open) sessionStorage.removeItem(RESUMED)
})
const resumed = isSignedIn ? sessionStorage.getItem(RESUMED) : null
if (isSignedIn) sessionStorage.removeItem(RESUMED)

/** A vote or a follow: shown at once, sent one after the other, and taken back if the service says no. */
interface Mark {
  turn: number
  isOn: boolean
  count: number
  sent: Promise<void>
}
const marks = new WeakMap<HTMLFormElement, Mark>()

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.dataset.act) return
  const { act } = form.dataset
  const intent = `${act}:${/\/posts\/(\d+)\//.exec(form.action)?.[1] ?? ''}`
  if (!isSignedIn) {
    if (openSheet(act, intent, form.action)) event.preventDefault()
    return
  }
  event.preventDefault()
  const { button, field, count } = partsOf(form)
  const wanted = field.value === '1'
  const mark: Mark = marks.get(form) ?? {
    turn: 0,
    isOn: !wanted,
    count: Number(count?.dataset.count),
    sent: Promise.resolve(),
  }
  marks.set(form, mark)
  mark.turn += 1
  const { turn } = mark
  show(form, wanted, Number(count?.dataset.count) + (wanted ? 1 : -1))
  button.classList.toggle('cast', wanted)
  mark.sent = mark.sent.then(async () => {
    const answer = await post(form.action, { on: wanted ? '1' : '0' })
    if (answer.ok) Object.assign(mark, { isOn: wanted, count: answer.body.count ?? mark.count })
    if (turn !== mark.turn) return
    if (answer.status === 401) return leaveToSignIn(intent)
    show(form, mark.isOn, mark.count, answer.ok ? answer.body.text : undefined)
    if (answer.ok) announce(answer.body.text)
    else announce(faultOf(answer), true)
  })
})

for (const form of findAll('form[data-act]', HTMLFormElement)) {
  if (form.action !== resumed) continue
  const { button } = partsOf(form)
  button.focus()
  announce(button.ariaLabel ?? button.textContent ?? '')
}

function partsOf(form: HTMLFormElement) {
  return {
    button: need('button', HTMLButtonElement, form),
    field: need('input[name=on]', HTMLInputElement, form),
    count: find('.count', HTMLElement, form),
  }
}

interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly body: { readonly count?: number; readonly text?: string; readonly code?: string }
}

async function post(address: string, values: Record<string, string>): Promise<Answer> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(values),
    })
    return { ok: answer.ok, status: answer.status, body: await answer.json() }
  } catch {
    return { ok: false, status: 0, body: {} }
  }
}

function faultOf({ status, body }: Answer): string | undefined {
  if (status === 429) return texts.many
  return body.code === VOTING_CLOSED ? texts.closed : texts.failed
}

/** The session ended meanwhile. */
function leaveToSignIn(intent: string): void {
  location.assign(`/sign-in?${new URLSearchParams({ return_to: location.pathname + location.search, intent })}`)
}

function show(form: HTMLFormElement, isOn: boolean, value: number, said?: string): void {
  const { button, field, count } = partsOf(form)
  const text = (isOn ? button.dataset.on : button.dataset.off) ?? ''
  button.setAttribute('aria-pressed', String(isOn))
  field.value = isOn ? '0' : '1'
  if (!count) {
    button.textContent = text
    return
  }
  count.dataset.count = String(value)
  count.textContent = new Intl.NumberFormat(document.documentElement.lang).format(value)
  button.setAttribute('aria-label', `${text}. ${said ?? count.textContent}`)
}

/* Texts survive the sign-in at the client's app, and a form that failed: they are kept in this tab only. */
const SENT = 'sent'
const sent = sessionStorage.getItem(SENT)
sessionStorage.removeItem(SENT)
if (sent && document.querySelector('.post')) sessionStorage.removeItem(sent)

for (const form of findAll('form[data-draft]', HTMLFormElement)) {
  const key = `draft ${form.dataset.draft}`
  const fields = [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden]), textarea'),
  ]
  const kept: Readonly<Record<string, string>> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  if (kept) {
    for (const field of fields) if (!field.value) field.value = kept[field.name] ?? ''
    form.closest('details')?.setAttribute('open', '')
  }
  if (key === resumed) fields.at(-1)?.focus()
  form.addEventListener('input', () => {
    const typed = Object.fromEntries(fields.map((field) => [field.name, field.value]))
    sessionStorage.setItem(key, JSON.stringify(typed))
  })
  form.addEventListener('submit', (event) => {
    if (isSignedIn) return sessionStorage.setItem(SENT, key)
    if (openSheet(key === 'draft new' ? 'post' : 'comment', '', key)) event.preventDefault()
  })
}

/* A form that is on its way is not sent twice. */
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'post') return
  const button = form.querySelector('button')
  if (button?.getAttribute('aria-busy') === 'true') event.preventDefault()
  button?.setAttribute('aria-busy', 'true')
})
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
})

for (const link of document.querySelectorAll('a[data-sheet]')) {
  link.addEventListener('click', (event) => {
    if (openSheet('', '', '')) event.preventDefault()
  })
}

/* The menu of the account closes like one. */
const menu = find('details.account', HTMLDetailsElement)
document.addEventListener('click', (event) => {
  if (event.target instanceof Node && !menu?.contains(event.target)) menu?.removeAttribute('open')
})
menu?.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  menu.removeAttribute('open')
  menu.querySelector('summary')?.focus()
})

/* An answer begins where it was asked for, and a name that is typed is the name that is meant. */
for (const details of document.querySelectorAll('details.reply')) {
  details
    .querySelector('summary')
    ?.addEventListener('click', () => setTimeout(() => details.querySelector('textarea')?.focus()))
}
const customName = find('[name=custom_name]', HTMLInputElement)
customName?.addEventListener('input', () => {
  const choice = customName.closest('.choice')?.querySelector('input')
  if (choice) choice.checked = true
})

/* Similar ideas while a title is being typed. */
const title = find('input[data-similar]', HTMLInputElement)
const similar = document.getElementById('similar')
if (title && similar) {
  let asked = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  const look = async () => {
    asked += 1
    const turn = asked
    const text = title.value.trim()
    if (text.length < 3) return similar.replaceChildren()
    const answer = await fetch(`${title.dataset.similar}?title=${encodeURIComponent(text)}`).catch(() => undefined)
    const found: Similar | undefined = answer?.ok ? await answer.json() : undefined
    if (!found || turn !== asked) return
    similar.replaceChildren(...(found.posts.length > 0 ? [section(found)] : []))
  }
  title.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(look, 250)
  })
  if (title.value && !similar.firstChild) look()
}

interface Similar {
  readonly heading: string
  readonly lead: string
  readonly posts: readonly { readonly title: string; readonly path: string; readonly votes: string }[]
}

function section({ heading, lead, posts }: Similar): HTMLElement {
  const box = element('section', '', 'similar')
  const list = element('ul', '')
  for (const post of posts) {
    const item = element('li', '')
    const link = element('a', post.title)
    link.href = post.path
    link.dir = 'auto'
    item.append(link, ' ', element('span', post.votes, 'soft'))
    list.append(item)
  }
  box.append(element('h2', heading), element('p', lead, 'soft'), list)
  return box
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string, kind?: string) {
  const made = document.createElement(name)
  made.textContent = text
  if (kind) made.className = kind
  return made
}

/** As far as it is used here; the types of the DOM do not have it. */
interface PolicyFactory {
  createPolicy(name: string, rules: object): { createScriptURL(text: string): string }
}

/* Without a connection an offline page is shown, which reloads by itself. */
const retry = document.querySelector('[data-retry]')
retry?.addEventListener('click', () => location.reload())
if (retry) addEventListener('online', () => location.reload())
if ('serviceWorker' in navigator) {
  const address = '/worker.js'
  // The only script that a page may start by its URL. Browsers with Trusted Types get the URL from the only policy.
  const { trustedTypes }: Window & { readonly trustedTypes?: PolicyFactory } = window
  const proven = trustedTypes?.createPolicy('worker', { createScriptURL: () => address }).createScriptURL(address)
  navigator.serviceWorker.register(proven ?? address).catch(() => undefined)
}
