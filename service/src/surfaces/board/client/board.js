// @ts-check
/* Everything here only makes forms quicker: without it each of them is sent and answered with a page. */

const texts = document.body.dataset
const live = document.getElementById('live')
const sheet = /** @type {HTMLDialogElement | null} */ (document.getElementById('sheet'))
const isSignedIn = texts.signedIn !== undefined
const SHOWN_MS = 6_000

/** Said to everybody who listens; a fault is shown as well. @param {string | undefined} text @param {boolean} [isFault] */
function announce(text, isFault = false) {
  if (!live) return
  live.textContent = text ?? ''
  live.classList.toggle('shown', isFault && Boolean(text))
  if (isFault) setTimeout(() => live.classList.remove('shown'), SHOWN_MS)
}

/** Where the visitor goes on once they are signed in: the address of a form, or the key of a draft. */
const RESUMED = 'resumed'

/**
 * What the sheet was opened for goes along, so that it is done once the visitor is signed in.
 * @param {string} why @param {string} intent @param {string} resumed
 */
function openSheet(why, intent, resumed) {
  const reason = document.getElementById('sheet-why')
  if (!sheet || !reason) return false
  reason.textContent = reason.dataset[why] ?? ''
  const field = /** @type {HTMLInputElement | null} */ (sheet.querySelector('input[name=intent]'))
  if (field) field.value = intent
  sessionStorage.setItem(RESUMED, resumed)
  sheet.showModal()
  return true
}

/* Beside the sheet is as good as "Cancel". */
sheet?.addEventListener('click', (event) => {
  if (event.target === sheet) sheet.close()
})
sheet?.addEventListener('close', () => sessionStorage.removeItem(RESUMED))
const resumed = isSignedIn ? sessionStorage.getItem(RESUMED) : null
if (isSignedIn) sessionStorage.removeItem(RESUMED)

/* Votes and follows: shown at once, sent one after the other, and taken back if the service says no. */
/** @type {WeakMap<HTMLFormElement, { turn: number, isOn: boolean, count: number, sent: Promise<void> }>} */
const marks = new WeakMap()

document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  const act = form.dataset.act
  if (!act) return
  const intent = `${act}:${/\/posts\/(\d+)\//.exec(form.action)?.[1] ?? ''}`
  if (!isSignedIn) {
    if (openSheet(act, intent, form.action)) event.preventDefault()
    return
  }
  event.preventDefault()
  const { button, field, count } = partsOf(form)
  const wanted = field.value === '1'
  const mark = marks.get(form) ?? {
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

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-act]'))) {
  if (form.action !== resumed) continue
  const { button } = partsOf(form)
  button.focus()
  announce(button.ariaLabel ?? button.textContent ?? '')
}

/** @param {HTMLFormElement} form */
function partsOf(form) {
  return {
    button: /** @type {HTMLButtonElement} */ (form.querySelector('button')),
    field: /** @type {HTMLInputElement} */ (form.querySelector('input[name=on]')),
    count: /** @type {HTMLElement | null} */ (form.querySelector('.count')),
  }
}

/** @param {string} address @param {Record<string, string>} values */
async function post(address, values) {
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

/** @param {{ status: number, body: { code?: string } }} answer */
function faultOf({ status, body }) {
  if (status === 429) return texts.many
  return body.code === 'voting_closed' ? texts.closed : texts.failed
}

/** The session ended meanwhile. @param {string} intent */
function leaveToSignIn(intent) {
  location.assign(`/sign-in?${new URLSearchParams({ return_to: location.pathname + location.search, intent })}`)
}

/** @param {HTMLFormElement} form @param {boolean} isOn @param {number} value @param {string} [said] */
function show(form, isOn, value, said) {
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

/* Texts survive the way to the client's app and back, and a form that did not get through: they wait in this tab alone. */
const SENT = 'sent'
const sent = sessionStorage.getItem(SENT)
sessionStorage.removeItem(SENT)
if (sent && document.querySelector('.post')) sessionStorage.removeItem(sent)

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-draft]'))) {
  const key = `draft ${form.dataset.draft}`
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */ (
    form.querySelectorAll('input:not([type=hidden]), textarea')
  )
  const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  if (kept) {
    for (const field of fields) if (!field.value) field.value = kept[field.name] ?? ''
    form.closest('details')?.setAttribute('open', '')
  }
  if (key === resumed) fields[fields.length - 1]?.focus()
  form.addEventListener('input', () => {
    const typed = Object.fromEntries([...fields].map((field) => [field.name, field.value]))
    sessionStorage.setItem(key, JSON.stringify(typed))
  })
  form.addEventListener('submit', (event) => {
    if (isSignedIn) return sessionStorage.setItem(SENT, key)
    if (openSheet(key === 'draft new' ? 'post' : 'comment', '', key)) event.preventDefault()
  })
}

