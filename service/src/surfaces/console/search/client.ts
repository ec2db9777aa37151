// The palette: Ctrl or Cmd and K on every page of a project. It shows the results of the search page, and the buttons of this page. Without script,
// its button leads to the search page.
import { find, findAll, need } from '../../../../../ui/elements.ts'
import { pageReader } from '../shared/client-pages.ts'

/** The service is asked this long after the last letter. */
const PAUSE_MS = 120

const dialog = find('#palette', HTMLDialogElement)
if (dialog) openByKeys(dialog)

function openByKeys(dialog: HTMLDialogElement): void {
  const field = need('input', HTMLInputElement, dialog)
  const list = need('[role=listbox]', HTMLElement, dialog)
  const said = need('[role=status]', HTMLElement, dialog)
  const read = pageReader()
  let waiting: ReturnType<typeof setTimeout> | undefined
  const options = () => findAll('[role=option]', HTMLElement, list)
  const active = () => find('[aria-selected=true]', HTMLElement, list)

  const choose = (option: HTMLElement | undefined) => {
    active()?.setAttribute('aria-selected', 'false')
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) field.setAttribute('aria-activedescendant', option.id)
    else field.removeAttribute('aria-activedescendant')
  }

  /** The groups of results become parts of the list; focus stays in the field. */
  const show = (groups: readonly HTMLElement[]) => {
    list.replaceChildren(...groups)
    for (const [place, group] of groups.entries()) {
      const heading = need('h2', HTMLElement, group)
      heading.id = `palette-group-${place}`
      heading.role = 'presentation'
      group.role = 'group'
      group.setAttribute('aria-labelledby', heading.id)
      for (const item of findAll('ul, li', HTMLElement, group)) item.role = 'presentation'
    }
    for (const [place, option] of findAll('a, button', HTMLElement, list).entries()) {
      option.id = `palette-option-${place}`
      option.role = 'option'
      option.tabIndex = -1
      option.setAttribute('aria-selected', 'false')
    }
    const all = options()
    said.textContent = all.length === 0 ? (said.dataset.none ?? '') : ''
    choose(all[0])
  }

  const search = async () => {
    const address = new URL(dialog.dataset.address ?? '', location.href)
    address.searchParams.set('q', field.value)
    const shown = await read(address.href).catch(() => undefined)
    const found = shown && find('#found', HTMLElement, shown.page)
    if (!found || !dialog.open) return
    const here = commandsOf(dialog, field.value)
    show([...(here ? [here] : []), ...findAll('section', HTMLElement, found)])
  }

  const open = () => {
    field.value = ''
    list.replaceChildren()
    dialog.showModal()
    search()
  }

  field.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(search, PAUSE_MS)
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const current = active()
    if (by !== undefined) {
      event.preventDefault()
      const all = options()
      choose(all[((current ? all.indexOf(current) : -1) + by + all.length) % all.length])
    } else if (event.key === 'Enter') {
      event.preventDefault()
      current?.click()
    }
  })
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (event.defaultPrevented) return // an editor has written a link
    if (!dialog.open && find('dialog[open]', HTMLDialogElement)) return
    event.preventDefault()
    if (dialog.open) dialog.close()
    else open()
  })
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!event.target.closest('[data-palette]')) return
    event.preventDefault()
    open()
  })
}

/** The actions of this page that need one click. */
function commandsOf(dialog: HTMLDialogElement, typed: string): HTMLElement | undefined {
  const words = typed.toLowerCase().split(/\s+/)
  const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent ?? ''
  const fitting = findAll('[data-command]', HTMLElement).filter(
    (button) => button.checkVisibility() && words.every((word) => nameOf(button).toLowerCase().includes(word)),
  )
  if (fitting.length === 0) return undefined
  const group = document.createElement('section')
  const heading = document.createElement('h2')
  heading.textContent = dialog.dataset.here ?? ''
  const list = document.createElement('ul')
  for (const button of fitting) {
    const command = document.createElement('button')
    command.type = 'button'
    command.textContent = nameOf(button).trim()
    command.addEventListener('click', () => {
      dialog.close()
      button.click()
    })
    const item = document.createElement('li')
    item.append(command)
    list.append(item)
  }
  group.append(heading, list)
  return group
}
