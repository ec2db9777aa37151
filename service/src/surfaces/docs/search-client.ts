import { type Found, openSearch, type SearchEntry } from './find.ts'

type Find = (query: string) => readonly Found[]

/** The search: `/` or Ctrl+K opens it, arrows choose, Enter goes there, Escape closes. */
export function openSearchDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog#search')
  const field = dialog?.querySelector('input')
  const list = dialog?.querySelector<HTMLElement>('[role=listbox]')
  const status = dialog?.querySelector<HTMLElement>('[role=status]')
  const button = document.querySelector<HTMLButtonElement>('[data-search]')
  if (!dialog || !field || !list || !status || !button) return

  let index: Promise<Find> | undefined
  let isLoaded = false
  /** Loaded when somebody wants to search; a failure is tried again. */
  const load = () => {
    index ??= loadIndex(dialog.dataset.index ?? '').catch((error) => {
      index = undefined
      throw error
    })
    return index
  }
  const open = () => {
    if (dialog.open) return
    dialog.showModal()
    field.select()
    void update()
  }
  const update = async () => {
    const query = field.value
    if (!isLoaded) status.textContent = 'Loading…'
    try {
      const find = await load()
      isLoaded = true
      if (field.value === query) show(find(query), query)
    } catch {
      status.textContent = 'The search could not be loaded. Type again to retry.'
    }
  }
  const show = (found: readonly Found[], query: string) => {
    list.replaceChildren(...found.map(optionOf))
    choose(0)
    if (query.trim() === '') status.textContent = 'Try “webhook signature”, “token expired” or “create post”.'
    else if (found.length === 0) status.textContent = `Nothing found for “${query.trim()}”.`
    else status.textContent = found.length === 1 ? '1 result' : `${found.length} results`
  }
  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role=option]')]
  const chosen = () => options().findIndex((option) => option.ariaSelected === 'true')
  const choose = (place: number) => {
    for (const [at, option] of options().entries()) option.ariaSelected = String(at === place)
    const option = options()[place]
    option?.scrollIntoView({ block: 'nearest' })
    field.setAttribute('aria-activedescendant', option?.id ?? '')
  }

  button.hidden = false
  button.addEventListener('click', open)
  field.addEventListener('input', () => void update())
  field.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const count = options().length
    if (step && count > 0) choose((chosen() + step + count) % count)
    else if (event.key === 'Enter') options()[chosen()]?.click()
    else return
    event.preventDefault()
  })
  list.addEventListener('click', () => dialog.close()) // a result on this page only moves it
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close() // beside the box
  })
  document.addEventListener('keydown', (event) => {
    const isShortcut =
      (event.key === '/' && !isTyping(event.target)) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
    if (!isShortcut) return
    event.preventDefault()
    open()
  })
}

async function loadIndex(address: string): Promise<Find> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The index answered ${answer.status}.`)
  const entries: readonly SearchEntry[] = await answer.json()
  return openSearch(entries)
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

function optionOf({ path, page, title, excerpt }: Found, place: number): HTMLAnchorElement {
  const option = document.createElement('a')
  option.href = path
  option.id = `result-${place}`
  option.tabIndex = -1
  option.setAttribute('role', 'option')
  for (const [name, text] of Object.entries({ title, page: page === title ? '' : page, excerpt })) {
    const part = document.createElement('span')
    part.className = `result-${name}`
    part.textContent = text
    option.append(part)
  }
  return option
}