/* A form that is on its way is not sent twice. */
document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  if (event.defaultPrevented || form.method !== 'post') return
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
const menu = document.querySelector('details.account')
document.addEventListener('click', (event) => {
  if (event.target instanceof Node && !menu?.contains(event.target)) menu?.removeAttribute('open')
})
menu?.addEventListener('keydown', (event) => {
  if (/** @type {KeyboardEvent} */ (event).key !== 'Escape') return
  menu.removeAttribute('open')
  menu.querySelector('summary')?.focus()
})

/* An answer begins where it was asked for, and a name that is typed is the name that is meant. */
for (const details of document.querySelectorAll('details.reply')) {
  details
    .querySelector('summary')
    ?.addEventListener('click', () => setTimeout(() => details.querySelector('textarea')?.focus()))
}
document.querySelector('[name=custom_name]')?.addEventListener('input', (event) => {
  const choice = /** @type {HTMLElement} */ (event.target).closest('.choice')?.querySelector('input')
  if (choice) choice.checked = true
})

/* Similar ideas while a title is being typed. */
const title = /** @type {HTMLInputElement | null} */ (document.querySelector('input[data-similar]'))
const similar = document.getElementById('similar')
if (title && similar) {
  let asked = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause
  const look = async () => {
    asked += 1
    const turn = asked
    const text = title.value.trim()
    if (text.length < 3) return similar.replaceChildren()
    const answer = await fetch(`${title.dataset.similar}?title=${encodeURIComponent(text)}`).catch(() => undefined)
    const found = answer?.ok ? await answer.json() : undefined
    if (!found || turn !== asked) return
    similar.replaceChildren(...(found.posts.length > 0 ? [section(found)] : []))
  }
  title.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(look, 250)
  })
  if (title.value && !similar.firstChild) look()
}

/** @param {{ heading: string, lead: string, posts: { title: string, path: string, votes: string }[] }} found */
function section({ heading, lead, posts }) {
  const box = element('section', '', 'similar')
  const list = element('ul', '')
  for (const post of posts) {
    const item = element('li', '')
    const link = /** @type {HTMLAnchorElement} */ (element('a', post.title))
    link.href = post.path
    link.dir = 'auto'
    item.append(link, ' ', element('span', post.votes, 'soft'))
    list.append(item)
  }
  box.append(element('h2', heading), element('p', lead, 'soft'), list)
  return box
}

/** @param {string} name @param {string} text @param {string} [kind] */
function element(name, text, kind) {
  const made = document.createElement(name)
  made.textContent = text
  if (kind) made.className = kind
  return made
}

/* Without a connection there is a page that says so, and that goes on by itself. */
const retry = document.querySelector('[data-retry]')
retry?.addEventListener('click', () => location.reload())
if (retry) addEventListener('online', () => location.reload())
if ('serviceWorker' in navigator) {
  const address = '/worker.js'
  // The one script that a page may start by its address; browsers that ask for proof get it from the only policy there is.
  const { trustedTypes } =
    /** @type {{ trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(text: string): string } } }} */ (
      /** @type {unknown} */ (window)
    )
  const proven = trustedTypes?.createPolicy('worker', { createScriptURL: () => address }).createScriptURL(address)
  navigator.serviceWorker.register(proven ?? address).catch(() => undefined)
}
