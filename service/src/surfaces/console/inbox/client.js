// The inbox by keyboard: the keys press what the page shows already. Pages work without it.
;(() => {
  const items = [...document.querySelectorAll('[data-item]')]
  const dialog = document.getElementById('shortcuts')
  const live = document.getElementById('live')
  const button = document.querySelector('[data-shortcuts]')
  const switched = document.querySelector('[data-keys-on]')
  let selected
  let isLeaving = false

  const remembered = (read) => {
    try {
      return read(window.localStorage)
    } catch {
      return undefined // a browser that keeps nothing
    }
  }
  switched.checked = remembered((kept) => kept.getItem('console-keys')) !== 'off'
  switched.addEventListener('change', () =>
    remembered((kept) => kept.setItem('console-keys', switched.checked ? 'on' : 'off')),
  )

  const select = (item) => {
    if (!item || item === selected) return
    selected?.removeAttribute('aria-current')
    selected = item
    item.setAttribute('aria-current', 'true')
  }
  const moveTo = (item) => {
    if (!item) return
    select(item)
    item.focus()
    item.scrollIntoView({ block: 'nearest' })
  }
  const step = (by) => moveTo(items[selected ? items.indexOf(selected) + by : 0])
  const press = (what) => {
    if (!selected) return moveTo(items[0]) // nobody decides about what they have not come to
    const found = selected.querySelector(what)
    if (!found || isLeaving) return
    isLeaving = true
    found.click()
  }
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    a: () => press('[data-approve]'),
    r: () => press('[data-reject]'),
    o: () => press('[data-open]'),
    s: () => (selected ? selected.querySelector('select')?.focus() : moveTo(items[0])),
    '?': () => dialog.showModal(),
  }

  const isTyping = ({ target }) => target.closest?.('input:not([type=hidden]), textarea, select, [contenteditable]')
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return
    if (dialog.open || isTyping(event)) return
    if (!switched.checked && event.key !== '?') return
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (!act || (event.repeat && !'jk'.includes(event.key))) return
    event.preventDefault()
    act()
  })
  // Whoever goes through the page by Tab or pointer selects what they are in.
  document.addEventListener('focusin', ({ target }) => select(target.closest?.('[data-item]')))
  window.addEventListener('pageshow', () => {
    isLeaving = false
  })

  button.hidden = false
  button.addEventListener('click', () => dialog.showModal())

  // After a decision: the next item, and what was done in the ears of whoever does not see it.
  const place = document.getElementById(location.hash.slice(1))
  if (place?.matches('[data-item]')) moveTo(place)
  else if (new URLSearchParams(location.search).has('done')) moveTo(items[0])
  const notice = document.querySelector('main > .notice')
  if (notice) setTimeout(() => (live.textContent = notice.textContent), 150)
})()
