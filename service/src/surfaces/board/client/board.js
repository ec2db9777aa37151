// @ts-check
/* Everything here only makes forms quicker: without it each of them is sent and answered with a page. */

const live = document.getElementById('live')
const sheet = /** @type {HTMLDialogElement | null} */ (document.getElementById('sheet'))
const isSignedIn = document.body.hasAttribute('data-signed-in')

/** @param {string} text */
function announce(text) {
  if (live) live.textContent = text
}

/** What the sheet was opened for goes along, so that it is done once the visitor is signed in. @param {string} why @param {string} intent */
function openSheet(why, intent) {
  const reason = document.getElementById('sheet-why')
  if (!sheet || !reason) return false
  reason.textContent = reason.dataset[why] ?? ''
  const field = /** @type {HTMLInputElement | null} */ (sheet.querySelector('input[name=intent]'))
  if (field) field.value = intent
  sheet.showModal()
  return true
}

/* Votes and follows: shown at once, taken back if the service says no. */
document.addEventListener('submit', async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  const act = form.dataset.act
  if (!act) return
  const number = /\/posts\/(\d+)\//.exec(form.action)?.[1] ?? ''
  if (!isSignedIn) {
    if (openSheet(act, `${act}:${number}`)) event.preventDefault()
    return
  }
  event.preventDefault()
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'))
  const field = /** @type {HTMLInputElement} */ (form.querySelector('input[name=on]'))
  const wanted = field.value === '1'
  show(button, field, wanted)
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ on: wanted ? '1' : '0' }).toString(),
    })
    const body = await answer.json()
    if (!answer.ok) throw new Error(body.code)
    if (typeof body.count === 'number') setCount(button, body.count, body.text)
    announce(body.text ?? '')
  } catch {
    show(button, field, !wanted)
    announce(document.body.dataset.failed ?? '')
    button.title = document.body.dataset.failed ?? ''
  }
})

/** @param {HTMLButtonElement} button @param {HTMLInputElement} field @param {boolean} isOn */
function show(button, field, isOn) {
  const count = /** @type {HTMLElement | null} */ (button.querySelector('.count'))
  const before = button.getAttribute('aria-pressed') === 'true'
  button.setAttribute('aria-pressed', String(isOn))
  field.value = isOn ? '0' : '1'
  const text = (isOn ? button.dataset.on : button.dataset.off) ?? ''
  if (!count) button.textContent = text
  else if (before !== isOn) setCount(button, Number(count.dataset.count) + (isOn ? 1 : -1))
}

/** @param {HTMLButtonElement} button @param {number} value @param {string} [text] */
function setCount(button, value, text) {
  const count = /** @type {HTMLElement | null} */ (button.querySelector('.count'))
  if (!count) return
  count.dataset.count = String(value)
  count.textContent = new Intl.NumberFormat(document.documentElement.lang).format(value)
  const isOn = button.getAttribute('aria-pressed') === 'true'
  button.setAttribute(
    'aria-label',
    `${(isOn ? button.dataset.on : button.dataset.off) ?? ''}. ${text ?? count.textContent}`,
  )
}

/* Texts survive the way to the client's app and back: they wait in this tab alone. */
for (const form of document.querySelectorAll('form[data-draft]')) {
  const key = `draft ${/** @type {HTMLElement} */ (form).dataset.draft}`
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */ (
    form.querySelectorAll('input:not([type=hidden]), textarea')
  )
  const kept = sessionStorage.getItem(key)
  if (kept) {
    const texts = JSON.parse(kept)
    for (const field of fields) if (!field.value) field.value = texts[field.name] ?? ''
    if (isSignedIn) form.closest('details')?.setAttribute('open', '')
  }
  form.addEventListener('input', () => {
    sessionStorage.setItem(
      key,
      JSON.stringify(Object.fromEntries([...fields].map((field) => [field.name, field.value]))),
    )
  })
  form.addEventListener('submit', (event) => {
    if (isSignedIn) return sessionStorage.removeItem(key)
    if (openSheet(key === 'draft new' ? 'post' : 'comment', '')) event.preventDefault()
  })
}

for (const link of document.querySelectorAll('a[data-sheet]')) {
  link.addEventListener('click', (event) => {
    if (openSheet('', '')) event.preventDefault()
  })
}

/* Similar ideas while a title is being typed. */
const title = /** @type {HTMLInputElement | null} */ (document.querySelector('input[data-similar]'))
const similar = document.getElementById('similar')
if (title && similar) {
  let asked = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause
  title.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(async () => {
      const turn = ++asked
      const text = title.value.trim()
      if (text.length < 3) return similar.replaceChildren()
      const answer = await fetch(`${title.dataset.similar}?title=${encodeURIComponent(text)}`).catch(() => undefined)
      if (!answer?.ok || turn !== asked) return
      const { heading, lead, posts } = await answer.json()
      similar.replaceChildren(...(posts.length > 0 ? [section(heading, lead, posts)] : []))
    }, 250)
  })
}

/** @param {string} heading @param {string} lead @param {{ title: string, path: string, votes: string }[]} posts */
function section(heading, lead, posts) {
  const box = element('section', '', 'similar')
  const list = element('ul', '')
  for (const post of posts) {
    const item = element('li', '')
    const link = /** @type {HTMLAnchorElement} */ (element('a', post.title))
    link.href = post.path
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
